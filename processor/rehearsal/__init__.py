"""Rehearsals: a transcript, a match told in one text, is played through the real desk and shows what comes of it."""

from processor.rehearsal.faults import BadTranscript
from processor.rehearsal.performance import Performance
from processor.rehearsal.rehearse import BrokenOff, Rehearsal, Surprise, as_document, as_text, rehearse

__all__ = ["BadTranscript", "BrokenOff", "Performance", "Rehearsal", "Surprise", "as_document", "as_text", "rehearse"]
