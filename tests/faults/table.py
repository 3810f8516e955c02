"""The faults, one a line: by name, what the server does, what we say of it, and what comes of it in the end."""

from collections.abc import Iterator
from itertools import cycle

from imapclient import IMAPClient

from processor.wire.faults import EncryptionMissing, LoginRefused, MailboxLost, MailboxRefused
from tests.daemon.stage import GAMES, PASSWORD, PLAYERS, Stage
from tests.faults.play import HASTE, Fault, Spell
from tests.servers.gremlin import Answer, Drop, DropAfter, Mumble, Prank, Silence
from tests.servers.grounds import HOST

ALL_READ = "the next round reads, answers and puts away every letter, once"
UNNOTICED = "every letter is read, answered and put away, once"
SENT = "every mail goes out later, once"

IMAP_COMMANDS = {
    "LOGIN": r"\w LOGIN",
    "LIST": r"\w LIST",
    "SELECT": r"\w SELECT",
    "NOOP": r"\w NOOP",
    "SEARCH": "UID SEARCH",
    "FETCH of sizes and stamps": "UID FETCH.*SIZE",
    "FETCH of letters": "UID FETCH.*BODY",
    "MOVE": "UID MOVE",
    "LOGOUT": r"\w LOGOUT",
}
DEATHS: dict[str, Prank] = {
    "the line drops before the server hears {}": Drop(),
    "the line drops before we hear the answer to {}": DropAfter(),
    "the server says BYE to {}": Answer("* BYE down for maintenance"),
    "the server says BYE and hangs up at {}": Drop("* BYE down for maintenance\r\n"),
    "the line drops in the middle of the answer to {}": Drop("* 1 FETCH (BODY[] {4000}\r\nFrom: ann"),
    "half a line is all that is answered to {}": Mumble("* 1 FET"),
    "nobody answers {}": Silence(),
    "nonsense is answered to {}": Answer("* ?? \0 {"),
}
SMTP_COMMANDS = {"EHLO": "EHLO", "MAIL": "MAIL FROM", "RCPT": "RCPT TO", "DATA": "^DATA"}
NO_MOVE = (rb" MOVE\b", b"")
NO_UIDPLUS = (rb" UIDPLUS\b", b"")


def every_fault() -> tuple[Fault, ...]:
    """All of them, every death at every command."""
    deaths = [_death(words, command) for words in DEATHS for command in IMAP_COMMANDS]
    return (*deaths, *MAILBOX, *_smtp_deaths(), *RELAY)


def some_faults() -> tuple[Fault, ...]:
    """Of the deaths every one at some command, and every command with one of them; all other faults."""
    deaths = [_death(words, command) for words, command in zip(cycle(DEATHS), IMAP_COMMANDS, strict=False)]
    return (*deaths, *MAILBOX, *_smtp_deaths(), *RELAY)


def _death(words: str, command: str) -> Fault:
    """Of a death at the farewell we need not hear."""
    says = None if command == "LOGOUT" else MailboxLost
    spell = Spell(says, {IMAP_COMMANDS[command]: DEATHS[words]})
    return Fault(words.format(command), "imap", (spell,), UNNOTICED if says is None else ALL_READ)


# --- The mailbox ------------------------------------------------------------------------------------------


def _human(stage: Stage) -> IMAPClient:
    client = IMAPClient(HOST, stage.office.imap_port, ssl=False, timeout=10)
    client.login(GAMES, PASSWORD)
    client.select_folder("INBOX")
    return client


def _deletes_a_copy(stage: Stage) -> None:
    _comes_twice(stage)
    _deletes_one(stage)


def _deletes_one(stage: Stage) -> None:
    with _human(stage) as human:
        human.delete_messages(human.search()[:1])
        human.expunge()


def _moves_one(stage: Stage) -> None:
    with _human(stage) as human:
        human.move(human.search()[:1], "Processed")


def _reads_and_flags_all(stage: Stage) -> None:
    with _human(stage) as human:
        human.add_flags(human.search(), [rb"\Seen", rb"\Flagged", rb"\Answered"])


def _comes_twice(stage: Stage) -> None:
    raw = stage.office.mailboxes()[GAMES]["INBOX"][0]
    stage.office.deliver(GAMES, raw, PLAYERS["Ann"])


