"""Orders of Choice +, as people type them: what was written, and how the receipt repeats it."""

import pytest

from processor.core.text import lines, normalise
from processor.games.choice import GAME


def said(text: str) -> list[str]:
    """The orders in a text, in canonical form."""
    reading = GAME.read(lines(normalise(text)))
    assert reading.complaints == (), reading.complaints
    return [GAME.say(written.order) for written in reading.written]


def reasons(text: str) -> list[str]:
    """The complaints about a text."""
    return [complaint.reason for complaint in GAME.read(lines(normalise(text))).complaints]


# fmt: off
@pytest.mark.parametrize("line", [
    "turn 3: 1+2=3, 3+4=7, reject 5",
    "turn 3: 1+2, 3+4, reject 5",
    "Turn 3 1+2 3+4 reject 5",
    "TURN 3 - 1 + 2 = 3 ; 3 + 4 = 7 ; REJECT 5",
    "T3: 1+2 3+4 r5",
    "t3 1+2, 3+4, R 5",
    "t.3 1+2, 3+4, r=5",
    "3) 1+2, 3+4, rej 5",
    "3: 1+2, 3+4, rej. 5",
    "3. 1+2, 3+4, rej: 5",
    "turn three: 1+2, 3+4, reject five",
    "third turn: 1+2, 3+4, reject 5",
    "3rd set: 1+2, 3+4, reject 5",
    "the third roll - 1+2, 3+4, reject 5",
    "set 3: 1+2, 3+4, reject 5",
    "set #3: 1+2, 3+4, reject 5",
    "turn no. 3: 1+2, 3+4, reject 5",
    "turn number 3: 1+2, 3+4, reject 5",
    "turn 3) 1+2, 3+4, reject 5",
    "Turn 3 = 1+2, 3+4, reject 5",
    "turn 3: 1&2, 3&4, reject 5",
    "turn 3: 1 and 2, 3 and 4, reject 5",
    "turn 3: one and two, three and four, reject five",
    "turn 3: one plus two, three plus four, reject the five",
    "turn 3: (1,2) (3,4) reject 5",
    "turn 3: (1 2), (3 4), reject 5",
    "turn 3: [1,2] [3,4] 5",
    "turn 3: {1 2} {3 4} 5",
    "turn 3: (1+2) (3+4) (5)",
    "turn 3: (1+2=3), (3+4=7), (reject 5)",
    "turn 3: (12) (34) reject 5",
    "turn 3: 12/34/5",
    "turn 3: 12 / 34 / 5",
    "turn 3: 12/34r5",
    "turn 3: 12/34 reject 5",
    "turn 3: 5/12/34",
    "turn 3: 12, 34, reject 5",
    "turn 3: 12 34 5",
    "turn 3: 1+2/3+4/5",
    "turn 3: 1+2, 3+4, 5",
    "turn 3: 5, 1+2, 3+4",
    "turn 3: reject 5, 1+2, 3+4",
    "turn 3: rejecting 5 - 1+2=3 and 3+4=7",
    "turn 3: 1+2=3, reject 5, 3+4=7",
    "turn 3: 3=1+2, 7=3+4, reject 5",
    "turn 3: 1+2 (3), 3+4 (7), reject 5",
    "turn 3: 1+2 makes 3, 3+4 makes 7, reject 5",
    "turn 3: 1+2 for 3, 3+4 for 7, reject 5",
    "turn 3: 1+2 -> 3, 3+4 -> 7, reject 5",
    "turn 3: 1+2 = three, 3+4 = seven, reject 5",
    "turn 3: 1+2, 3+4, 5 rejected",
    "turn 3: 1+2, 3+4, 5 is the reject",
    "turn 3: 1+2, 3+4, the reject is 5",
    "turn 3: 1+2, 3+4, reject = 5",
    "turn 3: 1+2, 3+4, reject - 5",
    "turn 3: 1+2, 3+4, reject (5)",
    "turn 3: 1+2, 3+4, reject die: 5",
    "turn 3: 1+2, 3+4, reject the five",
    "turn 3: 1+2, 3+4, discard 5",
    "turn 3: 1+2, 3+4, discarding the 5",
    "turn 3: 1+2, 3+4, throw out 5",
    "turn 3: 1+2, 3+4, throw 5 out",
    "turn 3: 1+2, 3+4, throw away the 5",
    "turn 3: 1+2, 3+4, drop 5",
    "turn 3: 1+2, 3+4, dropping the 5",
    "turn 3: 1+2, 3+4, bin 5",
    "turn 3: 1+2, 3+4, bin the five",
    "turn 3: 1+2, 3+4, 5 binned",
    "turn 3: 1+2, 3+4, chuck 5",
    "turn 3: 1+2, 3+4, chuck out the 5",
    "turn 3: 1+2, 3+4, chuck the 5 away",
    "turn 3: 1+2, 3+4, toss 5",
    "turn 3: 1+2, 3+4, ditch the 5",
    "turn 3: 1+2, 3+4, dump 5",
    "turn 3: 1+2, 3+4, scrap the 5",
    "turn 3: 1+2, 3+4, lose the 5",
    "turn 3: 1+2, 3+4, leaving 5",
    "turn 3: 1+2, 3+4, leave out the 5",
    "turn 3: 1+2, 3+4, get rid of the 5",
    "turn 3: 1+2, 3+4, 5 out",
    "turn 3: 1+2, 3+4, with 5 as my reject",
    "turn 3: 1+2, 3+4 and reject 5",
    "turn 3: 1+2 and 3+4 and 5",
    "turn 3: ⚀+⚁, ⚂+⚃, reject ⚄",
    "turn 3: (⚀⚁) (⚂⚃) ⚄",
    "ｔｕｒｎ　３：　１＋２＝３，　３＋４＝７，　ｒｅｊｅｃｔ　５",
    "turn\u00a03:\u20091+2\u2003=\u20023, 3+4=7, reject\u00ad 5",
    "\ufeffturn 3: 1+2, 3+4, reject 5",
    "• turn 3: 1+2, 3+4, reject 5",
    "- turn 3: 1+2, 3+4, reject 5",
    "*turn 3:* 1+2, 3+4, reject 5",
    "turn 3 – 1+2 – 3+4 – reject 5",
    "turn 3 | 1+2 | 3+4 | 5",
    "3 | 1+2 | 3+4 | 5",
    "3 - 1+2, 3+4, reject 5",
    "🎲 turn 3: 1+2, 3+4, reject 5 🙂",
    "“turn 3: 1+2, 3+4, reject 5”",
    "Choice +: turn 3: 1+2, 3+4, reject 5",
    "Issue 2, turn 3: 1+2, 3+4, reject 5",
    "Turn: 3\nPair 1: 1+2 = 3\nPair 2: 3+4 = 7\nReject: 5",
    "Turn 3\nFirst pair 1+2\nSecond pair 3+4\nReject 5",
    "turn 3: 1+2 (=3), 3+4 (=7), reject 5",
    "turn 3: 1+2, 3+4, reject 5, nothing else",
    "turn 3: 1+2, 3+4, reject 5. I'm off now, my turn to cook!",
    "turn 3: 1+2, 3+4, reject 5, plus thanks for the zine",
    "turn 3: 1+2, 3+4, put the 5 in the bin",
    "turn 3: 1+2, 3+4, 5 = reject",
    "turn 3: 1+2, 3+4, without the 5",
    "Reject 5 on turn 3, 1+2, 3+4",
    "Please reject 5 and make 1+2 and 3+4 in turn 3",
    "turn 3: 1+2=3 and 3+4=7 (and 5 rejected)",
    "Turn 3: here goes\n1+2 and 3+4\nFinally reject the 5",
    "On second thoughts, 1+2, 3+4, reject 5 for turn 3",
    "turn 3 (12345): 12/34/5",
    "turn 3 (1,2,3,4,5): 1+2, 3+4, reject 5",
    "turn 3: 1,2,3,4,5 -> 1+2, 3+4, reject 5",
    "TURN THREE: 1,2,3,4,5. 1+2, 3+4, reject 5",
    "turn 3 [1 2 3 4 5] 1+2 3+4 r5",
    "Turn III: 1+2, 3+4, reject 5",
    "turn 3 a) 1+2 b) 3+4 reject 5",
    "turn 3: a) 1+2 b) 3+4 c) 5",
    "turn 3: 5 is rejected, leaving 1+2 and 3+4",
    "turn 3: 1+2, 3+4, reject 5 (that's 3 fives rejected now!)",
    "turn 3: 1+2, 3+4, reject 5. I'm on 7 sevens already.",
    "Please take 1+2 and 3+4 for turn 3, rejecting the 5",
    "For turn 3 I'd like 1+2 and 3+4, rejecting the 5 please.",
    "Hello Bob, for turn 3 my pairs are 1+2 and 3+4 and I reject the 5, see you on 12/24!",
    "Turn 3: 1+2, 3+4, reject 5 because I like it",
    "turn 3: 1+2, 3+4, reject 5, love from all 4 of us",
    "turn 3: 1+2=3, 3+4=7, reject 5. Thanks for turn 2!",
    "turn 3: 1+2 (nice), 3+4 (nicer), reject 5",
    "1+2, 3+4, reject 5 in turn 3",
    "1+2, 3+4, reject 5 (turn 3)",
    "turn 3: 1s+2s, 3's+4's, reject 5s",
    "Turn | Pair 1 | Pair 2 | Reject\n3 | 1+2 | 3+4 | 5",
    "Turn;Pair A;Pair B;Reject\n3;1+2;3+4;5",
    "Turn | Die 1 | Die 2 | Die 3 | Die 4 | Reject\n3 | 1+2 | 3+4 | 5",
    "Turn | Pair 1 | Sum | Pair 2 | Sum | Reject\n3 | 1+2 | 3 | 3+4 | 7 | 5",
    "turn 3: 3 (1+2), 7 (3+4), reject 5",
    "Turn 3 - 3 (1+2) and 7 (3+4). Reject = 5.",
    "Turn 3: sum 3 (1 and 2), sum 7 (3 and 4), reject 5",
    "Turn 3: ⚀⚁ ⚂⚃ ⚄",
    "Turn 3 was 1,2,3,4,5 so I go 1+2, 3+4, and reject the 5",
    "turn 3: a one and a two, a three and a four, reject the five",
    'Turn 3: "1+2", "3+4", reject "5"',
    "Turn 3: *1+2* _3+4_ ~5~",
    "Turn 3: pairs 1,2 and 3,4; reject 5",
    "Turn 3: 1,2 and 3,4, reject 5",
    "turn 3: 1-2, 3-4, reject 5",
    "turn 3: 1/2, 3/4, 5",
    "turn 3: 1 2 / 3 4 / 5",
    "T3-1+2,3+4,5",
    "t.3 1+2 3+4 r.5",
    "turn 3: 1+2, 3+4, and bin that 5",
    "turn 3: 1+2, 3+4, put 5 aside",
    "Could you put 1+2, 3+4, reject 5 for turn 3?",
    "turn 3: 1+2, 3+4, reject 5, ok?",
    "turn 3: 1+2, 3+4, reject 5. See you on 12/12 at 8:30.",
    "turn 3: 1+2, 3+4, reject 5. It costs £5 or 3+4 euros, by rule 4!",
    "turn 3: 1+2, 3+4, reject 5, see you on 5 June at 5 pm",
    "turn 3: 1+2, 3+4, reject 5 (I rejected 6 last time)",
    "I rejected 6 last time, so this time: turn 3: 1+2, 3+4, reject 5",
    "Last time I rejected 6, so turn 3: 1+2, 3+4, reject 5",
    "Previously I had 1+5 and rejected 6. Turn 3: 1+2, 3+4, reject 5",
    "Thanks for turn 2. Turn 3: 1+2, 3+4, reject 5",
    "Ignore my previous orders for turn 3. Turn 3: 1+2, 3+4, reject 5",
    "3. turn: 1+2, 3+4, reject 5",
    "1. Turn 3: 1+2, 3+4, reject 5",
    "T3 = 1+2, 3+4, R = 5",
    "Turn No.: 3\nPair A: 1 + 2\nPair B: 3 + 4\nRejected: 5",
    "Turn 3 | 1,2 | 3,4 | 5",
    "Turn 3: 1&2/3&4/5",
    "3 => 12 34 5",
    "Turn 3: 1+2 gives me 3, 3+4 gives me 7, reject 5",
    "Turn 3: 1+2, 3+4, reject 5 8-)",
    "Turn 3: 1+2, 3+4, reject 5 <3",
    "Turn 3: 1+2, 3+4, reject 5, if possible",
    "If I'm not too late, turn 3: 1+2, 3+4, reject 5",
    "Ignore my last mail. Turn 3: 1+2, 3+4, reject 5",
    "Please ignore that: turn 3: 1+2, 3+4, reject 5",
    "Turn 3: 1+2, 3+4, and the 5 can go to hell",
])
def test_one_allocation_in_many_spellings(line: str) -> None:
    assert said(line) == ["turn 3: 1+2=3, 3+4=7, reject 5"]


