"""Setting a house up: one TOML file, the environment, and kind words about mistakes."""

import os
import re
import stat
import subprocess
import tomllib
from datetime import timedelta
from pathlib import Path

import pytest
from pydantic.fields import FieldInfo

from processor.config import ConfigError, Settings, find, load, sample, write
from processor.config.faults import names, sections_in
from processor.config.settings import Database, Folders, House, Imap, Log, Section, Smtp
from processor.config.toml import written

ROOT = Path(__file__).parent.parent

SMALLEST = """
[house]
name = "The Long Table"
address = "games@example.org"
gm_name = "Marian"
gm_address = "marian@example.org"
"""

# What the sample in deploy/ answers; `turnpost init` answers the same from what it was told.
ANSWERED = {
    "house": {
        "name": "The Long Table",
        "address": "games@example.org",
        "gm_name": "Marian",
        "gm_address": "marian@example.org",
        "zone": "Europe/London",
    },
    "database": {"url": "sqlite:////var/lib/turnpost/turnpost.db"},
    "imap": {
        "host": "mail.example.org",
        "user": "games@example.org",
        "password_file": "$CREDENTIALS_DIRECTORY/mail-password",
    },
    "smtp": {
        "host": "mail.example.org",
        "user": "games@example.org",
        "password_file": "$CREDENTIALS_DIRECTORY/mail-password",
        "security": "starttls",
    },
}


