"""The command line as a GM and a GM's scripts use it: what is printed, and with which status it ends."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import processor
from processor.cli import app
from processor.config import load
from processor.daemon.checkup import checkup
from processor.daemon.rounds import now
from processor.daemon.start import open_desk
from processor.desk.files import find
from processor.desk.proof import document
from processor.games import all_games
from processor.show import finding as show
from processor.store import inbox, lease, roster
from tests.endtoend.town import Town, found, wait_for_post
from tests.servers.hub import MailHub

DONE, FAILED, NOT_RIGHT, NOT_FOUND, DOES_NOT_HOLD, NOT_PRINTED, BUSY = 0, 1, 2, 3, 4, 74, 75

COMMANDS = (
    "demo",
    "inspect",
    "rehearse",
    "odds",
    "verify",
    "init",
    "check",
    "serve",
    "run-once",
    "deliver",
    "gm",
    "held",
    "put-aside",
    "retry",
    "release",
    "bounces",
    "status",
    "show",
    "export",
    "import",
)
OF_A_HOUSE = (
    ["check"],
    ["serve"],
    ["run-once"],
    ["gm", "help"],
    ["held"],
    ["retry", "1"],
    ["status"],
    ["show", "x"],
    ["export", "x"],
)
PLAYERS = ("Ann Archer", "Bob Brown", "Cid Carter", "Dee Dent", "Eve Eden")

Turnpost = Callable[..., Result]


@pytest.fixture
def turnpost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Turnpost:
    """The command, run in an empty folder by somebody who has no configuration anywhere."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "nothing"))
    monkeypatch.setenv("PYTHONPATH", str(Path(processor.__file__).parent.parent))
    for name in [name for name in os.environ if name.startswith("TURNPOST_")]:
        monkeypatch.delenv(name)
    return lambda *words, **more: CliRunner().invoke(app, list(words), **more)


@pytest.fixture
def house(turnpost: Turnpost) -> Turnpost:
    """A house whose letters come by a pipe, and whose players are known and believed."""
    values = {
        "house.name": "The Long Table",
        "house.address": "games@games.test",
        "house.gm_name": "Marian",
        "house.gm_address": "marian@games.test",
        "house.zone": "Europe/London",
        "house.trust_from": "true",
        "smtp.port": "1",
    }
    asked = [word for key, value in values.items() for word in ("--set", f"{key}={value}")]
    assert turnpost("init", "--non-interactive", *asked).exit_code == DONE
    with open_desk(load()) as desk, desk.database.begin() as store:
        for name in PLAYERS:
            roster.add_player(store, address_of(name), name, "Europe/London", confirmed=True)
    return turnpost


def address_of(name: str) -> str:
    return f"{name.split()[0].lower()}@players.test"


def letter(name: str, text: str, subject: str = "A letter", **headers: str) -> bytes:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = f"{name} <{address_of(name)}>", "games@games.test", subject
    mail["Message-ID"] = f"<{abs(hash((name, text)))}@players.test>"
    for key, value in headers.items():
        mail[key.replace("_", "-")] = value
    mail.set_content(text)
    return mail.as_bytes()


def out(result: Result) -> str:
    """What was said, on lines as long as they are."""
    return " ".join(result.output.split())


# --- Help and mistakes ------------------------------------------------------------------------------------