@pytest.mark.parametrize("line", [
    "turn 3: 1+2, 3+4, no reject",
    "turn 3: 1+2, 3+4",
    "turn 3: 12/34",
    "turn 3: no reject, 1+2, 3+4",
    "3 | 1+2 | 3+4 | -",
    "3 1+2 3+4 —",
    "3 | 1+2=3 | 3+4=7 | none",
    "turn 3: 1+2, 3+4 n/a",
    "turn 3: 1+2, 3+4, free ride",
    "turn 3: free ride! 1+2, 3+4",
    "turn 3: 1+2, 3+4, freeride",
    "turn 3: 1+2, 3+4, reject none",
    "turn 3: 1+2, 3+4, reject: nothing",
    "turn 3: 1+2, 3+4, nothing rejected",
    "turn 3: 1+2, 3+4, without a reject",
    "turn 3: 1+2, 3+4 (no rejects)",
    "turn 3: 1+2, 3+4, no discard",
    "turn 3: 1+2, 3+4, reject -",
    "turn 3: 1+2, 3+4, reject: /",
    "turn 3 | 1+2 | 3+4 | -",
    "turn 3: 1+2, 3+4, love from the 4th floor",
])
def test_two_pairs_and_no_reject(line: str) -> None:
    assert said(line) == ["turn 3: 1+2=3, 3+4=7, no reject"]


