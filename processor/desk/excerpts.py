"""What of a player's letters, and of the receipts that they got, a case may hold: what concerns the match, no more.

A player writes about several matches in one letter, and what is meant for another one may be a secret of it. Reply
tokens are taken out as well, for whoever has one could write in the player's name.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from processor.core.game import Game
from processor.core.match import Match
from processor.core.orders import Line
from processor.desk.drafts import SEPARATOR
from processor.desk.house import Sitting
from processor.mail.excerpt import Excerpt, Reader, concerning
from processor.mail.lightening import lightened
from processor.mail.masking import masked, masked_mail, plain_mail
from processor.mail.newtext import MARK
from processor.mail.read import Letter, read
from processor.mail.route import is_reply, signs
from processor.mail.write import phrase, text_of
from processor.store import inbox, matches, outbox, tokens
from processor.store.inbox import Envelope
from processor.store.roster import Player

_HEAD = re.compile(r"^[^ \n][^\n]*[ (]([a-z][a-z0-9]*(?:-[a-z0-9]+)*-[0-9]+)\)\n-{3,}$", re.MULTILINE)
_ITEM = re.compile(r"^  \* Line ([0-9]+): [^\n]*\n(?:    [^\n]*\n?)*", re.MULTILINE)
_SHORTEST = 4


@dataclass(frozen=True)
class Testimony:
    """What a letter says about one match. ``is_whole`` where it says nothing else, ``concerns`` where it says anything.

    It ``is_meant`` for the match unless it may hold nothing but words for another or for none in particular.
    ``raw`` is the letter as it may be enclosed, and ``receipt`` the text of the one that it got.
    """

    orders: tuple[Line, ...]
    raw: bytes
    receipt: str
    is_whole: bool
    concerns: bool
    is_meant: bool


def testimony(sitting: Sitting, match: Match, player: Player, envelope: Envelope) -> Testimony | None:
    """What one of a player's letters says about a match; ``None`` where the letter is not kept."""
    kept = inbox.letter(sitting.store, envelope.id)
    if kept is None:
        return None
    letter = read(kept.raw)
    others = [each for each in matches.matches_of(sitting.store, player.id) if each.code != match.code]
    home = _home(sitting, letter)
    games = [sitting.desk.games[name] for name in sorted({each.game for each in others} - {match.game.name})]
    reader = Reader(
        [match.code, *(each.code for each in others)],
        sitting.desk.words,
        partial(_finds_tries, match.game),
        [partial(_finds_orders, game) for game in games],
        [partial(_finds_tries, game) for game in games if game.look_over],
    )
    said = concerning(match.code, letter.text, home, reader)
    secrets = _tokens(sitting, player, letter)
    is_whole = not others and not said.left_out
    receipt = masked(_receipt(sitting, envelope), secrets)
    return Testimony(
        said.orders,
        _enclosed(match, kept.raw, letter, said, secrets, is_whole),
        receipt if is_whole else _of_receipt(receipt, match.code, said),
        is_whole or not said.left_out,
        bool(said.rows) or (home in (match.code, None) and not said.left_out),
        said.is_meant,
    )


def order_lines(sitting: Sitting, match: Match, player: Player, envelope: Envelope) -> tuple[Line, ...]:
    """The lines of a letter that may be orders for a match."""
    said = testimony(sitting, match, player, envelope)
    return said.orders if said else ()


def _home(sitting: Sitting, letter: Letter) -> str | None:
    """The match whose mail a letter answers, by its reply token or else by its subject."""
    marks = signs(letter)
    known = (tokens.token(sitting.store, each) for each in marks.tokens)
    return next((each.match for each in known if each and each.match), None) or marks.code


def _finds_orders(game: Game[Any], lines: Sequence[Line]) -> frozenset[int]:
    return frozenset(each.line for each in game.read(lines).written)


def _finds_tries(game: Game[Any], lines: Sequence[Line]) -> frozenset[int]:
    return _finds_orders(game, lines) | {each.line for each in game.read(lines).complaints}


def _tokens(sitting: Sitting, player: Player, letter: Letter) -> frozenset[str]:
    alive = (each.token for each in tokens.live_tokens(sitting.store, player.id))
    return frozenset((*alive, *signs(letter).tokens))


# --- The letter -------------------------------------------------------------------------------------------


def _enclosed(
    match: Match, raw: bytes, letter: Letter, said: Excerpt, secrets: frozenset[str], is_whole: bool
) -> bytes:
    """The letter as it came, but for its tokens and for attachments that are no text.

    Of one whose writer has other matches, its head and its lines, since what it quotes may tell of those.
    """
    if is_whole:
        return masked_mail(lightened(raw), secrets) or plain_mail(raw, f"{letter.text}\n", secrets)
    text = "\n".join(row.text for row in said.rows)
    note = phrase("excerpt-note" if said.left_out else "excerpt-note-whole", {"code": match.code})
    return plain_mail(raw, f"{text}\n\n[{note}]\n", secrets, None if is_reply(letter.subject) else "")


# --- The receipt ------------------------------------------------------------------------------------------


def _receipt(sitting: Sitting, letter: Envelope) -> str:
    """The receipt that the letter got, as it was sent; of several that went in one mail, the last."""
    for posted in outbox.answers_to(sitting.store, letter.id):
        mail = outbox.draft(sitting.store, posted.id) if posted.kind == "receipt" else None
        if mail is not None:
            return text_of(mail.mime).split(SEPARATOR)[-1].removeprefix(MARK).strip()
    return ""


def _of_receipt(receipt: str, code: str, said: Excerpt) -> str:
    """The part of a receipt that is about a match, without what it says of lines that were left out."""
    heads = list(_HEAD.finditer(receipt))
    ends = [*(each.start() for each in heads), len(receipt)][1:]
    parts = (receipt[head.start() : end] for head, end in zip(heads, ends, strict=False) if head[1] == code)
    told = "\n\n".join(part.strip() for part in parts)
    told = _ITEM.sub(lambda item: item[0] if int(item[1]) in said.numbers else "", told)
    left_out = [" ".join(row.split()) for row in said.left_out if len(row.strip()) >= _SHORTEST]
    paragraphs = [each for each in told.split("\n\n") if not _quotes(each, left_out)]
    return "\n\n".join(paragraphs)


def _quotes(paragraph: str, rows: Sequence[str]) -> bool:
    said = " ".join(paragraph.split())
    return any(row in said for row in rows)
