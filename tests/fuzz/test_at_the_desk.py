"""Whatever is sent to a house, each letter ends done, held or put aside, with a reason, and never by our fault."""

import re
from pathlib import Path
from time import process_time

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from processor.games import all_games
from processor.mail.write import has_phrase
from processor.store import inbox
from processor.store.inbox import Fetched
from tests.desk.sandbox import ADDRESS, Sandbox
from tests.fuzz.hostile import HOSTILE
from tests.fuzz.words import letters
from tests.secrecy.world import OBSERVER, world

GAMES = sorted(all_games())
SECONDS_A_MAIL = 1.0
CORPUS = [path.read_bytes() for path in sorted((Path(__file__).parents[1] / "mail" / "mails").glob("*.eml"))]
_REASON = re.compile(r"[a-z][a-z0-9:-]+")
BRIEFLY = settings(max_examples=25, suppress_health_check=list(HealthCheck), phases=(Phase.generate,))
AT_LENGTH = settings(BRIEFLY, max_examples=500)
every_game = pytest.mark.parametrize("game", GAMES)


def arrives(desk: Sandbox, raw: bytes) -> None:
    """A mail comes and is opened, and nothing of it is left over."""
    desk.letters += 1
    message_id = f"<fuzz-{desk.letters}@x.test>"
    with desk.desk.database.begin() as store:
        (number,) = inbox.keep(store, "fuzz", 0, [Fetched(None, desk.now, raw, len(raw), False, message_id)]).new
    before = process_time()
    desk.open()
    took = process_time() - before
    with desk.desk.database.reading() as store:
        letter = inbox.letter(store, number)
        assert inbox.next_arrival(store) is None
    assert letter
    assert letter.status in ("done", "held", "put-aside")
    assert _REASON.fullmatch(letter.reason), letter.reason
    assert letter.reason != "our-fault", letter.trace
    assert letter.status != "put-aside" or has_phrase(f"aside-{letter.reason}"), "the GM is told why in words"
    assert took < SECONDS_A_MAIL


def played(game: str) -> Sandbox:
    return world(game).sandbox


def check(desk: Sandbox, text: str, subject: str) -> None:
    to = desk.reply_to[OBSERVER]
    head = f"From: {OBSERVER}\nTo: {to}\nSubject: {subject}\nContent-Type: text/plain; charset=utf-8\n\n"
    arrives(desk, f"{head}{text}\n".encode("utf-8", "surrogatepass"))


@every_game
@BRIEFLY
@given(text=letters(), subject=st.sampled_from(["", "Re: [perudo-1] Turn 3", "my orders"]))
def test_orders_made_of_a_games_own_words_are_all_dealt_with(game, text, subject):
    check(played(game), text, subject)


@BRIEFLY
@given(raw=st.sampled_from(CORPUS), sender=st.sampled_from([OBSERVER, "stranger@x.test"]), place=st.floats(0, 1))
def test_mails_of_the_corpus_cut_off_anywhere_are_all_dealt_with(raw, sender, place):
    arrives(played(GAMES[0]), raw.replace(b"ann@players.test", sender.encode())[: int(place * len(raw))])


@pytest.mark.parametrize("raw", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_mails_of_a_player_are_all_dealt_with_in_a_second(raw):
    token = played(GAMES[0]).reply_to[OBSERVER].encode()
    sender = b"From: " + OBSERVER.encode() + b"\nTo: " + token
    arrives(played(GAMES[0]), raw.replace(b"From: a@b.test", sender, 1))


@pytest.mark.slow
@every_game
@AT_LENGTH
@given(text=letters(), subject=letters(1).map(lambda text: text.replace("\n", " ")))
def test_orders_are_all_dealt_with_at_length(game, text, subject):
    check(played(game), text, subject)


def test_the_desk_of_the_tests_is_the_one_that_mails_go_to():
    assert played(GAMES[0]).reply_to[OBSERVER].endswith(ADDRESS.partition("@")[2])
