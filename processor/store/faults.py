"""What can go wrong between us and the database. The docstring of each class is its message."""

from inspect import cleandoc


class StoreFault(Exception):
    """The database did not do what it was asked."""

    def __str__(self) -> str:
        words = " ".join(cleandoc(type(self).__doc__ or "").split()).replace("``", "`")
        return " ".join([words, *(f"({argument})" for argument in self.args)])


class Unavailable(StoreFault):
    """The database could not be reached or was busy for too long, so nothing was changed. Nothing is lost: letters are
    taken up again in the next round."""


class Full(Unavailable):
    """There is no room left on the disk of the database, so nothing was written. Nothing is lost: letters stay in the
    mailbox and mails in the outbox. Make room, and the next round goes on."""


class Damaged(StoreFault):
    """This is no database of Turnpost, or a damaged one. Restore the last backup, or name another database."""


class Conflict(StoreFault):
    """Somebody else wrote to this match in the meantime, so nothing was recorded. Read it again and decide anew."""


class TooNew(StoreFault):
    """This database was written by a newer Turnpost. Install that version again, or restore the backup made before."""


class UnknownKind(StoreFault):
    """The journal holds an event that this Turnpost does not know. Is the game it belongs to still installed?"""


class Unreadable(StoreFault):
    """The journal holds an event whose fields do not fit its kind. Was it written by another version of the game?"""


class Taken(StoreFault):
    """That is taken already: two cannot have the same."""


class Absent(StoreFault):
    """There is no such thing in the database."""
