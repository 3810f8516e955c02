"""What every game on the shelf must satisfy. A new game needs no line here: it is found by scanning."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from processor.core.calendar import OnDatesGiven
from processor.core.dice import Dice, commitment
from processor.core.events import (
    HOUSE_EVENTS,
    GmRuled,
    MatchEnded,
    MatchOpened,
    OrdersFiled,
    SeatLeft,
    TurnClosed,
    rolls_in,
)
from processor.core.game import Game
from processor.core.match import Match, Phase, evolve, fold
from processor.core.money import MATCH, movements_in, seat_account, sums
from processor.core.referee import (
    CloseMatch,
    CloseTurn,
    FileOrders,
    GiveDice,
    LeaveSeat,
    RuleAsGm,
    StartMatch,
    TakeSeat,
    decide,
    open_match,
)
from processor.core.replay import replay
from processor.core.ruling import Ruling
from processor.core.text import lines, normalise
from processor.core.wording import Wording
from processor.desk.casemail import rule_in_question
from processor.games import all_games
from processor.mail.write import render
from processor.paths import shelf
from processor.rehearsal import as_document, rehearse
from processor.store.codec import Codec, dump

GAMES = list(all_games().values())
SEED = b"every game on the shelf, 32 bytes"
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal")
NOON = datetime(2027, 1, 4, 12, tzinfo=UTC)
MUCH_LATER = datetime(2199, 1, 1, tzinfo=UTC)
MOST_TURNS = 60
PLENTY = 1000
"""Pence in the account of everybody at these tables."""
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@dataclass
class Table:
    """A match in play and its journal."""

    match: Match
    seed: bytes
    journal: list[Any]

    def tell(self, instruction: Any) -> Ruling:
        ruling = decide(self.match, instruction, self.seed)
        assert isinstance(ruling, Ruling), ruling
        self.journal.extend(ruling.events)
        self.match = ruling.match
        return ruling

    def letter(self, seat: int, text: str, next_due: datetime | None = None) -> tuple[str, ...]:
        """The reasons of everything that was wrong with a player's letter."""
        if seat not in self.match.seats:
            self.tell(TakeSeat(100 + seat, NAMES[seat - 1], NAMES[seat - 1] if self.match.game.pseudonyms else None))
        reading = self.match.game.read(lines(normalise(text)))
        checked = self.tell(FileOrders(seat, reading.written, next_due, PLENTY)).checked
        assert checked
        return tuple(each.reason for each in (*reading.complaints, *checked.complaints))

    def hear_gm(self, text: str) -> None:
        """What only the GM can tell, as far as the game can take it."""
        if self.match.game.read_gm:
            self.tell(RuleAsGm(self.match.game.read_gm(lines(normalise(text))).written, MUCH_LATER))

    def close(self) -> None:
        self.tell(CloseTurn(self.match.turn, None))

    def view(self, seat: int | None) -> Any:
        return self.match.game.view(self.match.state, seat)


def table(
    game: Game[Any],
    seats: int,
    seed: bytes = SEED,
    options: Mapping[str, Any] | None = None,
    dice: tuple[str, ...] = (),
    due: datetime | None = None,
) -> Table:
    chosen = {option.name: option.default for option in game.options} | dict(options or {})
    opened = MatchOpened(
        f"{game.name}-1", game.name, game.title, commitment(seed), OnDatesGiven(), "UTC", 0, 20, None, chosen
    )
    ruling = open_match(game, opened)
    made = Table(ruling.match, seed, list(ruling.events))
    for seat in range(1, seats + 1):
        name = NAMES[seat - 1]
        made.tell(TakeSeat(100 + seat, name, name if game.pseudonyms else None))
    for words in dice:
        made.tell(GiveDice(words))
    made.tell(StartMatch(due, dict.fromkeys(made.match.seats, PLENTY)))
    return made


def bot(game: Game[Any]) -> Any:
    return import_module(f"tests.games.{game.name}.bot")


