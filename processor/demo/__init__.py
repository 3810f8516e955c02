"""The demo: robots play five whole games by real mail, with the real service in between, on this machine alone.

The robots know nothing but what they are mailed. Whether everything happened that should is judged by the mails
and the journals that are left, never by what a robot meant to do.
"""

from processor.demo.play import play

__all__ = ["play"]
