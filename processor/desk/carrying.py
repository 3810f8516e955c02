"""Carries out what a letter says, match by match, and answers its writer."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from processor.core.orders import Line
from processor.core.text import lines, normalise
from processor.desk import gamemaster, leaving, owntexts, players, postroom, press, rulings, treasury
from processor.desk.answer import (
    Outcome,
    Part,
    codes_in,
    headline,
    penalty,
    standing,
    subject_tag,
    titled,
    told,
)
from processor.desk.belated import Came, too_late_for_word
from processor.desk.disputes import mail_cases
from processor.desk.drafts import send
from processor.desk.files import find, let_answer
from processor.desk.house import Sitting
from processor.desk.lateness import seems_late, was_for_the_last_turn
from processor.desk.meant import match_meant, needs_a_match, or_meant_elsewhere
from processor.desk.opened import Disposition, Opened
from processor.desk.ordering import hand_in, reads_as_an_order, reads_as_orders, says_more
from processor.desk.rulingletters import beside_rulings, case_answered, cases_ruled_on
from processor.desk.times import deadline_of, is_late, moment, terms_of
from processor.desk.understanding import asks_for_something
from processor.mail import commands
from processor.mail.assent import without_confirmation
from processor.mail.parse import Block, Parsed, parse
from processor.mail.route import is_reply
from processor.mail.write import compose, has_phrase
from processor.store import cases, outbox, schedule
from processor.store.roster import Player

_MOST_OF_A_SIGNATURE = 12


def carry_out(sitting: Sitting, opened: Opened, first: Outcome | None = None) -> Disposition:
    """Do what the letter says, match by match, and answer it; ``first`` is told above all else."""
    doubt = _doubt(sitting, opened)
    parts = (Part(doubt),) if doubt else tuple(_carried_out(replace(sitting, by=opened.player.name), opened))
    if first is None and not doubt:
        first = _confirmed_elsewhere(sitting, opened, parts)
    parts = (Part(first), *(each for each in parts if each.outcome != Outcome() or each.standing)) if first else parts
    if opened.parsed.complaints and not doubt and case_answered(sitting, opened) not in cases_ruled_on(sitting, opened):
        parts = (*parts, Part(Outcome(complaints=opened.parsed.complaints)))
    if not doubt and _is_more_in_subject(sitting, opened):
        parts = (*parts, Part(told("in-subject", words=opened.letter.subject)))
    if lost := _order_in_signature(sitting, opened):
        parts = (*parts, Part(told("in-signature", words=lost)))
    mail_cases(sitting, opened.player, (case for part in parts for case in part.outcome.disputes))
    answer(sitting, opened, parts, once=f"echo {sitting.now:%Y-%m-%d}" if opened.letter.doubt == "echo" else None)
    return Disposition("done", "answered" if not doubt else "asked-back", opened.player.id, parts=parts)


def _confirmed_elsewhere(sitting: Sitting, opened: Opened, parts: Sequence[Part]) -> Outcome | None:
    """What to tell of a letter that confirms and says no more, where that is no answer to a question of ours."""
    if any(each.outcome != Outcome() for each in parts) or without_confirmation(opened.letter) is None:
        return None
    pointed = leaving.point_to_question(sitting, opened.player)
    return pointed if pointed != Outcome() else None


def _order_in_signature(sitting: Sitting, opened: Opened) -> str | None:
    """The first line below the dashes that looks like an order or a house word: it must not be lost in silence."""
    for line in lines(opened.letter.signature)[:_MOST_OF_A_SIGNATURE]:
        said = parse(line.text, (), opened.player.role == "gm", words=sitting.desk.words)
        if any(block.commands for block in said.blocks) or reads_as_an_order(sitting, line.text):
            return line.text
    return None


def _is_more_in_subject(sitting: Sitting, opened: Opened) -> bool:
    """Whether the subject has orders or a word that the text has not, by which the letter was read."""
    if is_reply(opened.letter.subject):
        return False
    words = normalise(opened.letter.subject)
    subject, text = lines(words), opened.parsed.written
    if subject == text:
        return False
    blocks = parse(words, words=sitting.desk.words).blocks
    asked = [each for block in blocks for each in block.commands if not isinstance(each, commands.READ_ONLY)]
    heard = {type(each) for block in opened.parsed.blocks for each in block.commands}
    return any(type(each) not in heard for each in asked) or says_more(sitting, subject, text)


def _carried_out(sitting: Sitting, opened: Opened) -> Iterator[Part]:
    """What comes of each part of a letter. A GM's answer to a dispute is about that case, where it names no other."""
    ruled = cases_ruled_on(sitting, opened)
    beside = beside_rulings(sitting, opened, ruled)
    if not ruled or asks_for_something(beside) or reads_as_orders(sitting, beside.written, gm=True):
        yield from _parts(sitting, replace(opened, parsed=beside))
    made: dict[str | None, Outcome] = {}
    for number, words in ruled.items():
        case = cases.find(sitting.store, number)
        code = case.match if case else None
        made[code] = made.get(code, Outcome()) + rulings.rule(sitting, number, words)
    for code, outcome in made.items():
        yield _part(sitting, opened.player, code, outcome)