@cache
def played(name: str, number: int) -> Table:
    """A full match between bots who now and then forget to write; the GM ends it if it does not end by itself."""
    game, rng = all_games()[name], Random(number)
    made = table(game, max(game.fewest_seats, 3), bytes([number]) * 32)
    seats = sorted(made.match.seats)
    while made.match.phase is Phase.RUNNING and made.match.turn <= MOST_TURNS:
        for seat in seats:
            text = bot(game).letter(made.view(seat), rng)
            if text and (made.match.turn == 1 or rng.random() < 0.9):
                assert made.letter(seat, text) == (), text
        if made.match.phase is Phase.RUNNING:  # a letter may have ended it
            made.close()
        if made.match.phase is Phase.RUNNING and hasattr(bot(game), "gm_letter"):
            made.hear_gm(bot(game).gm_letter(made.view(None), rng))
    if made.match.phase is Phase.RUNNING:
        made.tell(CloseMatch())
    return made


matches = pytest.mark.parametrize("number", range(8))


def mistakes() -> Iterator[Any]:
    for game in GAMES:
        wording = Wording(game.name)
        for label, mistake in wording.mistakes.items():
            for number, example in enumerate(mistake.examples, start=1):
                before = mistake.before
                yield pytest.param(game, wording.setup, label, before, example, id=f"{game.name}-{label}-{number}")


@every_game
def test_a_game_has_its_five_places(game):
    for place in ("processor/games", "grammar", "mailtemplates", "data", "tests/games"):
        root = shelf("data").parent if place not in ("processor/games", "tests/games") else Path(__file__).parents[1]
        assert (root / place / game.name).is_dir(), place
    for page in ("position", "results", "penalty", "leaving"):
        assert (shelf("mailtemplates") / game.name / f"{page}.j2").is_file()


@every_game
def test_a_game_has_numbered_rules_and_help_in_lines_that_fit_a_mail(game):
    for name in ("rules.txt", "help.txt"):
        text = (shelf("data") / game.name / name).read_text(encoding="utf-8")
        assert max(map(len, text.splitlines())) <= 72
    rules = (shelf("data") / game.name / "rules.txt").read_text(encoding="utf-8")
    assert "\n1." in f"\n{rules.replace(' 1.', '1.')}"


@every_game
def test_the_rule_on_missing_orders_stands_in_the_sheet(game):
    state = table(game, max(game.fewest_seats, 3)).match.state
    number = game.missing_rule(state) if game.missing_rule else None
    assert rule_in_question(game, "", "", number).strip().startswith(f"{number}." if number else "")


@every_game
def test_events_and_orders_have_names_of_their_own(game):
    names = [kind.__name__ for kind in (*game.events, *game.orders, *HOUSE_EVENTS)]
    assert len(set(names)) == len(names)


@every_game
@matches
def test_a_full_match_comes_to_its_end(game, number):
    assert played(game.name, number).match.phase is Phase.OVER


@every_game
@matches
def test_every_event_survives_the_journal(game, number):
    codec = Codec(game.events, game.orders)
    for event in played(game.name, number).journal:
        assert codec.load(type(event).__name__, dump(event)) == event


@every_game
@matches
def test_a_match_is_its_journal_at_every_step(game, number):
    journal = played(game.name, number).journal
    match = fold(game, journal[:1])
    for event in journal[1:]:
        match = evolve(match, event)
    assert match == played(game.name, number).match == fold(game, journal)


@every_game
@matches
def test_a_match_played_again_from_its_orders_is_the_same(game, number):
    made = played(game.name, number)
    again, final = replay(game, made.journal, made.seed)
    assert again == tuple(made.journal)
    assert final == made.match


@every_game
@matches
def test_every_die_in_the_log_is_the_one_its_name_gives(game, number):
    made = played(game.name, number)
    rolls = rolls_in(tuple(made.journal))
    assert rolls or not game.throws_dice
    assert len({roll.name for roll in rolls}) == len(rolls)
    dice = Dice(made.seed)
    assert all(dice.roll(roll.name, roll.sides) == roll for roll in rolls)


