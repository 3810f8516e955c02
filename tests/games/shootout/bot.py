"""A player of Shootout who shoots at whoever, and votes out whoever keeps all waiting."""

from random import Random

from processor.games.shootout.view import View


def letter(view: View, rng: Random) -> str:
    """What this player mails, if there is anything to say."""
    if view.is_over or view.reader is None or not view.reader.living:
        return ""
    if view.awaits_reader and view.choosing:
        return f"accuracy {rng.randint(1, view.sides)}"
    if view.awaits_reader:
        return f"Shooting {rng.choice(view.targets)}: DICE20"
    return "\n".join(f"vote kick {name}" for name in view.may_vote)