def test_alone_it_says_what_there_is_and_how_to_begin(turnpost: Turnpost) -> None:
    said = turnpost()
    assert "turnpost demo" in out(said)
    assert all(re.search(rf"│ {command} ", said.output) for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_teaches_by_an_example(turnpost: Turnpost, command: str) -> None:
    said = turnpost(command, "--help")
    assert said.exit_code == DONE
    assert re.search(rf"Examples?( for a crontab)?: (\*/5 \* \* \* \* )?turnpost {command}", out(said))


@pytest.mark.parametrize("words", [["nonsense"], ["inspect"], ["gm"], ["status", "--colour"], ["demo", "--folder"]])
def test_a_command_not_written_right_ends_with_2(turnpost: Turnpost, words: list[str]) -> None:
    assert turnpost(*words).exit_code == NOT_RIGHT


@pytest.mark.parametrize("words", OF_A_HOUSE, ids=lambda words: words[0])
def test_without_a_configuration_the_way_out_is_told(turnpost: Turnpost, words: list[str]) -> None:
    said = turnpost(*words)
    assert said.exit_code == FAILED
    assert "turnpost init" in said.stderr
    assert len(said.stderr.splitlines()) == 1


@pytest.mark.parametrize("words", OF_A_HOUSE, ids=lambda words: words[0])
def test_a_configuration_that_is_named_and_not_there_ends_with_3(turnpost: Turnpost, words: list[str]) -> None:
    said = turnpost(*words, "--config", "nope.toml")
    assert said.exit_code == NOT_FOUND
    assert said.stderr == (
        "There is no configuration at nope.toml. To write one, run: turnpost init --file nope.toml\n"
    )


def test_a_pipe_tries_again_where_the_configuration_is_not_there(turnpost: Turnpost) -> None:
    assert turnpost("deliver", "--config", "nope.toml", input="From: ann@players.test\n\n").exit_code == BUSY


def test_it_says_which_version_it_is(turnpost: Turnpost) -> None:
    said = turnpost("--version")
    assert (said.exit_code, said.output) == (DONE, f"turnpost {processor.__version__}\n")


@pytest.mark.parametrize("words", OF_A_HOUSE, ids=lambda words: words[0])
def test_a_mistake_in_the_configuration_is_named(turnpost: Turnpost, words: list[str]) -> None:
    Path("turnpost.toml").write_text('[house]\nnme = "The Long Table"\n')
    said = turnpost(*words)
    assert said.exit_code == FAILED
    assert "[house] nme is not a setting. Did you mean name?" in said.stderr


@pytest.mark.parametrize("words", [["inspect", "gone.eml"], ["rehearse", "gone.txt"], ["verify", "gone.txt"]])
def test_a_file_that_is_not_there_ends_with_3(turnpost: Turnpost, words: list[str]) -> None:
    said = turnpost(*words)
    assert (said.exit_code, said.stderr) == (NOT_FOUND, f"There is no file {words[1]}.\n")


def test_a_folder_is_no_file(turnpost: Turnpost) -> None:
    Path("letters").mkdir()
    said = turnpost("inspect", "letters")
    assert (said.exit_code, said.stderr) == (NOT_FOUND, "letters is a folder. Name a file in it.\n")


# --- inspect ----------------------------------------------------------------------------------------------

KEYS = {"file", "class", "reason", "from", "subject", "new_text", "game", "orders", "complaints"}


def inspected(turnpost: Turnpost, raw: bytes, *more: str) -> dict[str, Any]:
    Path("letter.eml").write_bytes(raw)
    said = turnpost("inspect", "--json", *more, "letter.eml")
    assert said.exit_code == DONE
    found: dict[str, Any] = json.loads(said.stdout)
    return found


def test_inspect_says_what_we_make_of_a_mail(turnpost: Turnpost) -> None:
    found = inspected(turnpost, letter("Ann Archer", "Hello!\n\n3.1: 6 fives\n3.2: dudo\n", "[perudo-7] my calls"))
    assert found.keys() >= KEYS
    assert (found["file"], found["class"], found["reason"]) == ("letter.eml", "human", "person")
    assert (found["from"], found["subject"]) == ("ann@players.test", "[perudo-7] my calls")
    assert found["new_text"] == "Hello!\n\n3.1: 6 fives\n3.2: dudo"
    assert (found["game"], found["orders"], found["complaints"]) == ("perudo", ["3.1: 6 fives", "3.2: challenge"], [])


def test_inspect_names_what_is_wrong(turnpost: Turnpost) -> None:
    (complaint,) = inspected(turnpost, letter("Ann Archer", "turn 1: 1+2=4, 3+4, reject 5"))["complaints"]
    assert complaint["line"] == 1
    assert complaint["text"] == "turn 1: 1+2=4, 3+4, reject 5"
    assert "1+2" in complaint["hint"]


def test_inspect_reads_the_orders_of_the_game_it_is_told(turnpost: Turnpost) -> None:
    raw = letter("Ann Archer", "3.1: 6 fives")
    assert inspected(turnpost, raw, "--game", "perudo")["game"] == "perudo"
    assert inspected(turnpost, raw, "--game", "choice")["orders"] == []


def test_inspect_reads_the_subject_where_the_text_says_nothing(turnpost: Turnpost) -> None:
    assert inspected(turnpost, letter("Ann Archer", "", "join perudo-7"))["commands"] == ["Join match=perudo-7"]
    assert inspected(turnpost, letter("Ann Archer", "", "3.1: 6 fives"))["orders"] == ["3.1: 6 fives"]


def test_inspect_knows_the_games_there_are(turnpost: Turnpost) -> None:
    Path("letter.eml").write_bytes(letter("Ann Archer", "hello"))
    said = turnpost("inspect", "--game", "chess", "letter.eml")
    assert said.exit_code == NOT_FOUND
    assert said.stderr == f"There is no game called chess. The games are: {', '.join(all_games())}.\n"


SENT_BY = {
    "human": letter("Ann Archer", "3.1: 6 fives"),
    "auto-reply": letter("Ann Archer", "I am away.", Auto_Submitted="auto-replied"),
    "list": letter("Ann Archer", "News of the week", List_Id="<news.players.test>"),
    "unreadable": b"",
    "bounce": (
        b'From: MAILER-DAEMON@mx.test\r\nSubject: Undelivered\r\nContent-Type: multipart/report; boundary="b"; '
        b"report-type=delivery-status\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; "
        b"mx.test\r\n\r\nFinal-Recipient: rfc822; ann@players.test\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b--\r\n"
    ),
    "report": (
        b'From: ann@players.test\r\nSubject: Read\r\nContent-Type: multipart/report; boundary="b"; '
        b"report-type=disposition-notification\r\n\r\n--b\r\nContent-Type: message/disposition-notification\r\n\r\n"
        b"Disposition: manual-action; displayed\r\n\r\n--b--\r\n"
    ),
    "calendar": (
        b"From: ann@players.test\r\nSubject: Accepted\r\nContent-Type: text/calendar; method=REPLY\r\n\r\n"
        b"BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nEND:VCALENDAR\r\n"
    ),
}


@pytest.mark.parametrize("kind", SENT_BY)
def test_inspect_tells_what_sent_a_mail(turnpost: Turnpost, kind: str) -> None:
    found = inspected(turnpost, SENT_BY[kind])
    assert found["class"] == kind
    assert found["orders"] == (["3.1: 6 fives"] if kind == "human" else [])


def test_inspect_prints_for_people_too(turnpost: Turnpost) -> None:
    Path("letter.eml").write_bytes(letter("Ann Archer", "3.1: 6 fives\n3.2: chalenge\n"))
    said = turnpost("inspect", "letter.eml")
    assert "letter.eml: human (person)" in said.output
    assert "order    3.1: 6 fives" in said.output
    assert "wrong    3.2: chalenge" in said.output


def test_inspect_takes_thousands_of_files_and_loads_no_database(turnpost: Turnpost, tmp_path: Path) -> None:
    files = [tmp_path / f"{number:04}.eml" for number in range(2_000)]
    for number, file in enumerate(files):
        file.write_bytes(letter("Ann Archer", f"3.1: {number % 9 + 1} fives"))
    look = (
        "import sys; from processor.cli import app; app(standalone_mode=False); "
        "print(*(sys.modules.keys() & {'sqlmodel', 'sqlalchemy', 'pydantic_settings'}), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", look, "inspect", "--json", *map(str, files)], capture_output=True, text=True, check=True
    )
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["file"] for each in found] == list(map(str, files))
    assert all(len(each["orders"]) == 1 for each in found)
    assert done.stderr == "\n"
    assert not (tmp_path / "turnpost.db").exists()


