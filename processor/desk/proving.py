"""Who wrote a letter, and how sure we are. What nobody has proved waits until its supposed writer confirms it."""

from collections.abc import Sequence
from dataclasses import replace

from processor.core.match import Match
from processor.desk import gamemaster, unproved
from processor.desk.answer import Outcome, Part, told
from processor.desk.asking import looking_for_players, public_answer
from processor.desk.carrying import carry_out, codes_meant
from processor.desk.drafts import answer_stranger, ask_to_confirm
from processor.desk.files import find
from processor.desk.house import Sitting
from processor.desk.opened import Disposition, Opened
from processor.desk.ordering import reads_as_orders
from processor.desk.rulingletters import cases_ruled_on
from processor.desk.times import moment
from processor.desk.understanding import codes_of, says_anything, understood
from processor.mail import commands
from processor.mail.address import bare
from processor.mail.assent import assent
from processor.mail.parse import Parsed
from processor.mail.read import Letter, read
from processor.mail.route import Proof, signs
from processor.mail.screen import is_away
from processor.mail.write import compose, phrase
from processor.store import inbox, roster, tokens
from processor.store.inbox import Letter as Kept
from processor.store.roster import Player

_MAY_MEAN_THE_LETTER = (commands.Cancel, commands.Withdraw, commands.NoOrders)


def hold(sitting: Sitting, opened: Opened) -> Disposition:
    """Keep the letter and ask the registered address about it, once."""
    token = sitting.desk.token("confirm", opened.player.id, opened.waiting.id)
    found = [find(sitting, each) for each in codes_meant(sitting, opened)]
    meant = [file.match for file in found if file]
    if tokens.token(sitting.store, token) is None:
        _ask(sitting, opened, token, meant)
    code = meant[0].code if len(meant) == 1 else None
    return Disposition("held", "unproved", opened.player.id, match=code, proof="claimed")


def _ask(sitting: Sitting, opened: Opened, token: str, meant: Sequence[Match]) -> None:
    mail = compose(
        "confirm",
        reader=opened.player.name,
        house=sitting.desk.house.name,
        arrived=moment(opened.waiting.arrived, opened.player.zone),
        words=opened.letter.text.strip(),
        deadlines=[until for match in meant for until in unproved.until(sitting, match, opened.player)],
        is_new=opened.player.role == "player" and not opened.player.confirmed,
        other="" if opened.letter.sender == opened.player.address else opened.letter.sender or "",
    )
    ask_to_confirm(sitting, opened.player, mail, opened.waiting.id)
    tokens.issue_token(
        sitting.store, token, kind="confirm", player=opened.player.id, match=None, letter=opened.waiting.id
    )


def confirms(opened: Opened) -> int | None:
    """The number of the held letter that this one confirms."""
    for token in opened.tokens:
        if token.kind == "confirm" and token.player == opened.player.id:
            return token.letter
    return None


def confirm(sitting: Sitting, opened: Opened, number: int) -> Disposition:
    """The writer of a held letter says it is theirs: carry it out, and what the answer itself says as well."""
    if is_away(opened.letter):
        return Disposition("done", "auto-reply:subject", opened.player.id)
    player = replace(opened.player, confirmed=True)
    make_known(sitting, player)
    held = inbox.letter(sitting.store, number)
    names = (player.name, sitting.desk.house.gm_name)
    answer = assent(opened.letter, names, read(held.raw) if held else None)
    said = _without_words_about_it(replace(opened, player=player))
    done: tuple[Part, ...] = ()
    if held is not None and answer.says == "no" and held.reason != "confirmed":
        return carry_out(sitting, said, _denied(sitting, held, player, answer.word))
    if held is not None and answer.says == "neither" and held.status in ("held", "put-aside"):
        return carry_out(sitting, said, told("not-clear", arrived=moment(held.arrived, player.zone)))
    if held is not None and held.status == "held":
        done = _carry_out_confirmed(sitting, held, player).parts
    elif held is not None and held.status == "put-aside":
        inbox.note_proof(sitting.store, held.id, "proved")
        aside = told("set-aside-meanwhile", arrived=moment(held.arrived, player.zone))
        return carry_out(sitting, replace(opened, player=player), aside)
    elif not says_anything(opened.parsed):
        return Disposition("done", "confirmed-before", player.id)
    if says_anything(opened.parsed) and changes_anything(sitting, opened):
        also = carry_out(sitting, replace(opened, player=player))
        return replace(also, parts=(*done, *also.parts))
    return Disposition("done", "confirmation", player.id, parts=done)