@pytest.fixture(autouse=True)
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person who has set nothing up, in an empty folder."""
    for name in [name for name in os.environ if name.startswith("TURNPOST_")]:
        monkeypatch.delenv(name)
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def settings(text: str) -> Settings:
    Path("turnpost.toml").write_text(text, encoding="utf-8")
    return load()


def complaints(text: str) -> tuple[str, ...]:
    with pytest.raises(ConfigError) as caught:
        settings(text)
    return caught.value.sentences


def complaint(text: str) -> str:
    [only] = complaints(text)
    return only


def with_mailbox(lines: str) -> str:
    return f'{SMALLEST}\n[imap]\nhost = "mail.example.org"\nuser = "games"\n{lines}\n'


class TestWhatIsReadWithoutMuchSaid:
    def test_four_lines_about_the_house_are_enough(self, bare: Path) -> None:
        read = settings(SMALLEST)
        assert read.house.name == "The Long Table"
        assert read.house.reminders == (timedelta(days=3), timedelta(days=1))
        assert read.imap is None
        assert (read.smtp.host, read.smtp.port, read.smtp.security) == ("localhost", 25, "none")
        assert read.database.url == f"sqlite:///{bare}/turnpost.db"

    @pytest.mark.parametrize(("security", "port"), [("tls", 993), ("starttls", 143)])
    def test_the_port_of_the_mailbox_follows_from_its_security(self, security: str, port: int) -> None:
        read = settings(with_mailbox(f'password = "x"\nsecurity = "{security}"'))
        assert read.imap is not None
        assert read.imap.port == port

    def test_a_port_that_is_named_stays(self) -> None:
        read = settings(with_mailbox('password = "x"\nport = 10993'))
        assert read.imap is not None
        assert read.imap.port == 10993

    def test_lengths_and_sizes_are_written_as_people_say_them(self) -> None:
        house = settings(SMALLEST + 'reminders = ["3 days", "90m"]\n').house
        assert house.reminders == (timedelta(days=3), timedelta(minutes=90))
        mailbox = settings(with_mailbox('password = "x"\nsize_limit = "20 MiB"')).imap
        assert mailbox is not None
        assert mailbox.size_limit == 20 * 2**20

    def test_nothing_changes_afterwards(self) -> None:
        read = settings(SMALLEST)
        with pytest.raises(ValueError, match="frozen"):
            read.house.name = "Another"


class TestWhereItIsFound:
    def test_the_named_file_comes_before_all_others(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("TURNPOST_CONFIG", "from-environment.toml")
        assert find(Path("named.toml")) == Path("named.toml")
        assert find() == Path("from-environment.toml")

    def test_then_the_one_here_then_the_one_at_home(self, bare: Path) -> None:
        at_home = bare / "home/.config/turnpost/turnpost.toml"
        write(at_home, SMALLEST)
        assert find() == at_home
        Path("turnpost.toml").write_text(SMALLEST, encoding="utf-8")
        assert find() == Path("turnpost.toml")

    def test_without_any_the_way_to_one_is_told(self) -> None:
        with pytest.raises(ConfigError, match="run `turnpost init`"):
            load()

    def test_a_named_file_that_is_not_there_is_an_error(self) -> None:
        with pytest.raises(ConfigError, match=r"no configuration at gone\.toml"):
            load(Path("gone.toml"))

    def test_a_container_can_do_with_the_environment_alone(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for key, value in tomllib.loads(SMALLEST)["house"].items():
            monkeypatch.setenv(f"TURNPOST_HOUSE__{key.upper()}", value)
        assert load().house.gm_name == "Marian"

    def test_the_environment_has_precedence(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("TURNPOST_IMAP__PASSWORD", "from the environment")
        monkeypatch.setenv("TURNPOST_IMAP__PORT", "1993")
        mailbox = settings(with_mailbox('password = "from the file"')).imap
        assert mailbox is not None
        assert (mailbox.secret(), mailbox.port) == ("from the environment", 1993)


class TestFilesBesideIt:
    def test_they_are_found_from_anywhere(self, bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        file = bare / "deep" / "house.toml"
        write(
            file,
            with_mailbox('password_file = "secret"\nca_file = "ca.pem"') + '[database]\nurl = "sqlite:///games.db"\n',
        )
        (bare / "deep/secret").write_text("open sesame\nsecond line\n", encoding="utf-8")
        read = load(Path("deep/house.toml"))
        assert read.database.url == f"sqlite:///{bare}/deep/games.db"
        assert read.imap is not None
        assert read.imap.ca_file == bare / "deep/ca.pem"
        monkeypatch.chdir("/")
        assert read.imap.secret() == "open sesame"

    def test_a_leading_slash_says_exactly_where(self) -> None:
        read = settings(SMALLEST + '[database]\nurl = "sqlite:////var/lib/turnpost/games.db"\n')
        assert read.database.url == "sqlite:////var/lib/turnpost/games.db"

    def test_another_database_is_left_as_it_is(self) -> None:
        url = "postgresql://turnpost@localhost/turnpost"
        assert settings(SMALLEST + f'[database]\nurl = "{url}"\n').database.url == url


class TestPasswords:
    def test_they_are_in_no_printout(self) -> None:
        text = with_mailbox('password = "open sesame"') + '[database]\nurl = "postgresql://me:sesame@localhost/x"\n'
        assert "sesame" not in f"{settings(text)!r} {settings(text)}"

    def test_a_token_file_is_read_anew_each_time(self, bare: Path) -> None:
        mailbox = settings(with_mailbox('auth = "xoauth2"\npassword_file = "token"')).imap
        assert mailbox is not None
        for token in ("first", "second"):
            (bare / "token").write_text(token, encoding="utf-8")
            assert mailbox.secret() == token

    def test_one_can_come_from_any_variable(self, monkeypatch: pytest.MonkeyPatch) -> None:
        mailbox = settings(with_mailbox('password_env = "MAIL_PASSWORD"')).imap
        assert mailbox is not None
        with pytest.raises(ConfigError, match="MAIL_PASSWORD is not set"):
            mailbox.secret()
        monkeypatch.setenv("MAIL_PASSWORD", "open sesame")
        assert mailbox.secret() == "open sesame"

    def test_a_file_that_is_missing_is_named(self) -> None:
        mailbox = settings(with_mailbox('password_file = "gone"')).imap
        assert mailbox is not None
        with pytest.raises(ConfigError, match=r"The password_file .*/gone cannot be read"):
            mailbox.secret()

    def test_none_is_repeated_in_a_complaint(self, monkeypatch: pytest.MonkeyPatch) -> None:
        told = complaint(with_mailbox("password = 1234567"))
        assert told.startswith("turnpost.toml: [imap] password must be a text in quotes. ")
        assert "1234567" not in told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            SMALLEST.replace('address = "games@example.org"\n', "", 1),
            "[house] address is missing. The address that players write to. "
            'For instance: address = "games@example.org"',
        ),
        ("[log]\n", "[house] is missing. `turnpost init` writes a configuration that has everything."),
        (SMALLEST + 'zon = "UTC"\n', "[house] zon is not a setting. Did you mean zone?"),
        (SMALLEST + "[imapp]\n", "[imapp] is not a setting. Did you mean imap?"),
        (
            SMALLEST + "[log]\nxyzzy = 1\n",
            "[log] xyzzy is not a setting. There are: level, json.",
        ),
        (
            SMALLEST + 'zone = "Europe/Berln"\n',
            '[house] zone: did you mean "Europe/Berlin"? The time zone of the house, by its IANA name. '
            'For instance: zone = "Europe/London"',
        ),
        (
            SMALLEST.replace("games@example.org", "games at example"),
            "[house] address: this is not one plain mail address. The address that players write to. "
            'For instance: address = "games@example.org"',
        ),
        (
            SMALLEST.replace("marian@example.org", "Games@example.org"),
            "[house]: gm_address must differ from address, for the house never reads its own mail.",
        ),
        (
            SMALLEST + 'reminders = ["soon"]\n',
            "[house] reminders: this is not a length of time. How long before a deadline those are reminded who still "
            'owe orders: hours (h) or days (d). For instance: reminders = ["3d", "12h"]',
        ),
        (
            with_mailbox('password = "x"\nport = "imaps"'),
            '[imap] port must be a whole number, not "imaps". The port: 993 with tls, 143 without. '
            "For instance: port = 10143",
        ),
        (
            with_mailbox('password = "x"\npoll_seconds = 0'),
            "[imap] poll_seconds must be more than 0, not 0. How often to look when the server does not call, "
            "in seconds. For instance: poll_seconds = 300",
        ),
        (
            with_mailbox('password = "x"\nread_since = "last week"'),
            "[imap] read_since: this is not a date. Mail from this day on is read at the very first start; without it "
            'that of the last day. For instance: read_since = "2026-11-01"',
        ),
        (
            with_mailbox('password = "x"\nsecurity = "ssl"'),
            "[imap] security must be 'tls', 'starttls' or 'none', not \"ssl\". "
            'The encryption: "tls", "starttls" or "none". For instance: security = "starttls"',
        ),
        (
            with_mailbox('password = "x"\n[imap.folders]\nhold = "Held"'),
            "[imap.folders] hold is not a setting. Did you mean held?",
        ),
        (with_mailbox(""), "[imap]: user is given, but no password, password_file or password_env."),
        (
            with_mailbox('password = "x"\npassword_env = "Y"'),
            "[imap]: password and password_env are given, but only one can be used.",
        ),
        (
            with_mailbox('password = "x"\nsecurity = "none"'),
            '[imap]: security = "none" would send the password in the clear; use "tls" or "starttls".',
        ),
        (
            SMALLEST + '[database]\nurl = "mysql://root:sesame@localhost"\n',
            "[database] url: a database begins with sqlite:/// or postgresql://. The database. An SQLite file without "
            "a leading slash lies beside this configuration. "
            'For instance: url = "postgresql://turnpost@localhost/turnpost"',
        ),
        (SMALLEST + "[smtp]\nconnections = 9\n", "[smtp] connections must be at most 4, not 9."),
    ],
)
def test_a_mistake_is_told_with_its_place_and_the_right_way(text: str, told: str) -> None:
    assert complaint(text).startswith(f"turnpost.toml: {told}")


@pytest.mark.parametrize(("written", "pence"), [('"5.00"', 500), ("250", 250), ("0", 0)])
def test_how_much_may_be_owed_is_written_as_money_is(written: str, pence: int) -> None:
    assert settings(SMALLEST + f"credit_limit = {written}\n").house.credit_limit == pence


def test_what_is_no_sum_of_money_is_refused() -> None:
    wrong = complaint(SMALLEST + 'credit_limit = "a lot"\n')
    assert "this is no sum of money" in wrong
    assert 'credit_limit = "5.00"' in wrong


def test_all_mistakes_are_told_at_once() -> None:
    assert len(complaints(SMALLEST + "most_lines = 0\ntrust_from = 3\n[log]\nlevel = 7\n")) == 3


def test_a_mistake_in_the_environment_is_placed_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TURNPOST_HOUSE__MOST_LINES", "many")
    assert complaint(SMALLEST).startswith('TURNPOST_HOUSE__MOST_LINES must be a whole number, not "many". ')


def test_a_list_in_the_environment_has_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TURNPOST_HOUSE__REMINDERS", "3d, 12h")
    assert settings(SMALLEST).house.reminders == (timedelta(days=3), timedelta(hours=12))
    monkeypatch.setenv("TURNPOST_HOUSE__REMINDERS", "soon")
    assert complaint(SMALLEST).startswith("TURNPOST_HOUSE__REMINDERS: this is not a length of time. ")


def test_a_whole_section_in_one_variable_is_asked_for_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TURNPOST_LOG", "debug")
    assert "as in TURNPOST_IMAP__HOST" in complaint(SMALLEST)


def test_a_text_without_quotes_is_told_by_line_and_column() -> None:
    assert "at line 3, column" in complaint(SMALLEST.replace('"The Long Table"', "The Long Table"))


class TestTheSample:
    def test_it_is_a_configuration_with_every_setting_in_it(self) -> None:
        text = sample(ANSWERED)
        read = settings(text)
        assert read.house.zone == "Europe/London"
        assert read.smtp.port == 587
        for name, field in names(Settings).items():
            assert f"[{name}]" in text
            for key in names(sections_in(field)[0]):
                assert f"{key} = " in text

    def test_every_line_that_is_not_in_force_could_be(self) -> None:
        """Uncommented, the whole file is TOML, and each default in it means what no line at all means."""
        lines = [line for line in sample(ANSWERED).splitlines() if not line.startswith("# ")]
        shown = tomllib.loads("\n".join(line.lstrip("#") for line in lines))
        bare = {"host": "mail.example.org", "user": "games", "password": "open sesame"}
        for key, field in names(Imap).items():
            if field.default is not None and not field.is_required():
                alone = Imap.model_validate(bare | {key: shown["imap"][key]})
                assert getattr(alone, key) == field.default

    def test_what_is_answered_is_read_back_whatever_it_is(self) -> None:
        odd = 'The "Long" \\ Tåble\t✉'
        assert settings(sample({"house": {**ANSWERED["house"], "name": odd}})).house.name == odd

    def test_without_a_mailbox_its_section_is_a_comment(self) -> None:
        assert settings(sample({"house": ANSWERED["house"]})).imap is None

    def test_it_is_written_for_its_owner_alone_and_never_over_another(self) -> None:
        file = Path("new/turnpost.toml")
        write(file, sample(ANSWERED))
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        with pytest.raises(ConfigError, match="is there already and stays as it is"):
            write(file, "")
        assert file.read_text(encoding="utf-8") == sample(ANSWERED)

    def test_the_one_in_deploy_is_the_same(self) -> None:
        text = sample(ANSWERED)
        assert (ROOT / "deploy/turnpost.toml").read_text(encoding="utf-8") == text, f"it should now be:\n{text}"

    def test_cron_and_pipes_find_the_password_where_the_readme_of_deploy_puts_it(
        self, bare: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The line with sed that it gives is run as it stands there, in another folder than /etc/turnpost."""
        monkeypatch.delenv("CREDENTIALS_DIRECTORY", raising=False)
        (bare / "turnpost.toml").write_text(sample(ANSWERED), encoding="utf-8")
        mailbox = load().imap
        assert mailbox is not None
        with pytest.raises(ConfigError, match="Only systemd sets"):
            mailbox.secret()
        (line,) = re.findall("^    (sed .*)$", (ROOT / "deploy/README.md").read_text(encoding="utf-8"), re.MULTILINE)
        subprocess.run(["sh", "-c", line.replace("/etc/turnpost", str(bare))], check=True)
        (bare / "mail-password").write_text("open sesame\n", encoding="utf-8")
        read = load()
        assert read.imap is not None
        assert (read.imap.secret(), read.smtp.secret()) == ("open sesame", "open sesame")

    @pytest.mark.parametrize("kind", [House, Database, Imap, Folders, Smtp, Log])
    def test_every_setting_stands_in_the_reference(self, kind: type[Section]) -> None:
        """The tables of the reference page say of each setting what the sample says."""
        page = (ROOT / "docs/configuration.md").read_text(encoding="utf-8").splitlines()
        for key, field in names(kind).items():
            row = f"| `{key}` | {_usually(field)} | {field.description} |"
            assert row in page, f"docs/configuration.md should have:\n{row}"


def _usually(field: FieldInfo) -> str:
    if field.is_required():
        return "*must be given*"
    return "" if field.default is None else f"`{written(field.default)}`"