def _leaves_a_gap(stage: Stage) -> None:
    """Fifty letters come and go, so that the UIDs of the next are far from those of the last."""
    with _human(stage) as human:
        for _ in range(50):
            human.append("INBOX", b"Subject: gone\r\n\r\n", [rb"\Deleted"])
        human.expunge()
    stage.write("Bob", stage.orders("Bob", 1, 2))


MAILBOX: tuple[Fault, ...] = (
    Fault(
        "the server greets with BYE",
        "imap",
        (Spell(MailboxLost, edits=[(rb"^\* OK .*\r\n", b"* BYE too many visitors\r\n")]),),
        ALL_READ,
    ),
    Fault("nobody lets us in: wrong password", "imap", (Spell(LoginRefused, account={"password": "no"}),), ALL_READ),
    Fault(
        "nobody lets us in: stale XOAUTH2 token",
        "imap",
        (Spell(LoginRefused, account={"password": "no", "auth": "xoauth2"}),),
        ALL_READ,
    ),
    Fault(
        "the login is refused for the moment",
        "imap",
        (Spell(MailboxLost, {r"\w LOGIN": Answer("{tag} NO [UNAVAILABLE] come back later")}),),
        ALL_READ,
    ),
    Fault(
        "STARTTLS is not offered, or was cut out on the way",
        "imap",
        (Spell(EncryptionMissing, account={"security": "starttls"}),),
        ALL_READ + "; not a word was said in plain",
    ),
    Fault(
        "TLS is not spoken there",
        "imap",
        (Spell(EncryptionMissing, account={"security": "tls", "timeout": HASTE}),),
        ALL_READ,
    ),
    Fault(
        "SEARCH is refused",
        "imap",
        (Spell(MailboxRefused, {"UID SEARCH": Answer("{tag} NO [SERVERBUG] index broken")}),),
        ALL_READ,
    ),
    Fault("MOVE is refused", "imap", (Spell(None, {"UID MOVE": Answer("{tag} NO [CANNOT] no")}),), UNNOTICED),
    Fault("MOVE is not understood", "imap", (Spell(None, {"UID MOVE": Answer("{tag} BAD what?")}),), UNNOTICED),
    Fault(
        "nothing can be moved or copied, the mailbox is full",
        "imap",
        (Spell(MailboxRefused, {"UID (MOVE|COPY)": Answer("{tag} NO [OVERQUOTA] full")}, times=9),),
        "every letter is answered at once, and put away by the next round",
    ),
    Fault("there is no MOVE", "imap", (Spell(None, edits=[NO_MOVE]),), UNNOTICED),
    Fault("there is neither MOVE nor UIDPLUS", "imap", (Spell(None, edits=[NO_MOVE, NO_UIDPLUS]),), UNNOTICED),
    Fault("there is no IDLE", "imap", (Spell(None, edits=[(rb" IDLE\b", b"")]),), UNNOTICED),
    Fault(
        "the mailbox is numbered anew (UIDVALIDITY)",
        "imap",
        (
            Spell(MailboxLost, {"UID MOVE": Drop()}),
            Spell(None, edits=[(rb"UIDVALIDITY (\d+)", rb"UIDVALIDITY 7\1")]),
        ),
        "the letters are known again, and nothing is answered twice",
    ),
    Fault("UIDs jump", "imap", (Spell(),), UNNOTICED, before=_leaves_a_gap, receipts=(1, 2)),
    Fault(
        "a letter comes twice", "imap", (Spell(),), "it is answered once, and both are put away", before=_comes_twice
    ),
    Fault(
        "a human deletes a letter between search and fetch of the sizes",
        "imap",
        (Spell(at="UID FETCH.*SIZE", by_hand=_deletes_a_copy),),
        "the others are read",
    ),
    Fault(
        "a human deletes a letter that was read and not yet put away",
        "imap",
        (Spell(at="UID MOVE", by_hand=_deletes_one),),
        "it is answered all the same",
        missing=1,
    ),
    Fault(
        "a human moves a letter that was read and not yet put away",
        "imap",
        (Spell(at="UID MOVE", by_hand=_moves_one),),
        UNNOTICED,
    ),
    Fault(
        "a human has read, flagged and marked the letters",
        "imap",
        (Spell(),),
        "they are read like any others",
        before=_reads_and_flags_all,
    ),
    Fault(
        "there is no INTERNALDATE",
        "imap",
        (Spell(None, edits=[(rb'INTERNALDATE "[^"]*" ?', b"")]),),
        "the letters count as having come when we looked",
    ),
    *(
        Fault(
            f"INTERNALDATE is {stamp.decode()}",
            "imap",
            (Spell(None, edits=[(rb'INTERNALDATE "[^"]*"', b"INTERNALDATE " + stamp)]),),
            "the letters count as having come when we looked",
        )
        for stamp in (b'"17-Jul-1971 02:44:25 -0700"', b'"31-Dec-9999 23:00:00 -1200"', b"NIL", b'"?"')
    ),
    Fault(
        "there is no RFC822.SIZE",
        "imap",
        (Spell(None, edits=[(rb"RFC822\.SIZE \d+ ?", b"")]),),
        UNNOTICED,
    ),
)