# --- init -------------------------------------------------------------------------------------------------


BOTH_ADDRESSES = ("--set", "house.address=games@games.test", "--set", "house.gm_address=marian.gray@games.test")


def test_init_asks_for_what_it_needs(turnpost: Turnpost) -> None:
    answers = ["The Long Table", "games@games.test", "Marian", "marian@games.test", "Europe/London"]
    Path("secret").write_text("open sesame\n")
    answers += ["imap.games.test", "games@games.test", "secret", "smtp.games.test", "games", "secret", "starttls"]
    said = turnpost("init", input="\n".join(answers) + "\n")
    assert said.exit_code == DONE
    assert "Now see whether it works: turnpost check --config turnpost.toml" in said.output
    settings = load()
    assert (settings.house.name, settings.house.zone) == ("The Long Table", "Europe/London")
    assert settings.imap
    assert (settings.imap.host, settings.imap.secret()) == ("imap.games.test", "open sesame")
    assert (settings.smtp.host, settings.smtp.security, settings.smtp.port) == ("smtp.games.test", "starttls", 587)


def test_init_does_not_ask_for_what_was_given(turnpost: Turnpost) -> None:
    said = turnpost("init", "--set", "house.name=The Short Table", input="\n" * 20)
    assert said.exit_code == DONE
    assert "What is your house of games called?" not in said.output
    assert load().house.name == "The Short Table"


def test_init_asks_again_for_an_answer_that_cannot_be_right_and_loses_none(turnpost: Turnpost) -> None:
    house = ["The Long Table", "games at games", "games@games.test", "Marian", "games@games.test", "marian@games.test"]
    zone = ["Europe/Lodon", "Europe/London"]
    imap = ["", "", ""]
    smtp = ["mail.games.test", "", "", "yes", "none", "tls"]
    said = turnpost("init", input="\n".join([*house, *zone, *imap, *smtp]) + "\n")
    assert said.exit_code == DONE, said.output
    for words in (
        "this is not one plain mail address",
        "gm_address must differ from address",
        'did you mean "Europe/London"?',
        "must be 'tls', 'starttls' or 'none'",
        "would send the password in the clear",
    ):
        assert words in out(said)
    settings = load()
    assert (settings.house.gm_address, settings.house.zone) == ("marian@games.test", "Europe/London")
    assert (settings.smtp.security, settings.smtp.host) == ("tls", "mail.games.test")


def test_init_proposes_what_follows_from_the_answers_before(turnpost: Turnpost) -> None:
    said = turnpost("init", input="\ngames@table.test\nPercy Gray\n" + "\n" * 20)
    assert said.exit_code == DONE
    settings = load()
    assert settings.imap
    assert settings.house.gm_address == "percy@table.test"
    assert (settings.imap.host, settings.imap.user) == ("imap.table.test", "games@table.test")
    assert (settings.smtp.host, settings.smtp.user) == ("smtp.table.test", "games@table.test")
    assert settings.imap.password_file == settings.smtp.password_file == Path("mail-password").absolute()


def test_init_knows_that_the_mail_server_of_this_machine_may_need_no_login(turnpost: Turnpost) -> None:
    said = turnpost("init", input="\n" * 8 + "localhost\n" + "\n" * 8)
    assert said.exit_code == DONE
    assert (load().smtp.user, load().smtp.security, load().smtp.port) == (None, "none", 25)


def test_init_writes_a_house_without_a_mailbox_for_whoever_has_none(turnpost: Turnpost) -> None:
    said = turnpost("init", input="\n" * 5 + "none\n\nnone\n\n")
    assert said.exit_code == DONE, said.output
    assert "Which file" not in said.output
    assert load().imap is None
    assert (load().smtp.host, load().smtp.user) == ("localhost", None)


def test_init_looks_at_what_was_given_before_it_asks(turnpost: Turnpost) -> None:
    said = turnpost("init", "--set", "house.zone=Mars")
    assert said.exit_code == NOT_RIGHT
    assert "What is your house" not in said.output


@pytest.mark.parametrize("missing", ["house.address", "house.gm_address"])
def test_init_without_questions_makes_up_no_address(turnpost: Turnpost, missing: str) -> None:
    given = next(BOTH_ADDRESSES[at : at + 2] for at in (0, 2) if not BOTH_ADDRESSES[at + 1].startswith(f"{missing}="))
    said = turnpost("init", "--non-interactive", *given)
    assert said.exit_code == NOT_RIGHT
    assert f"{missing} must be given" in said.stderr
    assert not Path("turnpost.toml").exists()


def test_init_without_questions_calls_the_gm_as_the_address_does(turnpost: Turnpost) -> None:
    assert turnpost("init", "--non-interactive", *BOTH_ADDRESSES).exit_code == DONE
    assert load().house.gm_name == "Marian Gray"


def test_init_says_so_where_nothing_can_be_written(turnpost: Turnpost) -> None:
    Path("a-file").write_text("")
    said = turnpost("init", "--non-interactive", *BOTH_ADDRESSES, "--file", "a-file/turnpost.toml")
    assert said.exit_code in (FAILED, NOT_RIGHT)
    assert "--file" in said.stderr


def test_init_without_questions_writes_a_commented_file_that_only_its_owner_can_read(turnpost: Turnpost) -> None:
    said = turnpost(
        "init", "--non-interactive", "--file", "mine.toml", *BOTH_ADDRESSES, "--set", "imap.password=123456"
    )
    assert said.exit_code == DONE
    text = Path("mine.toml").read_text()
    assert '\npassword = "123456"\n' in text
    assert "\n# What the house is called in its mails.\n" in text
    assert Path("mine.toml").stat().st_mode & 0o077 == 0


