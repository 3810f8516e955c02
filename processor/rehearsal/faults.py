"""What is said of a transcript that cannot be played."""


class BadTranscript(ValueError):
    """A transcript cannot be read or played: at which line, what is wrong there, and how to write it right."""

    def __init__(self, line: int, words: str) -> None:
        super().__init__(f"Line {line}: {words}")
        self.line = line
        self.words = words
