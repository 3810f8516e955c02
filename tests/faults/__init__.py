"""Every fault of a mail server that we know of, what is said of it at once, and that in the end nothing is lost."""