@pytest.mark.parametrize(("line", "order"), [
    ("1+2, 3+4, reject 5", "1+2=3, 3+4=7, reject 5"),
    ("12/34/5", "1+2=3, 3+4=7, reject 5"),
    ("reject 5, 1+2, 3+4", "1+2=3, 3+4=7, reject 5"),
    ("one and two, three and four, bin five, cheers", "1+2=3, 3+4=7, reject 5"),
    ("6+6=12, 5+5=10, reject 1", "6+6=12, 5+5=10, reject 1"),
    ("T12 6+6, 5+5, r1", "turn 12: 6+6=12, 5+5=10, reject 1"),
    ("turn 12: 66/55/1", "turn 12: 6+6=12, 5+5=10, reject 1"),
    ("twelfth turn: 66/55/1", "turn 12: 6+6=12, 5+5=10, reject 1"),
    ("turn twelve 6+6 5+5 1", "turn 12: 6+6=12, 5+5=10, reject 1"),
    ("turn 123: 6+6, 5+5, 1", "turn 123: 6+6=12, 5+5=10, reject 1"),
    ("first set: 1+5, 5+5, reject 6", "turn 1: 1+5=6, 5+5=10, reject 6"),
    ("TURN ONE: 1+5 / 5+5 / 6", "turn 1: 1+5=6, 5+5=10, reject 6"),
    ("second: 1+2, 4+4, reject 6", "turn 2: 1+2=3, 4+4=8, reject 6"),
    ("B turn 3: 1+2, 3+4, reject 5", "B turn 3: 1+2=3, 3+4=7, reject 5"),
    ("b turn 3: 1+2, 3+4, reject 5", "B turn 3: 1+2=3, 3+4=7, reject 5"),
    ("B, turn 3: 1+2, 3+4, reject 5", "B turn 3: 1+2=3, 3+4=7, reject 5"),
    ("B: turn 3: 1+2, 3+4, reject 5", "B turn 3: 1+2=3, 3+4=7, reject 5"),
    ("B 3) 1+2, 3+4, reject 5", "B turn 3: 1+2=3, 3+4=7, reject 5"),
    ("B) turn 3: 1+2, 3+4, reject 5", "B turn 3: 1+2=3, 3+4=7, reject 5"),
    ("entry B turn 3: 1+2, 3+4, reject 5", "B turn 3: 1+2=3, 3+4=7, reject 5"),
    ("Entry B, third turn - 1+2, 3+4, reject 5", "B turn 3: 1+2=3, 3+4=7, reject 5"),
    ("turn 3, entry B: 1+2, 3+4, reject 5", "B turn 3: 1+2=3, 3+4=7, reject 5"),
    ("turn 3 (entry B): 1+2, 3+4, reject 5", "B turn 3: 1+2=3, 3+4=7, reject 5"),
    ("turn 3: 1+2, 3+4, reject 5 (entry B)", "B turn 3: 1+2=3, 3+4=7, reject 5"),
    ("turn 3: 1+2, 3+4, reject 5 for entry B", "B turn 3: 1+2=3, 3+4=7, reject 5"),
    ("A turn 3: 1+2, 3+4, reject 5", "A turn 3: 1+2=3, 3+4=7, reject 5"),
    ("A: 1+2, 3+4, reject 5", "A: 1+2=3, 3+4=7, reject 5"),
    ("C 1+2, 3+4, reject 5", "C: 1+2=3, 3+4=7, reject 5"),
    ("B3: 12/34/5", "B turn 3: 1+2=3, 3+4=7, reject 5"),
    ("B. turn 3: 12/34/5", "B turn 3: 1+2=3, 3+4=7, reject 5"),
    ("turn 3 for B: 12/34/5", "B turn 3: 1+2=3, 3+4=7, reject 5"),
    ("turn 3: 12/34/5 for B", "B turn 3: 1+2=3, 3+4=7, reject 5"),
    ("Player B, turn 3: 12/34/5", "B turn 3: 1+2=3, 3+4=7, reject 5"),
    ("For my entry C: 1+2, 3+4, reject 5", "C: 1+2=3, 3+4=7, reject 5"),
    ("For my second entry (B): turn 3: 12/34/5", "B turn 3: 1+2=3, 3+4=7, reject 5"),
    ("my third entry, C, turn 3: 12/34/5", "C turn 3: 1+2=3, 3+4=7, reject 5"),
    ("11 26/33/1", "turn 11: 2+6=8, 3+3=6, reject 1"),
    ("(11) 2+6, 3+3, reject 1", "turn 11: 2+6=8, 3+3=6, reject 1"),
    ("B 12 | 1+2 | 3+4 | 5", "B turn 12: 1+2=3, 3+4=7, reject 5"),
    ("Throw 11: 2+6, 3+3, throw 1 out", "turn 11: 2+6=8, 3+3=6, reject 1"),
    ("second entry turn 3: 12/34/5", "B turn 3: 1+2=3, 3+4=7, reject 5"),
    ("a) 1+2, 3+4, 5", "A: 1+2=3, 3+4=7, reject 5"),
    ("turn 3: 1+2, 4+5, reject one of the 3s", "turn 3: 1+2=3, 4+5=9, reject 3"),
    ("turn 3: 1+2, 3+4 -\nreject 5", "turn 3: 1+2=3, 3+4=7, reject 5"),
    ("Entry | Turn | Pair 1 | Pair 2 | Reject\nA | 3 | 1+2 | 3+4 | 5", "A turn 3: 1+2=3, 3+4=7, reject 5"),
    ("1 = 1+5, 5+5, reject 6", "turn 1: 1+5=6, 5+5=10, reject 6"),
    ("turn 1: 1+5, two fives, reject the six", "turn 1: 1+5=6, 5+5=10, reject 6"),
    ("turn 1: 1+5, two 5s, reject the 6", "turn 1: 1+5=6, 5+5=10, reject 6"),
    ("turn 1: 1+5, both fives, reject the 6", "turn 1: 1+5=6, 5+5=10, reject 6"),
    ("turn 1: 1+5, double five, reject 6", "turn 1: 1+5=6, 5+5=10, reject 6"),
    ("turn 1: a pair of 1 and 5 and a pair of 5s, reject 6", "turn 1: 1+5=6, 5+5=10, reject 6"),
    ("turn 1: 11 (5+6), 12 (6+6), reject 1", "turn 1: 5+6=11, 6+6=12, reject 1"),
    ("twenty-third turn: 12/34/5", "turn 23: 1+2=3, 3+4=7, reject 5"),
    ("Turn 3B: 1+2, 3+4, reject 5", "B turn 3: 1+2=3, 3+4=7, reject 5"),
    ("3a: 1+2, 3+4, reject 5", "A turn 3: 1+2=3, 3+4=7, reject 5"),
    ("turn twenty one: 12/34/5", "turn 21: 1+2=3, 3+4=7, reject 5"),
])
def test_turns_and_entries_by_name(line: str, order: str) -> None:
    assert said(line) == [order]