def _denied(sitting: Sitting, held: Kept, player: Player, word: str) -> Outcome:
    """Note that a letter is not theirs, and let the GM know that somebody seems to write in their name."""
    inbox.note_proof(sitting.store, held.id, "denied")
    facts = {"name": player.name, "number": held.id, "status": held.status}
    arrived = moment(held.arrived, sitting.desk.house.zone)
    gamemaster.tell(sitting, "denied", held.id, arrived=arrived, **facts)
    label = "not-confirmed-but-done" if held.status == "done" else "not-confirmed"
    return told(label, word=word, arrived=moment(held.arrived, player.zone), gm=sitting.desk.house.gm_name)


def _without_words_about_it(opened: Opened) -> Opened:
    """The answer to our question without a bare "cancel" or "withdraw" in it: that may well be meant of the letter."""
    blocks = tuple(
        replace(block, commands=tuple(each for each in block.commands if not isinstance(each, _MAY_MEAN_THE_LETTER)))
        for block in opened.parsed.blocks
    )
    return replace(opened, parsed=replace(opened.parsed, blocks=blocks))


def make_known(sitting: Sitting, player: Player) -> None:
    """The player's address is theirs: it answered us. Our mails to it carry a token from now on."""
    roster.confirm(sitting.store, player.id)
    token = sitting.desk.token("player", player.id)
    if tokens.token(sitting.store, token) is None:
        tokens.issue_token(sitting.store, token, kind="player", player=player.id)


def _carry_out_confirmed(sitting: Sitting, waiting: Kept, player: Player) -> Disposition:
    """Deal with a held letter whose writer has now proved to be who they said."""
    letter = read(waiting.raw)
    parsed = understood(sitting, letter, codes_of(sitting, player), player.role)
    opened = Opened(waiting, letter, parsed, player, Proof.PROVED, (), signs(letter))
    disposition = carry_out(replace(sitting, letter=waiting.id), opened)
    inbox.settle_anew(sitting.store, waiting.id, disposition.status, "confirmed", player.id, player.address)
    return disposition


def changes_anything(sitting: Sitting, opened: Opened) -> bool:
    """Whether carrying the letter out would change a match: such a letter needs proof of its writer."""
    blocks = opened.parsed.blocks
    if cases_ruled_on(sitting, opened):
        return True
    if any(not isinstance(command, commands.READ_ONLY) for block in blocks for command in block.commands):
        return True
    is_gm = opened.player.role == "gm"
    return any(reads_as_orders(sitting, block.lines, is_gm) for block in blocks)


def welcome(
    sitting: Sitting, waiting: Kept, letter: Letter, sender: str, parsed: Parsed, answers_us: bool = False
) -> Disposition:
    """Somebody new: a letter that wants a seat is held until they confirm; questions are answered shortly.

    ``answers_us`` says that it bears a reply token of ours: a player seems to write from another address.
    """
    if letter.doubt == "echo":
        return Disposition("done", "echo")
    wants_seat = any(isinstance(command, commands.Join) for block in parsed.blocks for command in block.commands)
    if wants_seat or _signs_up_by_orders(sitting, letter, parsed):
        player = roster.add_player(sitting.store, sender, _name_of(letter, sender), sitting.desk.house.zone)
        opened = Opened(waiting, letter, parsed, player, Proof.CLAIMED, (), signs(letter))
        return hold(sitting, opened)
    answers = [
        public_answer(sitting, command)
        for block in parsed.blocks
        for command in block.commands
        if isinstance(command, commands.PUBLIC)
    ]
    outcome = sum(answers, Outcome())
    told = (*outcome.told, *([phrase("other-address")] if answers_us else []))
    mail = compose(
        "stranger",
        house=sitting.desk.house.name,
        sections=outcome.sections,
        told=told,
        open=looking_for_players(sitting),
    )
    answer_stranger(sitting, sender, mail, letter, waiting.id)
    return Disposition("done", "stranger")


def _signs_up_by_orders(sitting: Sitting, letter: Letter, parsed: Parsed) -> bool:
    """Whether the letter holds orders for a running match that is joined by sending orders."""
    for block in parsed.blocks:
        code = block.match or signs(letter).code
        file = find(sitting, code) if code else None
        if file and file.match.game.admit and file.match.game.read(block.lines).written:
            return True
    return False


def _name_of(letter: Letter, sender: str) -> str:
    return letter.sender_name or bare(sender).partition("@")[0].replace(".", " ").replace("_", " ").title()