def test_init_leaves_a_configuration_that_is_there(turnpost: Turnpost) -> None:
    Path("turnpost.toml").write_text("mine")
    said = turnpost("init", "--non-interactive", *BOTH_ADDRESSES)
    assert (said.exit_code, Path("turnpost.toml").read_text()) == (FAILED, "mine")
    assert "--file" in said.stderr


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("imap.host", "Write for instance: --set imap.host=mail.example.org"),
        ("imap.hst=mail.test", "[imap] hst is not a setting. Did you mean host?"),
        ("hous.name=Mine", "[hous] is not a setting. Did you mean house?"),
        ("house.zone=Mars", "there is no such time zone"),
        ("imap.port=many", 'must be a whole number, not "many"'),
    ],
)
def test_init_refuses_a_value_that_cannot_be_right(turnpost: Turnpost, value: str, words: str) -> None:
    said = turnpost("init", "--non-interactive", *BOTH_ADDRESSES, "--set", value)
    assert said.exit_code == NOT_RIGHT
    assert words in said.stderr
    assert not Path("turnpost.toml").exists()


# --- gm, status, show, export, deliver, verify ------------------------------------------------------------


def opened(house: Turnpost) -> None:
    for words in ("new choice choice-1 “Winter Choice” every 2 weeks friday 20:00", "start choice-1"):
        assert house("gm", words).exit_code == DONE


def perudo(house: Turnpost) -> None:
    """A match of five under pseudonyms, which begins by itself."""
    house("gm", 'new perudo perudo-7 "Spring Perudo" seats 5-5 deadline every 2 weeks friday 20:00')
    for number, name in enumerate(PLAYERS):
        joined = house("deliver", "-", input=letter(name, f"join perudo-7 as Mask {number}\n"))
        assert "done (answered)" in joined.output


def test_what_the_gm_says_is_done_and_answered(house: Turnpost) -> None:
    said = house("gm", 'new choice choice-1 "Winter Choice" every 2 weeks friday 20:00')
    assert said.exit_code == DONE
    assert "choice-1 (Winter Choice) is open for sign-up" in said.output


@pytest.mark.parametrize(
    ("words", "way_out"),
    [
        ("start choice-9", "There is no match called choice-9"),
        ("extnd choice-1 by 3 days", "extend"),
        ("what is all this about?", "To see what can be said, write: help"),
        ("join choice-1", "is a word for players"),
        ("new chess chess-1 every 2 weeks friday 20:00", "rules"),
        ("deadline choice-1 friday 30 february 20:00", "There is no 30 February"),
    ],
)
def test_what_cannot_be_done_ends_with_1_and_the_way_out(house: Turnpost, words: str, way_out: str) -> None:
    opened(house)
    said = house("gm", words)
    assert said.exit_code == FAILED
    assert way_out in out(said)


def unprinted(*words: str, onto: str = "> /dev/full") -> tuple[int, str]:
    """How a command ends of which nothing can be printed, and what it says of that."""
    command = [sys.executable, "-m", "processor", *words]
    done = subprocess.run(["bash", "-c", f'"$@" {onto}; exit ${{PIPESTATUS[0]}}', "-", *command], capture_output=True)
    return done.returncode, done.stderr.decode()


@pytest.mark.parametrize(("onto", "why"), [("> /dev/full", "No space left on device"), ("| head -0", "Broken pipe")])
def test_where_the_answer_cannot_be_printed_the_gm_is_told_that_the_word_was_carried_out(
    house: Turnpost, onto: str, why: str
) -> None:
    status, said = unprinted("gm", "new choice choice-1 every 2 weeks friday 20:00", onto=onto)
    assert (status, said.count("\n")) == (NOT_PRINTED, 1)
    assert f"could not be printed to its end ({why}). But what you said has been carried out" in said
    assert 'turnpost gm "log MATCH"' in said
    assert "choice-1" in out(house("status"))


@pytest.mark.parametrize(
    "words", [["status"], ["show", "choice-1"], ["--help"], ["gm", "--help"], ["odds", "dropdead"]]
)
def test_what_cannot_be_printed_ends_with_a_sentence_and_a_pipe_that_was_closed_with_none(
    house: Turnpost, words: list[str]
) -> None:
    opened(house)
    assert unprinted(*words) == (NOT_PRINTED, "The answer could not be printed to its end (No space left on device).\n")
    assert unprinted(*words, onto="| head -0") == (NOT_PRINTED, "")


def test_a_letter_that_was_taken_in_is_not_sent_back_since_that_could_not_be_printed(house: Turnpost) -> None:
    Path("letter.eml").write_bytes(letter("Ann Archer", "games\n"))
    status, said = unprinted("deliver", "letter.eml")
    assert (status, "But the letter has been taken in." in said) == (DONE, True)


def test_a_transcript_that_cannot_be_written_stays_as_it_is(turnpost: Turnpost) -> None:
    Path("spring.txt").write_text("game choice\nseats Anna, Ben\n\nAnna writes:\n    status\n")
    line = f"ulimit -f 0; {sys.executable} -m processor rehearse --fill spring.txt 2>&1 | cat; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (
        FAILED,
        "spring.txt could not be written and stays as it is: File too large.\n",
    )
    assert Path("spring.txt").read_text().endswith("status\n")
    assert turnpost("rehearse", "--fill", "spring.txt").exit_code == DONE


def test_letters_that_lie_aside_are_listed_and_opened_again(house: Turnpost) -> None:
    nobody = (
        "From: ann@games.test, bob@games.test\nSubject: from the two of us\nMessage-ID: <two@games.test>\n\nhello\n"
    )
    assert "put-aside" in house("deliver", input=nobody).stdout
    assert "about: from the two of us" in house("put-aside").stdout
    tried = house("retry", "1")
    assert (tried.exit_code, "lies aside: it names no sender, or more than one" in tried.stdout) == (DONE, True)
    for words, status in ((["held"], DONE), (["bounces"], DONE), (["release", "1"], FAILED), (["retry", "9"], FAILED)):
        assert house(*words).exit_code == status, words
    assert "Letter 1 lies aside, so it stays where it is" in house("put-aside", "1").stdout