def _asks_to_leave(parsed: Parsed) -> bool:
    return any(isinstance(command, commands.Withdraw) for block in parsed.blocks for command in block.commands)


def _parts(sitting: Sitting, opened: Opened) -> Iterator[Part]:
    """What comes of each match's part of a letter, and where the match stands when all of it is done.

    A block that names no match may turn out to be for the same one as another block; the two are one part then.
    """
    if (ended := owntexts.where_they_end(opened.parsed)) != Outcome():
        yield Part(ended)
    blocks = opened.parsed.blocks or (Block(None, (), ()),)
    made: dict[str | None, Outcome] = {}
    for block in blocks:
        code, outcome = _done(sitting, opened, block)
        if block.match or outcome != Outcome() or len(blocks) == 1:  # prose around another match's words is about none
            made[code] = made.get(code, Outcome()) + outcome
    for code, outcome in made.items():
        yield _part(sitting, opened.player, code, outcome)


def _done(sitting: Sitting, opened: Opened, block: Block) -> tuple[str | None, Outcome]:
    """Do what a block says: the match that it was for, if any, and what came of it."""
    code, lost = match_meant(sitting, opened.player, block, _named_outside(opened), opened.parsed)
    if lost is not None:
        return None, lost + _without_a_match(sitting, opened, block)
    block, outcome = _orders_out_of_press(sitting, opened, block, code)
    strays = tuple[Line, ...]()
    for said in _one_after_the_other(block):
        if not isinstance(said, tuple):
            outcome += _obey(sitting, opened, said, getattr(said, "match", None) or code)
            code = code or getattr(said, "match", None)
        elif code:
            filed, stray = hand_in(sitting, opened.player, code, said, _came(opened))
            outcome, strays = outcome + _too_late(sitting, opened, code, said, filed) + filed, strays + stray
    if code:
        outcome = or_meant_elsewhere(sitting, opened.player, code, block.lines, strays, outcome)
    return code, outcome


def _orders_out_of_press(sitting: Sitting, opened: Opened, block: Block, code: str | None) -> tuple[Block, Outcome]:
    """The block with the orders below its press among its lines, where they count, and a word on that."""
    outcome = Outcome()
    for said in (each for each in block.commands if isinstance(each, commands.Press)):
        file = find(sitting, said.match or code or "")
        seat = file.match.seat_of(opened.player.id) if file else None
        if file is None or seat is None or file.match.code != code:
            continue
        text, orders = press.ended_by_orders(file.match, seat, said, opened.parsed.written)
        if orders:
            outcome += told("press-ends-above", code=code, words=orders[0].text)
            rest = tuple(each for each in block.commands if each != said)
            kept = (*rest, replace(said, text=text)) if text else rest
            block = replace(block, commands=kept, lines=(*block.lines, *orders))
    return block, outcome


def _too_late(sitting: Sitting, opened: Opened, code: str, lines: Sequence[Line], filed: Outcome) -> Outcome:
    """A word on orders that seem to be meant for the turn before, came too late for it, and count for the next."""
    file = find(sitting, code)
    if file is None or not filed.accepted or file.match.game.is_ready is not None:
        return Outcome()
    match = file.match
    if match.turn == 1:
        return Outcome()  # before it nothing closed but the sign-up
    closed, arrived = schedule.closed_at(sitting.store, code, match.turn - 1), opened.waiting.arrived
    if closed is None or arrived < closed:
        return Outcome()
    if not seems_late(sitting, opened.letter, arrived, closed):
        return Outcome()
    if not was_for_the_last_turn(sitting, match, opened.player.id, match.game.read(lines).written):
        return Outcome()
    facts = {"code": code, "unit": match.game.unit, "closed": match.turn - 1, "turn": match.turn}
    return told("counts-for-next", at=moment(closed, opened.player.zone), **facts)


def codes_meant(sitting: Sitting, opened: Opened) -> tuple[str, ...]:
    """The matches that the parts of a letter are for, as far as that can be told."""
    outside, parsed = _named_outside(opened), opened.parsed
    meant = [match_meant(sitting, opened.player, block, outside, parsed)[0] for block in parsed.blocks]
    said = [getattr(each, "match", None) for block in parsed.blocks for each in block.commands]
    return tuple(dict.fromkeys(code for code in (*meant, *said) if code))


def _without_a_match(sitting: Sitting, opened: Opened, block: Block) -> Outcome:
    """What comes of the words in a block that need no match, where nobody knows which one the block is for."""
    free = [command for command in block.commands if not needs_a_match(command)]
    return sum((_obey(sitting, opened, each, getattr(each, "match", None)) for each in free), Outcome())