@pytest.mark.parametrize("text", [
    "turn 3: 1+2=3, 3+4=7, reject 5; turn 4: 2+5=7, 3+6=9, reject 4",
    "turn 3: 1+2, 3+4, reject 5, turn 4: 2+5, 3+6, reject 4",
    "turn 3: 1+2, 3+4, reject 5 and turn 4: 2+5, 3+6, reject 4",
    "turn 3: 1+2, 3+4, reject 5 turn 4: 2+5, 3+6, reject 4",
    "turn 3: 1+2, 3+4, reject 5. Turn 4: 2+5, 3+6, reject 4.",
    "T3 12/34/5, T4 25/36/4",
    "3) 12/34/5 4) 25/36/4",
    "3: 1+2, 3+4, 5; 4: 2+5, 3+6, 4",
    "1+2=3, 3+4=7 and reject 5 in turn 3; 2+5=7, 3+6=9 and reject 4 in turn 4",
    "Turn 3: 1+2, 3+4, reject 5\nTurn 4: 2+5, 3+6, reject 4",
    "Turn 3\n1+2\n3+4\nreject 5\nTurn 4\n2+5\n3+6\nreject 4",
    "Turn 3:\n\n  1 + 2 = 3\n  3 + 4 = 7\n  5\n\nTurn 4:\n\n  2 + 5 = 7\n  3 + 6 = 9\n  4",
    "Turn 3:\n  Reject: 5\n  Pairs: 1+2, 3+4\nTurn 4:\n  Reject: 4\n  Pairs: 2+5, 3+6",
    "Turn 3: 1,2,3,4,5\n1+2, 3+4, reject 5\nTurn 4: 2,3,4,5,6\n2+5, 3+6, reject 4",
    "Turn Pair Pair Reject\n3 1+2 3+4 5\n4 2+5 3+6 4",
    "Hi Bob,\n\nhere are my orders for turns 3 and 4:\n\n3) 1+2, 3+4, r5\n4) 2+5, 3+6, r4\n\nCheers, Ann",
    "Hi Bob, my orders: turn 3: 1+2, 3+4, reject 5. Turn 4: 2+5, 3+6, reject 4. See you on 12/24, Ann",
    "Third turn: 1+2 and 3+4, so 5 is rejected. Fourth turn: 2+5 and 3+6, rejecting 4.",
    "turn 3: 1+2, 4+5, reject 3\nSorry, make that 1+2, 3+4, reject 5\nturn 4: 2+5, 3+6, reject 4",
    "turn 3: 1+2, 4+5, reject 3 - no, make that 1+2, 3+4, reject 5; turn 4: 2+5, 3+6, reject 4",
    "turn 3: 1+2, 4+5, reject 3\ncorrection: 1+2, 3+4, reject 5\nturn 4: 2+5, 3+6, reject 4",
    "turn 3: 1+2, 4+5, reject 3. Oops, I meant 1+2, 3+4, reject 5\nturn 4: 2+5, 3+6, reject 4",
    "turn 3: 1+2, 4+5, reject 3\nSorry, that should be:\n1+2, 3+4, reject 5\nturn 4: 2+5, 3+6, reject 4",
])
def test_both_turns_of_an_issue(text: str) -> None:
    assert said(text) == ["turn 3: 1+2=3, 3+4=7, reject 5", "turn 4: 2+5=7, 3+6=9, reject 4"]


