"""Whole matches by real mail: Postfix takes it, Dovecot keeps it, and people who only know their mailboxes play."""
