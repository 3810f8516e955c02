"""The daemon on a calendar that the test turns: outages, deadlines, retries and restarts, without a real server."""
