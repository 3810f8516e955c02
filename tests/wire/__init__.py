"""The wire: what we say to mail servers, and what we make of their answers."""
