"""Real mail servers on this machine alone, for the tests that need them: Dovecot, Postfix, and both as one hub."""
