"""A player of Postal Perudo who knows nothing of chances, but calls legally."""

from random import Random

from processor.games.perudo.view import RoundView, View

FACES = ("twos", "threes", "fours", "fives", "sixes")


def letter(view: View, rng: Random) -> str:
    """What this player mails before the coming deadline: challenges come sooner the higher the bid."""
    return "\n".join(f"{each.name}: {_call(each, rng)}" for each in view.due)


def _call(round_: RoundView, rng: Random) -> str:
    if round_.last is None:
        return f"1 {rng.choice(FACES)}".replace("1 sixes", "1 six").replace("1 twos", "1 two")
    number, face = round_.last.bid.split(" ")
    least = 2 * int(number) + 1 if "ace" in face.casefold() else int(number) + 1
    return "challenge" if rng.random() < least / round_.total else f"{least} {rng.choice(FACES)}"
