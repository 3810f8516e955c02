"""Measures how fast post is dealt with, on real servers and as ratios: ``make bench``."""
