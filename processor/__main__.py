"""``python -m processor`` is the command ``turnpost``."""

from processor.cli import main

main()