@pytest.mark.parametrize("text", [
    "1+2=3, 3+4=7 and reject 5; 2+5=7, 3+6=9 and reject 4",
    "1+2, 3+4, reject 5\n2+5, 3+6, reject 4",
    "1+2, 3+4, 5, 2+5, 3+6, 4",
    "12/34/5\n25/36/4",
    "12/34/5, 25/36/4",
    "reject 5, 1+2, 3+4\nreject 4, 2+5, 3+6",
    "1+2, 3+4\nreject 5\n2+5, 3+6\nreject 4",
    "1+2, 4+5, reject 3\nsorry, make that 1+2, 3+4, reject 5\n2+5, 3+6, reject 4",
])
def test_both_turns_without_their_names(text: str) -> None:
    assert said(text) == ["1+2=3, 3+4=7, reject 5", "2+5=7, 3+6=9, reject 4"]


def test_a_heading_names_the_entry_of_the_lines_below_it() -> None:
    text = "Entry A\nturn 1: 1+2, 3+4, reject 5\nturn 2: 12/34/5\n\nAnd my other game, entry B:\n1) 13/24/5\n2) 13/24/5"
    assert said(text) == [
        "A turn 1: 1+2=3, 3+4=7, reject 5",
        "A turn 2: 1+2=3, 3+4=7, reject 5",
        "B turn 1: 1+3=4, 2+4=6, reject 5",
        "B turn 2: 1+3=4, 2+4=6, reject 5",
    ]


