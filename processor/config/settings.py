"""The settings, section by section: each with its explanation, an example, and its default unless it must be given."""

import os
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, ClassVar, Self

from pydantic import BaseModel, ByteSize, ConfigDict, SecretStr, model_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from processor.config.faults import ConfigError
from processor.config.kinds import Address, Auth, DatabaseUrl, Day, Lengths, Level, Pence, Security, Zone, about

_THIS_MACHINE = ("localhost", "127.", "::1", "[::1]")


class Section(BaseModel):
    """A part of the configuration. An unknown key is a mistake, and nothing changes after loading."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


class House(Section):
    """Who runs the games here, and how trusting the house is."""

    name: Annotated[str, about("What the house is called in its mails.", "The Long Table", min_length=1)]
    address: Annotated[Address, about("The address that players write to.", "games@example.org")]
    gm_name: Annotated[str, about("What you, the GM, are called.", "Marian", min_length=1)]
    gm_address: Annotated[
        Address,
        about("Your own address: you instruct from it, and are told of trouble there.", "marian@example.org"),
    ]
    treasurer_name: Annotated[
        str | None, about("What the treasurer is called, if somebody else keeps the money.", "Percy", min_length=1)
    ] = None
    treasurer_address: Annotated[
        Address | None, about("The address from which the treasurer says what was paid.", "percy@example.org")
    ] = None
    zone: Annotated[Zone, about("The time zone of the house, by its IANA name.", "Europe/London")] = "UTC"
    plus_addresses: Annotated[
        bool, about("Whether games+anything@ reaches games@ too. If not, reply tokens go into the subject.", False)
    ] = True
    trusted_server: Annotated[
        str | None,
        about("The name under which your mail server writes Authentication-Results.", "mx.example.org"),
    ] = None
    check_dkim: Annotated[
        bool,
        about("Whether to check DKIM signatures here, for mail servers that do not. It asks the DNS.", True),
    ] = False
    trust_from: Annotated[
        bool,
        about("Whether a From address is proof enough. If not, unproved orders wait for a confirmation.", True),
    ] = False
    answers_per_hour: Annotated[
        int, about("How many answers one address gets in an hour; those beyond become one.", 20, ge=1)
    ] = 10
    letters_per_day: Annotated[
        int, about("How many letters of one address are opened in a day; those beyond are put aside.", 50, ge=1)
    ] = 100
    most_lines: Annotated[int, about("How many lines of orders and house words a letter may have.", 500, ge=1)] = 200
    reminders: Annotated[
        Lengths,
        about(
            "How long before a deadline those are reminded who still owe orders: hours (h) or days (d).", ["3d", "12h"]
        ),
    ] = (timedelta(hours=72), timedelta(hours=24))
    settle_seconds: Annotated[
        float, about("How far past a deadline the mailbox must have been read before the turn is closed.", 30, ge=0)
    ] = 5
    outage_hours: Annotated[
        float,
        about(
            "Hours in the day before a deadline that the mailbox may go unread; after more the GM is asked.",
            12,
            gt=0,
        ),
    ] = 6
    credit_limit: Annotated[
        Pence,
        about(
            "How much a player's account may owe before a fee is refused, or a match with stakes cannot begin:"
            " so many pence, or a sum with a point.",
            "5.00",
            ge=0,
        ),
    ] = 0
    dispute_days: Annotated[
        int, about("For how many days after the next deadline a turn can still be disputed.", 14, ge=0)
    ] = 7

    @model_validator(mode="after")
    def _two_addresses(self) -> Self:
        if self.address.casefold() == self.gm_address.casefold():
            raise ValueError("gm_address must differ from address, for the house never reads its own mail")
        if self.treasurer_address and self.address.casefold() == self.treasurer_address.casefold():
            raise ValueError("treasurer_address must differ from address, for the house never reads its own mail")
        return self


class Database(Section):
    """Where everything is kept. An SQLite file will do for most; several machines can share a PostgreSQL."""

    url: Annotated[
        DatabaseUrl,
        about(
            "The database. An SQLite file without a leading slash lies beside this configuration.",
            "postgresql://turnpost@localhost/turnpost",
            repr=False,
        ),
    ] = "sqlite:///turnpost.db"


class Server(Section):
    """What the mailbox and the outgoing server have in common."""

    usual_ports: ClassVar[Mapping[str, int]]

    host: Annotated[str, about("The server's name.", "mail.example.org", min_length=1)]
    port: Annotated[int, about("The port: 993 with tls, 143 without.", 10143, ge=1, le=65535)] = 993
    user: Annotated[str | None, about("The name to log in with.", "games@example.org")]
    password: Annotated[
        SecretStr | None,
        about("The password, or with xoauth2 the access token. A file can hold it instead.", "open sesame"),
    ] = None
    password_file: Annotated[
        Path | None,
        about(
            "A file whose first line is the password. It is read anew for each login, as tokens expire.",
            "mail-password",
        ),
    ] = None
    password_env: Annotated[str | None, about("The environment variable that holds the password.", "MAIL_PASSWORD")] = (
        None
    )
    security: Annotated[Security, about('The encryption: "tls", "starttls" or "none".', "starttls")] = "tls"
    ca_file: Annotated[
        Path | None, about("The certificate of your own authority, where no public one signed the server's.", "ca.pem")
    ] = None
    auth: Annotated[Auth, about('How to log in: "password" or "xoauth2".', "xoauth2")] = "password"

    def secret(self) -> str:
        """The password as it is at this moment: from here, from its file, or from the environment."""
        if self.password is not None:
            return self.password.get_secret_value()
        if self.password_file is not None:
            return _first_line(self.password_file)
        return _variable(self.password_env) if self.password_env else ""

    @model_validator(mode="before")
    @classmethod
    def _usual_port(cls, given: Any) -> Any:
        """Unless a port is named it is the one that belongs to the encryption."""
        if not isinstance(given, dict) or "port" in given:
            return given
        security = given.get("security", cls.model_fields["security"].default)
        return {**given, "port": cls.usual_ports.get(security, cls.model_fields["port"].default)}

    @model_validator(mode="after")
    def _one_password(self) -> Self:
        given = [key for key in ("password", "password_file", "password_env") if getattr(self, key) is not None]
        if len(given) > 1:
            raise ValueError(f"{' and '.join(given)} are given, but only one can be used")
        if self.user and not given:
            raise ValueError("user is given, but no password, password_file or password_env")
        if given and self.security == "none" and not self.host.startswith(_THIS_MACHINE):
            raise ValueError('security = "none" would send the password in the clear; use "tls" or "starttls"')
        return self


class Folders(Section):
    """The folders that letters are moved to when they have been dealt with."""

    processed: Annotated[str, about("Letters that have been answered.", "Games/Processed")] = "Processed"
    held: Annotated[str, about("Letters that wait for a confirmation.", "Games/Held")] = "Held"
    put_aside: Annotated[str, about("Letters that the GM should look at.", "Games/Put aside")] = "Put aside"


class Imap(Server):
    """The mailbox of the house. Without this section letters come in only through ``turnpost deliver``."""

    usual_ports = {"tls": 993, "starttls": 143, "none": 143}

    user: Annotated[str, about("The name to log in with.", "games@example.org", min_length=1)]
    folder: Annotated[str, about("The folder where mail arrives.", "Games", min_length=1)] = "INBOX"
    folders: Annotated[Folders, about("Where letters are moved that have been dealt with.", {"held": "Games/Held"})] = (
        Folders()
    )
    poll_seconds: Annotated[float, about("How often to look when the server does not call, in seconds.", 300, gt=0)] = (
        60
    )
    size_limit: Annotated[
        ByteSize, about("A longer letter is put aside, and only its head is read.", "20 MiB", gt=0)
    ] = ByteSize(5 * 2**20)
    read_since: Annotated[
        Day | None,
        about("Mail from this day on is read at the very first start; without it that of the last day.", "2026-11-01"),
    ] = None


class Smtp(Server):
    """The server that takes our mail. Without this section that is the mail server of this machine."""

    usual_ports = {"tls": 465, "starttls": 587, "none": 25}

    host: Annotated[str, about("The server's name.", "mail.example.org", min_length=1)] = "localhost"
    port: Annotated[int, about("The port: 465 with tls, 587 with starttls, else 25.", 2525, ge=1, le=65535)] = 25
    user: Annotated[str | None, about("The name to log in with, if the server wants it.", "games@example.org")] = None
    security: Annotated[Security, about('The encryption: "tls", "starttls" or "none".', "starttls")] = "none"
    per_minute: Annotated[int, about("How many mails may go out in a minute.", 20, ge=1)] = 60
    per_day: Annotated[int, about("How many mails may go out in a day.", 400, ge=1)] = 2000
    connections: Annotated[int, about("How many connections to use at once, 4 at most.", 1, ge=1, le=4)] = 2


class Log(Section):
    """What is written to the log. It never holds orders, dice or passwords."""

    level: Annotated[Level, about('How much: "debug", "info", "warning" or "error".', "debug")] = "info"
    as_json: Annotated[bool, about("Whether each line is a JSON object, for machines.", True, alias="json")] = False


class Settings(BaseSettings):
    """Everything that is set up, from the file and, with precedence, from the environment."""

    model_config = SettingsConfigDict(
        env_prefix="TURNPOST_",
        env_nested_delimiter="__",
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,
    )

    house: House
    database: Database = Database()
    imap: Imap | None = None
    smtp: Smtp = Smtp()
    log: Log = Log()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return env_settings, init_settings


def _first_line(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").partition("\n")[0].rstrip("\r")
    except (OSError, UnicodeDecodeError) as fault:
        unset = (
            " Only systemd sets $CREDENTIALS_DIRECTORY; without it give the path itself." if "$" in str(path) else ""
        )
        raise ConfigError(f"The password_file {path} cannot be read: {fault}.{unset}") from fault


def _variable(name: str) -> str:
    if name not in os.environ:
        raise ConfigError(f"The password_env {name} is not set in the environment.")
    return os.environ[name]
