"""The house of the demo: a configuration like any other, and the real service as a process of its own."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

from processor.config import sample, write
from processor.demo.cast import GM, HOUSE, HOUSE_NAME, ZONE
from processor.wire.postoffice import HOST, PostOffice

SECONDS_TO_STOP = 10
_PLENTY = 100_000


class House:
    """``with House(folder, office, password) as house``: the service runs until ``stop``."""

    def __init__(self, folder: Path, office: PostOffice, password: str) -> None:
        self.config = folder.resolve() / "turnpost.toml"
        self._log = self.config.with_name("turnpost.log")
        write(self.config, _configuration(office, password))

    def __enter__(self) -> Self:
        with self._log.open("wb") as log:
            self._service = subprocess.Popen(
                [sys.executable, "-m", "processor", "serve", "--config", str(self.config)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=_environment(),
                cwd=self.config.parent,
                start_new_session=True,  # Ctrl-C is for the demo, which then stops the service in good order
            )
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    @property
    def is_running(self) -> bool:
        return self._service.poll() is None

    @property
    def log(self) -> str:
        """What the service has logged."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    def stop(self) -> bool:
        """Ask the service to stop, as systemd does; whether it did so well and in time."""
        self._service.send_signal(signal.SIGTERM)
        try:
            return self._service.wait(SECONDS_TO_STOP) == 0
        except subprocess.TimeoutExpired:
            self._service.kill()
            self._service.wait()
            return False


def _configuration(office: PostOffice, password: str) -> str:
    """Like that of any house, but for its haste: mails and answers without limit, deadlines closed at once."""
    return sample(
        {
            "house": {
                "name": HOUSE_NAME,
                "address": HOUSE,
                "gm_name": GM.name,
                "gm_address": GM.address,
                "zone": ZONE,
                "answers_per_hour": _PLENTY,
                "settle_seconds": 0,
            },
            "imap": {
                "host": HOST,
                "port": office.imap_port,
                "user": HOUSE,
                "password": password,
                "security": "none",
                "poll_seconds": 1,
            },
            "smtp": {"host": HOST, "port": office.smtp_port, "per_minute": _PLENTY, "per_day": _PLENTY},
        }
    )


def _environment() -> dict[str, str]:
    """The environment without what would speak louder than the configuration."""
    return {name: value for name, value in os.environ.items() if not name.startswith("TURNPOST_")}