def test_a_heading_may_name_the_turns_too() -> None:
    text = "Entry A, turns 3 and 4:\n3) 1+2, 3+4, r5\n4) 2+5, 3+6, r4"
    assert said(text) == ["A turn 3: 1+2=3, 3+4=7, reject 5", "A turn 4: 2+5=7, 3+6=9, reject 4"]


def test_a_letter_within_a_line_is_for_that_line_alone() -> None:
    text = "B turn 1: 1+2, 3+4, reject 5; turn 2: 1+2, 3+4, reject 5\nturn 3: 1+2, 3+4, reject 5"
    assert said(text)[1:] == ["B turn 2: 1+2=3, 3+4=7, reject 5", "turn 3: 1+2=3, 3+4=7, reject 5"]


def test_a_correction_that_names_its_turn_leaves_the_others_alone() -> None:
    assert said("T3 1+2, 3+4, r5\nT4 2+5, 3+6, r4\nSorry, turn 3: 1+3, 2+4, r5") == [
        "turn 3: 1+2=3, 3+4=7, reject 5",
        "turn 4: 2+5=7, 3+6=9, reject 4",
        "turn 3: 1+3=4, 2+4=6, reject 5",
    ]


@pytest.mark.parametrize("words", ["No wait, for turn 3 make it", "Sorry, turn 3 should be", "turn 3: make that"])
def test_a_correction_is_for_the_turn_that_stands_before_its_words(words: str) -> None:
    text = f"turn 3: 1+2, 3+4, reject 5\nturn 4: 2+5, 3+6, reject 4\n\n{words} 1+3, 2+4, reject 5."
    said = [GAME.say(written.order) for written in GAME.read(lines(normalise(text))).written]
    assert said[1:] == ["turn 4: 2+5=7, 3+6=9, reject 4", "turn 3: 1+3=4, 2+4=6, reject 5"]


def test_being_sorry_for_something_else_is_no_correction() -> None:
    text = "1+2, 3+4, reject 5\nSorry for being so late with this, 2+5, 3+6, reject 4"
    assert said(text) == ["1+2=3, 3+4=7, reject 5", "2+5=7, 3+6=9, reject 4"]