@every_game
@matches
def test_every_order_in_canonical_form_reads_back_as_itself(game, number):
    filed = [(event, each) for event in played(game.name, number).journal for each in getattr(event, "orders", ())]
    assert filed
    for event, order in filed:
        read = game.read_gm if isinstance(event, GmRuled) else game.read
        (written,) = read(lines(normalise(game.say(order)))).written
        assert written.order == order, game.say(order)


@every_game
@matches
def test_a_view_keeps_to_itself_what_its_reader_may_not_know(game, number):
    """The same match with other dice for everybody else, as long as none of them has been shown, looks the same."""
    made, other = (table(game, max(game.fewest_seats, 3), seed) for seed in (bytes([number]) * 32, b"o" * 32))
    if not game.pseudonyms:
        assert made.view(None) == made.view(None)  # this game has no secrets between deadlines
        return
    mine = {
        roll.name: roll.face
        for roll in rolls_in(tuple(made.journal))
        if "/seat/1/" in roll.name or "/order/" in roll.name
    }
    twin = Table(evolve_by_hand(other, mine), other.seed, other.journal)
    assert twin.view(1) == made.view(1)
    assert twin.view(None) == made.view(None)
    assert twin.view(2) != made.view(2)


def evolve_by_hand(other: Table, faces: Mapping[str, int]) -> Match:
    """The opening of the other table, but with these faces in place of its own."""
    match = fold(other.match.game, other.journal[:1])
    for event in other.journal[1:]:
        rolls = getattr(event, "rolls", ())
        if rolls:
            shown = tuple(type(roll)(roll.name, roll.sides, faces.get(roll.name, roll.face)) for roll in rolls)
            event = _with_order(event, shown, match)
        match = evolve(match, event)
    return match


def _with_order(event: Any, rolls: Any, match: Match) -> Any:
    changed = {"rolls": rolls}
    for each in fields(event):
        if each.name == "order":
            left = [match.seats[number] for number in sorted(match.seats)]
            changed["order"] = (*(left.pop(roll.face - 1) for roll in rolls), *left)
    return replace(event, **changed)