def test_a_turn_is_closed_by_hand_only_when_the_mailbox_could_be_read(house: Turnpost) -> None:
    opened(house)
    text = Path("turnpost.toml").read_text()
    imap = '[imap]\nhost = "localhost"\nport = 1\nuser = "games"\npassword = "sesame"\n'
    Path("turnpost.toml").write_text(f"{text}\n{imap}")
    said = house("gm", "run choice-1 turn 1")
    assert said.exit_code == FAILED
    assert "is out of reach" in said.stderr
    assert "turnpost gm --unread" in said.stderr
    said = house("gm", "--unread", "run choice-1 turn 1")
    assert said.exit_code == DONE
    assert "has been closed" in said.output


def test_the_gm_can_ask_for_help_here_too(house: Turnpost) -> None:
    said = house("gm", "help new")
    assert said.exit_code == DONE
    assert "new perudo perudo-7" in out(said)


def test_status_begins_with_how_to_open_a_match(house: Turnpost) -> None:
    said = house("status")
    assert said.exit_code == DONE
    assert "There are no matches yet. To open one: turnpost gm help new" in out(said)
    assert said.output.endswith("Nothing waits.\n")


def test_status_shows_every_match_and_what_waits(house: Turnpost) -> None:
    opened(house)
    house("gm", 'new perudo perudo-7 "Spring Perudo" seats 5-5 every 2 weeks friday 20:00')
    said = house("status").output
    assert re.search(r"choice-1 +choice +running +1 +Fri .* 20:00 +Winter Choice", said)
    assert re.search(r"perudo-7 +perudo +sign-up +- +- +Spring Perudo", said)
    assert "1 mail waiting" in said


@pytest.mark.parametrize("command", ["show", "export"])
def test_an_unknown_match_ends_with_3_and_names_those_there_are(house: Turnpost, command: str) -> None:
    said = house(command, "choice-1")
    assert (said.exit_code, said.stderr) == (
        NOT_FOUND,
        "There is no match called choice-1. There are none yet.\n",
    )
    opened(house)
    said = house(command, "choice-2")
    assert (said.exit_code, said.stderr) == (
        NOT_FOUND,
        "There is no match called choice-2. The matches are: choice-1.\n",
    )


def test_show_is_what_everybody_may_see(house: Turnpost) -> None:
    perudo(house)
    said = house("show", "PERUDO-7")
    assert said.exit_code == DONE
    assert "Spring Perudo (Postal Perudo, perudo-7): running" in said.output
    assert "Turn 1 closes Friday" in said.output
    assert "ORDER OF PLAY" in said.output
    assert not any(name in said.output for name in PLAYERS)
    assert not re.search(r"\d\.\d +[A2-6]( [A2-6])*  ", said.output)


def test_export_tells_only_what_everybody_may_know_before_the_end(house: Turnpost) -> None:
    perudo(house)
    said = house("export", "perudo-7")
    document = json.loads(said.stdout)
    assert said.exit_code == DONE
    assert document.keys().isdisjoint({"seed", "journal"})
    assert document["phase"] == "running"
    assert len(document["commitment"]) == 64
    assert set(document["seats"].values()) == {f"Mask {number}" for number in range(5)}
    assert not any(round_["mine"] or round_["hands"] for round_ in document["view"]["rounds"])
    assert not any(name in said.output or address_of(name) in said.output for name in PLAYERS)


def test_export_tells_the_gm_everything_who_asks_for_it(house: Turnpost) -> None:
    perudo(house)
    document = json.loads(house("export", "perudo-7", "--private").stdout)
    kinds = [entry["kind"] for entry in document["journal"]]
    assert kinds[0] == "MatchOpened"
    assert kinds.count("SeatTaken") == 5
    assert len(bytes.fromhex(document["seed"])) == 32


def test_export_tells_everybody_everything_when_all_is_over(house: Turnpost) -> None:
    perudo(house)
    assert house("gm", "close perudo-7").exit_code == DONE
    document = json.loads(house("export", "perudo-7").stdout)
    assert document["phase"] == "over"
    assert document["journal"][-1]["kind"] == "MatchEnded"
    assert document["seed"]


def imported(turnpost: Turnpost, text: str) -> Result:
    """What comes of an export in a house that knows nothing yet."""
    Path("match.json").write_text(text, encoding="utf-8")
    Path("turnpost.toml").rename("elsewhere.toml")
    for file in Path.cwd().glob("*.db*"):
        file.rename(f"elsewhere-{file.name}")
    asked = ("--set", "house.address=games@other.test", "--set", "house.gm_address=marian@other.test")
    assert turnpost("init", "--non-interactive", *asked, "--set", "smtp.port=1").exit_code == DONE
    return turnpost("import", "match.json")


def test_import_brings_a_match_to_another_house_and_tells_what_to_do_next(house: Turnpost) -> None:
    perudo(house)
    text = house("export", "--private", "perudo-7").stdout
    said = imported(house, text)
    assert said.exit_code == DONE, said.output
    assert "perudo-7 (Spring Perudo) is here now" in out(said)
    assert "games@other.test" in out(said)
    assert house("export", "--private", "perudo-7").stdout == text
    again = house("import", "match.json")
    assert (again.exit_code, "There is a match called perudo-7 here already" in again.stderr) == (FAILED, True)


@pytest.mark.parametrize(
    ("before", "after", "status", "told"),
    [
        ('"game": "perudo"', '"game": "chess"', NOT_FOUND, "no game called chess"),
        ('"format": 1', '"format": 9', FAILED, "Bring this one up to date"),
        ('"face": 1', '"face": 2', DOES_NOT_HOLD, "does not hold, so nothing was imported"),
        ('"journal"', '"diary"', DOES_NOT_HOLD, "does not hold, so nothing was imported"),
    ],
)
def test_import_says_why_not(house: Turnpost, before: str, after: str, status: int, told: str) -> None:
    perudo(house)
    text = house("export", "--private", "perudo-7").stdout
    assert before in text
    said = imported(house, text.replace(before, after))
    assert said.exit_code == status
    assert told in said.stderr
    assert "There are no matches yet" in out(house("status"))