def _one_after_the_other(block: Block) -> Iterator[commands.Command | tuple[Line, ...]]:
    """The words of a block and the lines for its game as they are to be carried out: words first.

    Only what takes orders back waits for the orders above it, so that those below it are the later ones.
    """
    later = [command for command in block.commands if isinstance(command, commands.Cancel)]
    yield from (command for command in block.commands if command not in later)
    lines = block.lines
    for command in later:
        above = tuple(line for line in lines if line.number < command.line)
        lines = lines[len(above) :]
        if above:
            yield above
        yield command
    if lines:
        yield lines


def _obey(sitting: Sitting, opened: Opened, command: commands.Command, code: str | None) -> Outcome:
    if isinstance(command, commands.MONEY_COMMANDS):
        return treasury.obey(sitting, command)
    if isinstance(command, commands.POST_COMMANDS):
        return postroom.obey(sitting, command)
    if asked := owntexts.holds_order(sitting, opened.player, command, code):
        return asked
    if isinstance(command, commands.MATCH_COMMANDS):
        return gamemaster.obey(sitting, command, code)
    file = find(sitting, code) if code else None
    belated = too_late_for_word(sitting, file.match, command, _came(opened)) if file else Outcome()
    if belated != Outcome():
        return belated
    return players.obey(sitting, opened.player, command, code) + owntexts.order_in_dispute(
        sitting, opened.player, command
    )


def _named_outside(opened: Opened) -> str | None:
    """The match that the outside of a letter names: by the reply token, or by the tag of its subject."""
    return next((token.match for token in opened.tokens if token.match), None) or opened.signs.code


def _came(opened: Opened) -> Came:
    """When a letter came, and whether it was put off once: to be confirmed, released or tried again."""
    waiting = opened.waiting
    answers = opened.letter.in_reply_to
    return Came(waiting.id, opened.player, waiting.arrived, bool(waiting.reason), waiting.overtaken, answers)


def _part(sitting: Sitting, player: Player, code: str | None, outcome: Outcome) -> Part:
    file = find(sitting, code) if code else None
    if file is None:
        return Part(outcome)
    match = file.match
    seat = match.seat_of(player.id)
    account = standing(file, seat) if seat is not None else None
    deadline = deadline_of(match, player.zone, sitting.now) if account else ""
    is_open = match.is_held or bool(match.closes and match.closes > sitting.now)
    warning = penalty(match, match.game.view(match.state, seat)) if is_open and account and account.missing else ""
    return Part(
        outcome,
        match.code,
        titled(match),
        account,
        deadline,
        is_open,
        warning,
        is_open_to_change=is_open and account is not None and match.game.is_ready is None,
        terms=terms_of(match, player.zone, sitting.now) if is_open else "",
        is_late=is_late(match, sitting.now),
    )


def answer(sitting: Sitting, opened: Opened, parts: tuple[Part, ...], once: str | None = None) -> None:
    """Mail the receipt: what came of the letter, match by match. Of those that are for ``once`` only the first goes."""
    if once and outbox.by_message_id(sitting.store, sitting.desk.message_id("receipt", opened.player.id, once)):
        return
    codes = codes_in(parts)
    mail = compose(
        "receipt",
        reader=opened.player.name,
        house=sitting.desk.house.name,
        code=subject_tag(codes, sitting.desk.house.name),
        headline=headline(parts),
        arrived=moment(opened.waiting.arrived, opened.player.zone),
        parts=parts,
        found_nothing=not any(part.outcome != Outcome() for part in parts),
    )
    match = codes[0] if len(codes) == 1 else None
    if match and not any(part.standing for part in parts):  # such as the GM, who has no seat there
        let_answer(sitting, opened.player.id, match)
    # A letter that was settled before and is opened again gets one more answer.
    before = len(outbox.answers_to(sitting.store, opened.waiting.id)) if opened.waiting.reason else 0
    cause = (once,) if once else (opened.waiting.id, before)
    ruled = [*cases_ruled_on(sitting, opened)]
    token = sitting.desk.token("case", opened.player.id, ruled[0]) if len(ruled) == 1 else None  # to go on with it
    if token is None and _asks_to_leave(opened.parsed):
        token = leaving.word_for(sitting, opened.player, opened.waiting.id, match)
    send(sitting, "receipt", opened.player, mail, *cause, match=match, answering=opened.letter, token=token)


def _doubt(sitting: Sitting, opened: Opened) -> Outcome | None:
    """Why nothing in this letter may be carried out, if that is so."""
    most = sitting.desk.house.most_lines
    if sum(len(block.lines) + len(block.commands) for block in opened.parsed.blocks) > most:
        return told("too-many-lines", most=most)
    if opened.letter.doubt is None:
        return owntexts.ended_by_talk(sitting, opened.parsed, _named_outside(opened))
    return told(doubt_label(opened.letter.doubt))


def doubt_label(doubt: str) -> str:
    """The phrase for a doubt; the rarer ones share one."""
    label = f"doubt-{doubt}"
    return label if has_phrase(label) else "doubt-other"
