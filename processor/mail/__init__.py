"""Pure: what a mail says, what it wants and how it is answered. Read, screened, routed, parsed, written."""