def test_import_wants_a_private_export_in_a_file_that_is_there(house: Turnpost) -> None:
    perudo(house)
    said = imported(house, house("export", "perudo-7").stdout)
    assert (said.exit_code, "export --private perudo-7" in said.stderr) == (FAILED, True)
    assert house("import", "nowhere.json").exit_code == NOT_FOUND


def test_deliver_says_of_an_empty_file_that_it_is_empty(house: Turnpost) -> None:
    for words, name in (("/dev/null",), "/dev/null"), ((), "standard input"):
        said = house("deliver", *words, input="")
        assert said.exit_code == FAILED
        assert said.stderr.startswith(f"There is no mail in this: {name} is empty.")


def test_deliver_takes_a_mail_from_a_pipe_or_a_file(house: Turnpost) -> None:
    opened(house)
    said = house("deliver", input=letter("Ann Archer", "join choice-1"))
    assert (said.exit_code, said.output) == (DONE, "Letter 1: done (answered)\n")
    Path("letter.eml").write_bytes(letter("Bob Brown", "join choice-1"))
    said = house("deliver", "letter.eml")
    assert (said.exit_code, said.output) == (DONE, "Letter 2: done (answered)\n")


def test_deliver_takes_the_time_it_is_told(house: Turnpost) -> None:
    house("deliver", "--at", "2026-11-18T20:00:00+01:00", input=letter("Ann Archer", "games"))
    with open_desk(load()) as desk, desk.database.reading() as store:
        found = inbox.letter(store, 1)
    assert found
    assert found.arrived.isoformat() == "2026-11-18T19:00:00+00:00"


def test_the_same_mail_at_the_same_time_is_delivered_once(house: Turnpost) -> None:
    raw = letter("Ann Archer", "games")
    house("deliver", "--at", "2026-11-18T20:00:00Z", input=raw)
    again = house("deliver", "--at", "2026-11-18T20:00:00Z", input=raw)
    assert (again.exit_code, again.output) == (DONE, "This letter is here already; nothing was done.\n")
    later = house("deliver", "--at", "2026-11-18T20:05:00Z", input=raw)
    assert later.output == "Letter 2: done (copy)\n"


@pytest.mark.parametrize("time", ["yesterday", "2026-13-01T00:00:00Z", "20:00"])
def test_deliver_says_how_a_time_is_written(house: Turnpost, time: str) -> None:
    said = house("deliver", "--at", time, input=letter("Ann Archer", "games"))
    assert said.exit_code == NOT_RIGHT
    assert "--at 2026-12-18T20:00:00Z" in said.stderr


def test_deliver_takes_no_letter_from_the_future_and_closes_no_turn(house: Turnpost) -> None:
    house("gm", 'new choice choice-1 "Winter Choice" deadline 2 seconds after the last')
    house("gm", "start choice-1")
    said = house("deliver", "--at", "2999-01-01T00:00:00Z", input=letter("Ann Archer", "join choice-1"))
    assert said.exit_code == 2
    assert "still to come" in said.stderr
    house("deliver", input=letter("Ann Archer", "games"))
    assert json.loads(out(house("export", "choice-1")))["turn"] == 1


def test_deliver_wants_a_mail(house: Turnpost) -> None:
    said = house("deliver", input=b"\n")
    assert said.exit_code == FAILED
    assert "turnpost deliver < letter.eml" in said.stderr


def test_a_letter_that_cannot_be_kept_just_now_is_left_to_the_mail_server(house: Turnpost) -> None:
    Path("turnpost.db").write_bytes(b"this is no database" * 100)
    said = house("deliver", input=letter("Ann Archer", "games"))
    assert said.exit_code == BUSY
    assert "Restore the last backup" in said.stderr
    Path("turnpost.toml").unlink()
    assert house("deliver", input=letter("Ann Archer", "games")).exit_code == BUSY


@pytest.fixture
def proof(house: Turnpost) -> Path:
    """The proof of a match with some orders in it, as it came by mail."""
    perudo(house)
    calls = "\n".join(f"{dice}.{place}: 2 fives" for dice in range(1, 6) for place in range(1, 6))
    for name in PLAYERS:
        house("deliver", input=letter(name, calls))
    house("gm", "run perudo-7 turn 1")
    house("gm", "close perudo-7")
    with open_desk(load()) as desk, desk.sit(now(), "a test") as sitting:
        file = find(sitting, "perudo-7")
        assert file
        Path("proof.txt").write_text(document(sitting, file))
    return Path("proof.txt")


def test_verify_needs_the_proof_alone(turnpost: Turnpost, proof: Path) -> None:
    Path("turnpost.db").unlink()
    Path("turnpost.toml").unlink()
    said = turnpost("verify", str(proof))
    assert said.exit_code == DONE
    assert re.fullmatch(r"It all holds: [\d,]+ dice and [\d,]+ entries, each made anew from the seed\.\n", said.output)


def test_verify_takes_a_proof_that_a_mail_program_saved_with_its_own_line_ends(turnpost: Turnpost, proof: Path) -> None:
    proof.write_bytes(b"\xef\xbb\xbf" + proof.read_bytes().replace(b"\n", b"\r\n") + b"\r\n")
    assert turnpost("verify", str(proof)).exit_code == DONE


def dice_lines(proof: Path) -> Iterator[str]:
    return (line for line in proof.read_text().splitlines() if re.fullmatch(r"\S+ d\d+ \d+", line))


def test_verify_names_a_changed_roll(turnpost: Turnpost, proof: Path) -> None:
    line = next(dice_lines(proof))
    name, sides, face = line.split()
    proof.write_text(proof.read_text().replace(f"{line}\n", f"{name} {sides} {int(face) % 2 + 1}\n"))
    said = turnpost("verify", str(proof))
    assert said.exit_code == DOES_NOT_HOLD
    assert f"WRONG  changed roll: {name} is listed as {int(face) % 2 + 1}, but the seed gives {face}" in said.output