@pytest.mark.parametrize("text", [
    "",
    "Hi Bob, see you on 12/24",
    "See you on the 5th of 12/2024",
    "Thanks for turn 3!",
    "Turn 3 was fun, wasn't it?",
    "Turn 3 was a disaster: I only got one pair.",
    "I rejected the idea of 3 + 4 jobs",
    "I rejected the idea, 3 + 4 times",
    "Here are my orders for turns 3 and 4:",
    "We were one or two short, and I have 3 and 4 children.",
    "My phone is 555 1234, ring me at 5:30",
    "1) Thanks for running this.\n2) I am in for 3 more games.",
    "Looking forward to turns 3 & 4",
    "I have a plan b: win.",
    "Bin day is Thursday, so drop by before 5.",
    "Drop me a line, my address is 12 High Street",
    "First of all, happy new year! Second, sorry for the delay.",
    "In turn 3 I should have dropped the 5.",
    "Six of one and half a dozen of the other",
    "The score was 3-1 and then 4:2",
    "What a game! Entry B did not do well.",
    "John 3:16",
    "> 5",
    "42",
    "No orders yet, I am on holiday until the 3rd.",
    "Can you set 3 of them aside?",
    "Sorry for the late letter.",
    "Make that two of us!",
    "Ann Example, 24 Church Road, SW1 2AB",
    "What happens if I reject 6 in turn 2?",
    "B+ for effort",
    "Who rejects 6 in turn 2 and keeps 4+4?",
    "I can come at 3 or 4 pm, and 1+2 of my friends too. 5 June?",
    "I reject 5 of your 6 arguments",
    "I'd drop 2 of those 3 house rules.",
])
def test_prose_is_left_alone(text: str) -> None:
    assert said(text) == []


