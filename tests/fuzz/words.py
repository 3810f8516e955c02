"""Letters made of the words of the grammars, of the examples of mistakes, of mail programs' phrases, and of noise."""

import re
import tomllib
from functools import cache

from hypothesis import strategies as st

from processor.paths import shelf

_WORD = re.compile(r"[a-z]{2,}|[\u2680-\u2685]")
_NOISE = (
    *" \t\n:.,;-+=/#'\"()[]<>@*_\x00\x0c\x1b\u00a0\u200b\u202e\u2028\ufeff\ufffd１Ⅳ²½٣éßİı🎲\ud800",
    *("\n\n", "> ", "______", "e\u0301"),
)
_PIECES = (
    *(
        "3.1: 6 fives",
        "turn 1: 1+2, 3+4, reject 5",
        "roll",
        "accuracy 12",
        "shoot Bob",
        "vote kick Cid",
        "my three: Bob Hope",
    ),
    *("status", "help", "history", "withdraw", "cancel", "no orders", "resend dice", "proof", "salt x", "account"),
    *("join perudo-1", "join choice-1 as Fox", "perudo-1", "announce:", "paid Bob 1.00", "close", "held", "retry 1"),
    *("On Tue, 10 Nov 2026 at 10:00, GM <gm@games.test> wrote:", "-- ", "-- write your orders above this line --"),
)


@cache
def _grammar_words() -> tuple[str, ...]:
    """Every word in any of the grammars."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(shelf("grammar").rglob("*.lark"))]
    return tuple(sorted({word for text in texts for word in _WORD.findall(text)}))


@cache
def _examples() -> tuple[str, ...]:
    """The example lines of every game's mistakes."""
    books = [
        tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(shelf("grammar").rglob("mistakes.toml"))
    ]
    return tuple(line for book in books for each in book.values() for line in each.get("examples", ()))


def lines() -> st.SearchStrategy[str]:
    """A line that is an order, or nearly, or not at all."""
    word = st.one_of(
        st.sampled_from(_grammar_words()),
        st.integers(-1, 10**6).map(str),
        st.integers(0, 7).map(str),
        st.sampled_from(_NOISE),
        st.text(max_size=4),
    )
    soup = st.lists(word, max_size=14).map(" ".join) | st.lists(word, max_size=14).map("".join)
    written = st.sampled_from((*_examples(), *_PIECES))
    damaged = st.tuples(written, st.integers(0, 60), word).map(
        lambda drawn: drawn[0][: drawn[1]] + drawn[2] + drawn[0][drawn[1] :]
    )
    return written | damaged | soup


def letters(most: int = 12) -> st.SearchStrategy[str]:
    """A letter of such lines."""
    return st.lists(lines(), min_size=1, max_size=most).map("\n".join)