def test_verify_names_a_missing_roll(turnpost: Turnpost, proof: Path) -> None:
    line = list(dice_lines(proof))[3]
    proof.write_text(proof.read_text().replace(f"{line}\n", ""))
    said = turnpost("verify", str(proof))
    assert said.exit_code == DOES_NOT_HOLD
    assert f"WRONG  missing roll: {line.split()[0]}" in said.output


def test_verify_names_an_extra_roll(turnpost: Turnpost, proof: Path) -> None:
    line = next(dice_lines(proof))
    proof.write_text(proof.read_text().replace(f"{line}\n", f"{line}\nperudo/loaded d6 6\n{line}\n"))
    said = turnpost("verify", str(proof))
    assert said.exit_code == DOES_NOT_HOLD
    assert "WRONG  extra roll: perudo/loaded" in said.output
    assert f"WRONG  extra roll: {line.split()[0]} is listed twice" in said.output


def test_verify_says_what_to_do_with_something_that_is_no_proof(turnpost: Turnpost) -> None:
    Path("letter.eml").write_bytes(letter("Ann Archer", "hello"))
    said = turnpost("verify", "letter.eml")
    assert said.exit_code == FAILED
    assert "Save the attachment of the last mail as it is" in said.stderr


# --- rehearse ---------------------------------------------------------------------------------------------


def test_rehearse_ends_with_1_where_the_text_is_no_transcript(turnpost: Turnpost) -> None:
    Path("spring.txt").write_text("game chess\n")
    said = turnpost("rehearse", "spring.txt")
    assert said.exit_code == FAILED
    assert "chess" in said.stderr


@pytest.mark.parametrize("text", ["", "\n\n", "# only a remark\n", "print nobody\n"])
def test_rehearse_ends_with_1_where_there_is_nothing_to_play(turnpost: Turnpost, text: str) -> None:
    Path("spring.txt").write_text(text)
    said = turnpost("rehearse", "spring.txt")
    assert (said.exit_code, said.stdout) == (FAILED, "")
    assert "nothing is played here" in said.stderr


GOOD_START = "game choice\nseats Anna\n\nAnna writes:\n    Good evening!\n\n"


@pytest.mark.parametrize("slip", ["Ben writes:\n    me, too", "Turn 9 closes", "Anna sleeps", "title Too late"])
def test_rehearse_prints_what_was_played_before_the_line_that_is_wrong(turnpost: Turnpost, slip: str) -> None:
    Path("spring.txt").write_text(GOOD_START + slip + "\n")
    said = turnpost("rehearse", "spring.txt")
    assert said.exit_code == FAILED
    assert "-> mail to Anna: [choice-1] Your letter" in said.stdout
    assert slip not in said.stdout
    assert said.stderr.startswith("Line 7: ")
    told = json.loads(turnpost("rehearse", "--json", "spring.txt").stdout)
    assert [receipt["from"] for receipt in told["receipts"]] == ["anna@example.org"]


def test_rehearse_fills_in_nothing_where_a_line_is_wrong(turnpost: Turnpost) -> None:
    Path("spring.txt").write_text(GOOD_START + "Turn 9 closes\n")
    said = turnpost("rehearse", "--fill", "spring.txt")
    assert (said.exit_code, said.stdout) == (FAILED, "")
    assert Path("spring.txt").read_text() == GOOD_START + "Turn 9 closes\n"


def test_rehearse_prints_nothing_where_the_first_thing_that_happens_is_wrong(turnpost: Turnpost) -> None:
    Path("spring.txt").write_text("game choice\nseats Anna\n\nTurn 9 closes\n")
    said = turnpost("rehearse", "spring.txt")
    assert (said.exit_code, said.stdout) == (FAILED, "")
    assert said.stderr.startswith("Line 4: ")


def test_rehearse_says_in_a_sentence_that_a_file_is_no_text_and_reads_one_with_a_mark_of_its_encoding(
    turnpost: Turnpost,
) -> None:
    Path("spring.txt").write_bytes(b"\xff\xd8 a picture")
    said = turnpost("rehearse", "spring.txt")
    assert said.exit_code == FAILED
    assert "plain text, UTF-8" in said.stderr
    Path("spring.txt").write_bytes(b"\xef\xbb\xbfgame choice\nseats Anna\n")
    assert turnpost("rehearse", "spring.txt").exit_code == DONE


# --- run-once and serve without a mailbox -----------------------------------------------------------------


def test_run_once_without_a_mail_server_keeps_the_mails(house: Turnpost) -> None:
    opened(house)
    said = house("run-once")
    assert said.exit_code == DONE
    assert "1 mail" in house("status").output


def test_a_password_that_cannot_be_read_is_told_in_a_sentence(house: Turnpost) -> None:
    text = Path("turnpost.toml").read_text().replace("\n[smtp]\n", '\n[smtp]\nuser = "games"\npassword_file = "gone"\n')
    Path("turnpost.toml").write_text(text)
    for command in ("run-once", "serve"):
        said = house(command)
        assert said.exit_code == FAILED
        assert re.fullmatch(r"The password_file .*gone cannot be read: .*\n", said.stderr)
    said = house("check")
    assert said.exit_code == FAILED
    assert "BAD  the password for sending mail cannot be had" in said.output


# --- check where things are not well ----------------------------------------------------------------------


def checked(turnpost: Turnpost, before: str, after: str) -> str:
    """What the check says when that has been changed in the configuration."""
    text = Path("turnpost.toml").read_text()
    assert before in text
    Path("turnpost.toml").write_text(text.replace(before, after))
    said = turnpost("check")
    assert said.exit_code == FAILED
    for word in ("outbox", "tried again", "next round"):  # a service may speak like that, but none is running
        assert word not in said.output
    return out(said)


def test_check_says_that_nobody_answers_and_where_that_is_set(house: Turnpost) -> None:
    said = checked(house, "port = 1\n", "port = 1\n")
    assert "Nobody answers at localhost, port 1. Please check host and port in [smtp] of turnpost.toml" in said
    assert "587 with starttls" in said