@pytest.mark.parametrize(("text", "reason"), [
    ("turn 3: 1+2=4, 3+4=7, reject 5", "wrong-sum"),
    ("turn 3: 1+2 (4), 3+4 (7), reject 5", "wrong-sum"),
    ("turn 3: 4=1+2, 3+4, reject 5", "wrong-sum"),
    ("turn 3: 1+2, 3+7, reject 5", "no-such-die"),
    ("turn 3: 1+2, 3+4, reject 0", "no-such-die"),
    ("turn 3: 1+2, 3+4, reject 15", "no-such-die"),
    ("turn 3: 1+2, 3+٤, reject 5", "foreign-digit"),
    ("turn 3: 1+2, 3+4, reject ⁵", "foreign-digit"),
    ("turn 3: 1+2², 3+4, reject 5", "foreign-digit"),
    ("turn ٣: 1+2, 3+4, reject 5", "foreign-digit"),
    ("turn 3: ①+②, 3+4, reject 5", "foreign-digit"),
    ("turn 3: 1+2, reject 5", "unfinished"),
    ("turn 3:", "unfinished"),
    ("turn 3: 1+2, 3+4, 5+6", "third-pair"),
    ("turn 3: 1,2,3,4,5", "no-pairs"),
    ("turn 3: 1 2 3 4 reject 5", "no-pairs"),
    ("5, 1+2, 3+4", "turn-or-reject"),
    ("5 1+2 3+4", "turn-or-reject"),
    ("turn 3: 1+2, 3+4, 5, reject 6", "two-rejects"),
    ("turn 3: 5, 1+2, 3+4, reject 6", "loose-number"),
    ("turn 3: 1+2, 3+4, reject 5, reject 6", "two-rejects"),
    ("turn 3: 1+2, 3+4, rejct 5", "misspelt"),
    ("turn 3: 1+2, 3 plsu 4, reject 5", "misspelt"),
    ("turn 3: 1+2, 3+4, banish 5", "unknown-word"),
    ("turn 3: 1+2+3, 4+5", "not-understood"),
    ("turn 3: 1+2, 3+, reject 5", "not-understood"),
    ("turn 3: 1=2, 3=4, reject 5", "not-understood"),
    ("turn 3: 1+2, 3+4, reject 5 or 4", "not-certain"),
    ("turn 3: 1+2, 3+4, reject 5 or 1+3, 2+4, reject 5", "not-certain"),
    ("forget turn 3: 1+2, 3+4, reject 5", "not-certain"),
    ("Please ignore turn 3: 1+2, 3+4, reject 5", "not-certain"),
    ("disregard turn 3: 1+2, 3+4, reject 5", "not-certain"),
    ("Scrap turn 3: 1+2, 3+4, reject 5", "not-certain"),
    ("If Bob rejects a six, turn 3: 1+2, 3+4, reject 5", "not-certain"),
    ("If Bob rejects a six, turn 3: 1+2, 3+4, reject 5, else turn 3: nothing", "not-certain"),
    ("If Bob is ahead, turn 3: 1+2, 3+4, reject 5, otherwise turn 3: 1+3, 2+4, reject 5", "not-certain"),
    ("turn 3: 1+2, 3+4, reject 5, or if that is not possible 4", "not-certain"),
    ("turn 3: 12/34/5, this is my entry B", "entry-behind"),
    ("turns 3 and 4: 1+2, 3+4, reject 5, reject 4", "not-certain"),
    ("turn 0: 1+2, 3+4, reject 5", "no-such-turn"),
    ("turn 3: 1+2, 3+4, 5+6, reject 5", "third-pair"),
    ("both entries: turn 3: 1+2, 3+4, reject 5", "not-certain"),
    ("A and B: turn 3: 1+2, 3+4, reject 5", "not-certain"),
    ("Entries A and B turn 3: 1+2, 3+4, reject 5", "not-certain"),
    ("Turns 3 and 4: 1+2, 3+4, reject 5; 2+5, 3+6, reject 4", "not-certain"),
    ("turn 3: 1+2, 3+4, reject 5?", "not-certain"),
    ("turn 3: 1+2; 3+4; x5", "unknown-word"),
    ("Please change turn 3 from 1+3, 2+4, reject 5 to 1+2, 3+4, reject 5", "not-certain"),
    ("Turn 3: probably 1+2, 3+4, reject 5", "not-certain"),
    ("Entry A + B: turn 3: 1+2, 3+4, reject 5", "not-certain"),
    ("A/B turn 3: 1+2, 3+4, reject 5", "not-certain"),
    ("turn 3: 1+2; 3+4; 5x", "unknown-word"),
    ("turn 3: x5; 1+2; 3+4", "unknown-word"),
    ("turn 3: 4 (1+2), 7 (3+4), reject 5", "wrong-sum"),
    ("6 (1+5) (5+5)", "turn-or-reject"),
    ("2 = 1+2, 4+4, reject 6", "turn-or-sum"),
    ("second entry (C): 1+2, 3+4, reject 5", "no-such-entry"),
    ("turn 3: 1,2,3,4, reject 5", "no-pairs"),
    ("turn 3: maybe 1+2, 3+4, reject 5", "not-certain"),
    ("Should I take 1+2, 3+4, reject 5, what do you think?", "not-certain"),
    ("turn 3 and 4: 1+2, 3+4, reject 5", "two-turns"),
    ("turn 3: ditto", "unfinished"),
    ("Turn 3: the same as last time, please", "unfinished"),
    ("turn 3 reject 5, the rest as you like", "unfinished"),
    ("No, reject 4", "unfinished"),
    ("turn 3: 1+2, 3+4, reject 5 6", "loose-number"),
    ("turn 3: 1+2, 3+4, reject one 5", "loose-number"),
    ("turn 3: 1+2, 3+4, no reject 5", "loose-number"),
    ("turn 3: 1+2, 3+4, reject 5 (all entries)", "not-certain"),
    ("Entry B, turns 11 and 12: 26/33/1 and 11/45/2", "not-certain"),
    ("1 and 5, 2+6, 3+3", "third-pair"),
    ("turn 3: 1+2, 3+4, reject", "not-understood"),
    ("turn 3: 1+2, 3+4, reject fiv", "not-understood"),
    ("D turn 3: 1+2, 3+4, reject 5", "no-such-entry"),
    ("entry 2, turn 3: 1+2, 3+4, reject 5", "no-such-entry"),
])
def test_what_cannot_be_taken_is_asked_back(text: str, reason: str) -> None:
    reading = GAME.read(lines(normalise(text)))
    assert [complaint.reason for complaint in reading.complaints][:1] == [reason]
    assert reading.written == ()
# fmt: on


def test_one_bad_turn_does_not_spoil_the_other() -> None:
    """turn 3: 1+2=4, 3+4, reject 5; turn 4: 2+5, 3+6, reject 4"""
    reading = GAME.read(lines("turn 3: 1+2=4, 3+4, reject 5; turn 4: 2+5, 3+6, reject 4"))
    assert [GAME.say(written.order) for written in reading.written] == ["turn 4: 2+5=7, 3+6=9, reject 4"]
    assert [(complaint.reason, complaint.column) for complaint in reading.complaints] == [("wrong-sum", 9)]


def test_a_complaint_says_where_and_how_to_write_it_right() -> None:
    (complaint,) = GAME.read(lines("Hello\nturn 3: 1+2, 3+4, rejct 5")).complaints
    assert complaint.line == 2
    assert complaint.text == "turn 3: 1+2, 3+4, rejct 5"
    assert "did you mean" in complaint.hint
    assert '"reject"' in complaint.hint
    assert "turn 3: 1+2, 3+4, reject 5" in complaint.hint


def test_an_allocation_over_several_lines_is_told_with_its_first_line() -> None:
    (written,) = GAME.read(lines("Turn 3:\n1+2\n3+4\nreject 5")).written
    assert (written.line, written.text) == (1, "Turn 3: 1+2 3+4 reject 5")
