"""The two ends of the wire: a mailbox read by IMAP, mail handed over by SMTP, and a small post office for trials."""