def test_check_says_that_a_server_is_unknown(house: Turnpost) -> None:
    said = checked(house, '#host = "localhost"', 'host = "mail.invalid"')
    assert "There is no server called mail.invalid. Is host spelt right in [smtp] of turnpost.toml?" in said


def test_check_says_where_the_database_has_no_folder(house: Turnpost) -> None:
    said = checked(house, "#[database]\n", '[database]\nurl = "sqlite:///gone/turnpost.db"\n')
    assert "There is no folder" in said
    assert "Make it, or change url in [database] of turnpost.toml." in said


def test_check_says_who_may_not_write_the_database(house: Turnpost, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("turnpost.db").unlink()
    Path("turnpost.db").mkdir()
    monkeypatch.setattr("processor.daemon.advice.os.access", lambda *_: False)
    said = checked(house, "#[database]\n", '[database]\nurl = "sqlite:///turnpost.db"\n')
    assert "may not write to" in said


def test_a_database_that_cannot_be_used_points_to_the_check(house: Turnpost) -> None:
    text = Path("turnpost.toml").read_text()
    Path("turnpost.toml").write_text(text.replace("#[database]\n", '[database]\nurl = "sqlite:///gone/x.db"\n'))
    said = house("status")
    assert said.exit_code == FAILED
    assert said.stderr.endswith("To see what to mend, run: turnpost check\n")


# --- On real servers --------------------------------------------------------------------------------------


@pytest.fixture
def real(mail_hub: MailHub, tmp_path: Path, turnpost: Turnpost) -> Iterator[Town]:
    """A house at a real provider, in this folder."""
    with found(mail_hub, tmp_path) as town:
        yield town


def change(before: str, after: str) -> None:
    text = Path("turnpost.toml").read_text()
    assert before in text
    Path("turnpost.toml").write_text(text.replace(before, after))


@pytest.mark.servers
def test_check_tries_everything_and_leaves_nothing_behind(real: Town, turnpost: Turnpost) -> None:
    said = turnpost("check")
    assert said.exit_code == DONE, said.output
    assert "BAD" not in said.output
    for words in ("the database can be read", "it can do: ", "IDLE", "its folders: INBOX", "went out and came back"):
        assert words in said.output
    assert said.output.endswith("All is well. Start it with: turnpost serve\n")
    assert real.house.mails() == []


@pytest.mark.servers
@pytest.mark.parametrize(
    ("before", "after", "advice"),
    [
        (
            'password_file = "password"',
            'password = "sesame, open"',
            "refused our login. Please check user and password",
        ),
        ("imap_port", "smtp_port", "Please check port and `security`"),
        ("imap_port", "1", "Nobody answers at"),
        ("imap_ca", "# ca_file", "name its certificate as `ca_file`"),
        ("smtp_port", "1", "no mail can be sent"),
        ("smtp_ca", "# ca_file", "name its certificate as `ca_file`"),
    ],
)
def test_check_says_what_to_mend(real: Town, turnpost: Turnpost, before: str, after: str, advice: str) -> None:
    lines = {
        "imap_port": f"port = {real.hub.imaps_port}",
        "smtp_port": f"port = {real.hub.smtp_port}",
        "imap_ca": f'ca_file = "{real.hub.imap_ca_file}"',
        "smtp_ca": f'ca_file = "{real.hub.smtp_ca_file}"',
    }
    wanted = lines.get(after) or (f"port = {after}" if after == "1" else after)
    change(lines.get(before, before), wanted)
    said = turnpost("check")
    assert said.exit_code == FAILED
    assert "BAD" in said.output
    assert advice in out(said)
    assert "open sesame" not in said.output
    assert "sesame, open" not in said.output


@pytest.mark.servers
def test_check_tells_where_plus_addresses_do_not_come_back(real: Town, turnpost: Turnpost) -> None:
    """The house's address leads to another mailbox than the one that is read."""
    change(f'address = "{real.house.address}"', f'address = "{real.person("Elsewhere").address}"')
    said = [show(found) for found in checkup(load(), patience=timedelta(seconds=1))]
    assert said[-1].startswith("BAD  a mail to ourselves")
    assert "has not come back within 1 seconds" in said[-1]
    assert "set plus_addresses = false in [house]" in said[-1]


@pytest.mark.servers
def test_a_second_run_once_at_the_same_time_leaves_with_75(real: Town, turnpost: Turnpost) -> None:
    ann = real.person("Ann Archer")
    ann.write(real.house.address, "games")
    command = [sys.executable, "-m", "processor", "run-once"]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) for _ in range(3)]
    ended = [(process.communicate(timeout=60)[0], process.returncode) for process in both]
    assert {status for _, status in ended} <= {DONE, BUSY}
    assert DONE in {status for _, status in ended}
    assert all("so this one leaves it alone" in words for words, status in ended if status == BUSY)
    wait_for_post(real.hub)
    assert [mail.subject for mail in ann.mails()] == ["[The Long Table] An answer to your letter"]


@pytest.mark.servers
def test_run_once_leaves_a_mailbox_alone_that_a_service_reads(real: Town, turnpost: Turnpost) -> None:
    with real.desk.database.begin() as store:
        assert lease.take_lease(store, "mailbox imap", "another", real.clock(), real.clock() + timedelta(minutes=3))
    said = turnpost("run-once")
    assert said.exit_code == BUSY
    assert said.stderr == "Another Turnpost is reading this mailbox just now, so this one leaves it alone.\n"


@pytest.mark.servers
def test_run_once_sends_what_waits_even_where_the_mailbox_is_out_of_reach(real: Town, turnpost: Turnpost) -> None:
    assert turnpost("gm", "new choice choice-1 every 2 weeks friday 20:00").exit_code == DONE
    assert turnpost("gm", "start choice-1").exit_code == DONE
    change(f"port = {real.hub.imaps_port}", "port = 1")
    said = turnpost("run-once")
    assert said.exit_code == FAILED
    assert "is out of reach at the moment. Nothing is lost" in said.stderr
    wait_for_post(real.hub)
    assert "begins" in real.gm.last().subject
