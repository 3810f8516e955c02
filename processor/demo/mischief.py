"""A robot that means no good: it writes orders in the name of somebody else."""

import re
from collections.abc import Iterator
from dataclasses import replace

from processor.demo.cast import MALLORY, Person
from processor.demo.kinds import invited_to
from processor.demo.pen import Pen
from processor.demo.post import Letter, Mail

_DICE = re.compile(r"\b[1-6](?: [1-6]){4}\b")


class Mischief:
    """Takes the address of the first who got a copy, and saddles its owner with a second entry and its fines."""

    def answer(self, mail: Mail) -> Iterator[Letter]:
        """The forged letter, once an invitation has told what it takes."""
        codes, dice, victims = invited_to(mail), _DICE.search(mail.text), mail.addresses("Cc")
        if codes and dice and victims:
            a, b, c, d, e = dice[0].split()
            text = f"{codes[0]}\n\nEntry B\nturn 1: {b}+{e}, {c}+{d}, reject {a}"
            letter = Pen(Person("Anna", victims[0])).fresh(text, "My orders")
            yield replace(letter, sender=MALLORY.address)