# --- The way out ------------------------------------------------------------------------------------------


def _smtp_deaths() -> Iterator[Fault]:
    for command, pattern in SMTP_COMMANDS.items():
        for words, prank in (("the line drops at", Drop()), ("nobody answers", Silence())):
            yield Fault(f"{words} {command}", "smtp", (Spell(None, {pattern: prank}, times=99),), SENT)


def _verdict(name: str, pattern: str, words: str, outcome: str, given_up: int, receipts: tuple[int, int]) -> Fault:
    spell = Spell(None, {pattern: Answer(words)}, times=99)
    return Fault(name, "smtp", (spell,), outcome, receipts=receipts, given_up=given_up)


_FINAL_DOT = r"^\.$"
_REFUSED = "the mail is given up and the GM told, once"
_LOGIN = {"user": GAMES, "password": "no"}

RELAY: tuple[Fault, ...] = (
    *(
        _verdict(f"4xx at {command}", pattern, "451 4.3.0 not now", SENT, 0, (1, 1))
        for command, pattern in SMTP_COMMANDS.items()
        if command != "EHLO"
    ),
    *(
        _verdict(f"5xx at {command} of every mail", pattern, "554 5.7.1 never", _REFUSED, 2, (0, 0))
        for command, pattern in SMTP_COMMANDS.items()
        if command != "EHLO"
    ),
    _verdict("greylisting", "RCPT TO", "451 4.7.1 greylisted, come back in five minutes", SENT, 0, (1, 1)),
    _verdict("one bad recipient", "RCPT TO:<ann@", "550 5.1.1 no such user", "the others get theirs", 1, (0, 1)),
    Fault(
        "a mail is larger than the server takes",
        "smtp",
        (Spell(None, {"MAIL FROM:.*SIZE=": Answer("552 5.3.4 too big")}, times=99),),
        _REFUSED,
        receipts=(0, 0),
        given_up=2,
    ),
    Fault(
        "421: the server hangs up on us again and again",
        "smtp",
        (Spell(None, {"MAIL FROM": Answer("421 4.3.2 closing")}, times=99),),
        SENT,
    ),
    Fault("the line drops before the final dot is heard", "smtp", (Spell(None, {_FINAL_DOT: Drop()}),), SENT),
    Fault(
        "the line drops after the final dot was heard",
        "smtp",
        (Spell(None, {_FINAL_DOT: DropAfter()}),),
        "that mail comes twice, under one Message-ID",
        repeated=1,
    ),
    Fault(
        "nobody says what became of a mail",
        "smtp",
        (Spell(None, {_FINAL_DOT: Silence()}),),
        SENT,
    ),
    Fault("the server greets with 554", "smtp", (Spell(None, edits=[(rb"^220 .*\r\n", b"554 closed\r\n")]),), SENT),
    Fault(
        "the password is refused",
        "smtp",
        (Spell(LoginRefused, account=_LOGIN),),
        "we say what to do; " + SENT,
    ),
    Fault(
        "the XOAUTH2 token is refused",
        "smtp",
        (
            Spell(
                LoginRefused,
                {"^AUTH XOAUTH2": Answer("535 5.7.8 token expired")},
                edits=[(rb"AUTH LOGIN PLAIN", b"AUTH LOGIN PLAIN XOAUTH2")],
                account=_LOGIN | {"auth": "xoauth2"},
            ),
        ),
        "we say what to do; " + SENT,
    ),
    *(
        Fault(
            name,
            "smtp",
            (Spell(EncryptionMissing, account={"security": security}),),
            "not a word goes out in plain; " + SENT,
        )
        for name, security in (("STARTTLS is not offered, or was cut out", "starttls"), ("TLS is not spoken", "tls"))
    ),
)