@every_game
@matches
def test_pages_can_be_printed_for_every_reader_in_lines_that_fit(game, number):
    made = played(game.name, number)
    ends = [place for place, event in enumerate(made.journal) if isinstance(event, OrdersFiled | MatchEnded)]
    for place in (*ends[:: max(1, len(ends) // 10)], len(made.journal) - 1):
        match = fold(game, made.journal[: place + 1])
        for seat in (None, *match.seats):
            for page in ("position", "results", "penalty", "leaving"):
                printed = render(f"{game.name}/{page}.j2", view=game.view(match.state, seat))
                assert max(map(len, printed.split("\n"))) <= 78


@every_game
@matches
def test_all_accounts_together_are_nought_and_the_pot_is_empty_at_the_end(game, number):
    made = sums(movements_in(played(game.name, number).journal))
    assert sum(made.values()) == 0
    assert MATCH not in made
    assert set(made) <= {seat_account(seat) for seat in played(game.name, number).match.seats}


@every_game
def test_what_everybody_pays_at_the_start_is_what_the_game_says_beforehand(game):
    for name, word in [("", ""), *((option.name, word) for option in game.options for word in option.choices)]:
        made = table(game, max(game.fewest_seats, 3), options={name: word} if name else {})
        paid = {account: -pence for account, pence in sums(movements_in(made.journal)).items() if account != MATCH}
        assert paid == {seat_account(seat): made.match.stake for seat in made.match.seats if made.match.stake}


@every_game
@matches
def test_a_turn_that_waits_for_nothing_more_is_closed_at_once(game, number):
    """After every letter, every word of the GM and every player who leaves."""
    journal = played(game.name, number).journal
    match, fact = fold(game, journal[:1]), journal[0]
    for event, follows in pairwise(journal[1:]):
        match, fact = evolve(match, event), event if isinstance(event, HOUSE_EVENTS) else fact
        rules_are_through = isinstance(follows, HOUSE_EVENTS) and match.phase is Phase.RUNNING
        if game.is_ready and rules_are_through and isinstance(fact, OrdersFiled | GmRuled | SeatLeft):
            assert isinstance(follows, TurnClosed) or not game.is_ready(match.state, match.book), event


@every_game
def test_a_turn_has_a_deadline_if_the_game_says_so_and_not_else(game):
    made, rng, due = table(game, max(game.fewest_seats, 3), due=NOON), Random(3), NOON
    while made.match.phase is Phase.RUNNING and made.match.turn <= 5:
        assert made.match.due == (due if made.match.is_timed else None)
        turn, due = made.match.turn, due + timedelta(days=7)
        for seat in sorted(made.match.seats):
            if made.match.phase is Phase.RUNNING and made.match.turn == turn:
                made.letter(seat, bot(game).letter(made.view(seat), rng), due)
        if made.match.phase is Phase.RUNNING and made.match.turn == turn:
            made.tell(CloseTurn(turn, due))


@every_game
def test_what_a_player_or_a_gm_can_say_to_a_game_is_in_its_help(game):
    text = (shelf("data") / game.name / "help.txt").read_text(encoding="utf-8")
    said = [line.strip().split("   ")[0] for line in text.splitlines() if line.startswith("  ")]
    readers = [reader for reader in (game.read, game.read_gm) if reader]
    for reader in readers:
        assert any(reader(lines(normalise(line))).written for line in said), reader


@every_game
def test_a_game_that_hears_the_gm_can_do_all_three_of_reading_checking_and_ruling(game):
    assert len({part is None for part in (game.read_gm, game.check_gm, game.rule)}) == 1


@every_game
def test_the_gm_can_close_a_match_at_any_time(game):
    made, rng = table(game, max(game.fewest_seats, 2)), Random(1)
    for seat in sorted(made.match.seats):
        made.letter(seat, bot(game).letter(made.view(seat), rng))
    made.close()
    made.tell(CloseMatch())
    assert made.match.phase is Phase.OVER


@every_game
def test_a_player_can_leave_a_running_match_and_play_goes_on(game):
    made = table(game, max(game.fewest_seats, 2))
    rng = Random(1)
    for seat in sorted(made.match.seats):
        made.letter(seat, bot(game).letter(made.view(seat), rng))
    made.tell(LeaveSeat(1))
    before = made.match.turn
    made.close()
    assert 1 not in made.match.awaited()
    assert made.match.turn == before + 1


@pytest.mark.parametrize(("game", "setup", "label", "before", "example"), list(mistakes()))
def test_every_mistake_gets_its_label_and_a_hint(game, setup, label, before, example):
    seats = setup.get("seats") or [NAMES[0]] * (game.fewest_seats or 1)
    made = table(game, len(seats), options=setup.get("options"), dice=tuple(setup.get("dice", ())))
    for turn in before:
        letters = [{"1": turn}] if isinstance(turn, str) else turn
        number = made.match.turn
        for seat, text in (each for table_ in letters for each in table_.items()):
            made.letter(int(seat), text)
        if made.match.turn == number:  # else the letters closed it at once
            made.close()
    reading = game.read(lines(normalise(example)))
    checked = game.check(made.match.state, 1, (), reading.written)
    complaints = [*reading.complaints, *checked.complaints]
    assert label in [each.reason for each in complaints], complaints
    assert all(each.hint and "{" not in each.hint for each in complaints)


@every_game
def test_transcripts_show_every_way_in_which_a_match_can_end(game):
    """By its own rules at a deadline, and by the GM's word; each with every mail in it."""
    facts = {kind.__name__ for kind in HOUSE_EVENTS} - {"MatchEnded"}
    endings = set()
    for path in (Path(__file__).parent / "games" / game.name / "transcripts").glob("*.txt"):
        kinds = [event["kind"] for event in as_document(rehearse(path.read_text(encoding="utf-8")))["events"]]
        if "MatchEnded" in kinds:
            endings.add(next(kind for kind in reversed(kinds) if kind in facts))
    assert {"TurnClosed", "MatchClosed"} <= endings
