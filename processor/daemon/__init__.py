"""The loop: fetch, open, close, send. The only part that reads the clock and the only one that touches the wire."""
