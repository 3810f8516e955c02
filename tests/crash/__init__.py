"""What a crash leaves behind: the process is killed at every step of a round, and the next start must mend it all."""
