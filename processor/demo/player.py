"""A robot that plays: it sits at one mailbox and knows what it was mailed and what it wrote, and nothing else."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from processor.demo import choice, deadpool, dropdead, perudo, shootout
from processor.demo.cast import ANNA, BEN, CLARA, DAVID, ELIF, GM, SHOOTOUT, UNPAID, Habit, Person
from processor.demo.kinds import Kind, code_in, invited_to, is_refused, kind_of
from processor.demo.pen import Pen
from processor.demo.post import Letter, Mail


@dataclass(frozen=True)
class Manner:
    """How somebody plays and writes: what they would rather reject, how well they shoot, how they spell it all."""

    unlucky: int
    split: choice.Spelling
    call: perudo.Spelling
    roll: str
    accuracy: int
    shoot: shootout.Spelling


MANNERS: Mapping[Person, Manner] = {
    ANNA: Manner(6, choice.in_brackets, perudo.chatty, "roll them, please", 11, shootout.plainly),
    BEN: Manner(1, choice.with_sums, perudo.in_figures, "roll", 14, shootout.by_the_book),
    CLARA: Manner(5, choice.in_words, perudo.round_last, "I roll.", 16, shootout.loudly),
    DAVID: Manner(4, choice.by_strokes, perudo.by_dice, "go", 5, shootout.shortly),
    ELIF: Manner(2, choice.reject_first, perudo.in_figures, "throw the dice", 13, shootout.by_the_book),
}


def _asks(text: str) -> bool:
    """Whether a mail waits for orders from its reader."""
    duel = shootout.read(text)
    return bool(choice.read(text) or perudo.read(text) or dropdead.inning(text) or (duel and duel.target))


_SECOND_LETTERS = {
    False: (Habit.MISCOUNTS, "Sorry, I cannot add up. Once more:"),
    True: (Habit.RECONSIDERS, "I have thought again:"),
}


_OBJECTION = """\
dispute: My train stood in the snow all night, and there was no way to write.
Does that really have to cost 50 points?
"""


class Player:
    """Reads one mail after the other and answers those that want an answer."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._pen = Pen(person)
        self._manner = MANNERS[person]
        self._slips = set(person.habits & {Habit.MISCOUNTS, Habit.RECONSIDERS})
        self._latest: Mail | None = None
        self._issues: dict[str, choice.Issue] = {}
        self._played: set[tuple[str, int]] = set()
        self._missed: set[str] = set()
        self._named: tuple[str, ...] = ()
        self._has_objected = False

    def answer(self, mail: Mail) -> Iterator[Letter]:
        """What the robot writes when it has read a mail."""
        kind, code = kind_of(mail), code_in(mail)
        if kind is Kind.PRIVATE:
            yield from self._join(mail)
        elif kind is Kind.QUESTION:
            yield from self._confirm(mail)
        else:
            self._latest = mail
            yield from self._object(kind, mail)
            if self._is_away(code) and _asks(mail.text):
                yield from self._miss(code, mail)
            elif kind is Kind.RECEIPT and code in self._issues:
                yield from self._think_again(self._issues[code], mail)
            else:
                yield from self._play(code, mail)

    # --- Joining

    def _join(self, mail: Mail) -> Iterator[Letter]:
        """The GM invites us to a match, or to several. Whom the house knows already answers a mail of the house."""
        codes = invited_to(mail)
        if mail.sender != GM.address or self._person.address not in mail.addresses("To") or not codes:
            return
        text = "\n".join([*map(self._wish, codes), "", "Looking forward to it!", self._person.first_name])
        yield self._pen.reply(text, self._latest) if self._latest else self._pen.fresh(text, "May I play?")

    def _wish(self, code: str) -> str:
        hides = code.startswith("perudo") and self._person.pseudonym
        return f"join {code} as {self._person.pseudonym}" if hides else f"join {code}"

    def _confirm(self, mail: Mail) -> Iterator[Letter]:
        """The house asks whether a letter is ours: that we know."""
        if self._pen.wrote(mail):
            yield self._pen.reply("Yes, I wrote that.", mail)

    # --- Being away

    def _is_away(self, code: str) -> bool:
        """One turn of each match is missed, once something has been sent for it; from Shootout we do not come back."""
        has_begun = any(code == each for each, _ in self._played)
        comes_back = code in self._missed and code != SHOOTOUT
        return Habit.GOES_AWAY in self._person.habits and has_begun and not comes_back

    def _miss(self, code: str, mail: Mail) -> Iterator[Letter]:
        """The mail program answers in our place, once in an absence."""
        if not self._missed:
            yield self._pen.out_of_office(mail)
        self._missed.add(code)

    # --- Disputing

    def _object(self, kind: Kind, mail: Mail) -> Iterator[Letter]:
        """Ask the GM to take the first fine back that we get for being away."""
        is_away = Habit.GOES_AWAY in self._person.habits and not self._has_objected
        if is_away and kind is Kind.RESULTS and choice.fined(mail.text):
            self._has_objected = True
            yield self._pen.reply(_OBJECTION, mail)

    # --- Playing

    def _play(self, code: str, mail: Mail) -> Iterator[Letter]:
        """Orders for whatever the mail asks for, once each turn."""
        issue, turn = choice.read(mail.text), perudo.read(mail.text)
        if issue and issue.rolls and self._is_new(code, issue.number):
            self._issues[code] = issue
            yield self._split(issue, mail)
        if turn and self._is_new(code, turn.number):
            yield self._call(turn, mail)
        inning, duel = dropdead.inning(mail.text), shootout.read(mail.text)
        if inning and self._is_new(code, inning):
            yield self._signed("Hello,", [self._manner.roll], mail)
        if duel and self._is_new(code, duel.number):
            yield self._signed("Hello,", self._duel(duel), mail)
        names = deadpool.names(mail.text, self._person.first_name)
        if names and names != self._named:
            self._named = names
            yield self._nominate(names, mail)

    def _is_new(self, code: str, number: int) -> bool:
        is_new = (code, number) not in self._played
        self._played.add((code, number))
        return is_new

    def _split(self, issue: choice.Issue, mail: Mail) -> Letter:
        splits = choice.split(issue, self._manner.unlucky)
        lines = [self._manner.split(each) for each in splits]
        if Habit.MISCOUNTS in self._slips:
            lines[0] = choice.miscounted(splits[0])
        return self._signed("Hello,", lines, mail)

    def _think_again(self, issue: choice.Issue, mail: Mail) -> Iterator[Letter]:
        """A receipt has come: mend what could not be taken, or change one's mind about what was.

        Where the deadline was faster than the letter, one changes one's mind another time.
        """
        on_second_thoughts = not is_refused(mail)
        if on_second_thoughts and choice.was_late(mail.text):
            self._slips |= self._person.habits & {Habit.RECONSIDERS}
            return
        slip, words = _SECOND_LETTERS[on_second_thoughts]
        if slip in self._slips:
            self._slips.remove(slip)
            splits = choice.split(issue, self._manner.unlucky, on_second_thoughts)
            yield self._signed(words, [self._manner.split(each) for each in splits], mail)

    def _call(self, turn: perudo.Turn, mail: Mail) -> Letter:
        calls = perudo.calls(turn)
        if Habit.FILLS_IN_FORMS in self._person.habits:
            return self._pen.filled_in(perudo.fill_in(mail.text, calls), mail)
        return self._signed("Hello,", [self._manner.call(each) for each in calls], mail)

    def _duel(self, turn: shootout.Turn) -> list[str]:
        """An accuracy, a shot, or votes against whoever keeps all waiting."""
        if turn.target:
            return [self._manner.shoot(turn.target)]
        return [f"accuracy {self._manner.accuracy}"] if turn.chooses else [f"vote kick {name}" for name in turn.late]

    def _nominate(self, names: tuple[str, ...], mail: Mail) -> Letter:
        lines = ["My picks for the pool:", "", *(f"{place}. {name}" for place, name in enumerate(names, start=1))]
        pays = [] if self._person == UNPAID else ["", "Please deduct the fee from my account."]
        return self._signed("Hello,", [*lines, *pays], mail)

    def _signed(self, words: str, lines: list[str], mail: Mail) -> Letter:
        return self._pen.reply("\n".join([words, "", *lines, "", self._person.first_name]), mail)
