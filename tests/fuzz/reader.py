"""Lets atheris look for a mail that the reader stumbles over: ``python -m tests.fuzz.reader SECONDS``.

It begins with the corpus and follows the branches that the mails take through the reader. What it finds is written
to a file named ``crash-…``, to be put into the corpus with its right answer.
"""

import sys
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from time import process_time

MAILS = Path(__file__).parents[1] / "mail" / "mails"
SECONDS_A_MAIL = 1.0
MOST_MIB = 2_000
LONGEST = 20_000


def main(seconds: int) -> int:
    """Look for so long; 0 if nothing was found, or if there is no atheris: it is made for few Pythons."""
    try:
        import atheris
    except ImportError:
        print("atheris is not installed, so the reader is only tried by the other tests. Where there is one for this")
        print("Python, this gets it: .venv/bin/pip install atheris")
        return 0
    with atheris.instrument_imports(include=["processor.mail", "formatflowed", "inscriptis"]):
        from processor.mail.read import read
        from processor.mail.screen import Kind, screen

    def one_mail(raw: bytes) -> None:
        before = process_time()
        letter = read(raw)
        assert screen(letter, raw, frozenset({"gm@games.test"})).kind in Kind
        assert process_time() - before < SECONDS_A_MAIL

    with TemporaryDirectory(prefix="turnpost-fuzz-") as folder:
        for mail in MAILS.glob("*.eml"):
            copyfile(mail, Path(folder) / mail.stem)
        limits = [f"-max_total_time={seconds}", f"-rss_limit_mb={MOST_MIB}", f"-max_len={LONGEST}", "-timeout=10"]
        atheris.Setup([sys.argv[0], *limits, "-close_fd_mask=1", "-print_final_stats=1", folder], one_mail)
        atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 60))
