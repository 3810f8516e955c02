"""Lays everything down in the folder: all mailboxes, the journals, the proofs. What was laid down is the evidence."""

import json
from pathlib import Path

from processor.config import load
from processor.daemon import rounds
from processor.daemon.start import open_desk
from processor.demo.cast import ANNA, MATCHES
from processor.demo.evidence import Entry, Evidence, first
from processor.demo.folder import LOG, journal_name, lay_down, proof_name
from processor.demo.house import House
from processor.demo.kinds import Kind
from processor.demo.post import Mail, Post
from processor.desk import counter, proof
from processor.desk.house import codecs_for
from processor.games import all_games


def lay_all_down(folder: Path, post: Post, house: House) -> Evidence:
    """Stop the service, and lay down and look at what is left."""
    stopped_well = house.stop()
    post.lay_down(folder)
    mails = post.everything()
    journals = _exported(house.config)
    proofs = _attached(Evidence(mails))
    lay_down(folder, {LOG: house.log})
    lay_down(folder, {journal_name(code): text for code, text in journals.items()})
    lay_down(folder, {proof_name(code): text for code, text in proofs.items()})
    return Evidence(
        mails,
        {code: _entries(text) for code, text in journals.items()},
        {code: _faults(proofs[code]) if code in proofs else ("There is no proof.",) for code in MATCHES},
        stopped_well,
    )


def _exported(config: Path) -> dict[str, str]:
    """What ``turnpost export`` says of each match that was opened."""
    with open_desk(load(config)) as desk:
        return {code: counter.export(desk, code, rounds.now()) for code in counter.codes(desk)}


def _entries(export: str) -> tuple[Entry, ...]:
    """The journal in an export; none before the end of the match."""
    return tuple(json.loads(export).get("journal", ()))


def _attached(evidence: Evidence) -> dict[str, str]:
    """The proof that came with the last mail of each match that is over."""
    last = {code: first(evidence.mailed(Kind.ENDED, code, ANNA)) for code in MATCHES}
    return {code: _attachment(mail) for code, mail in last.items() if mail}


def _attachment(mail: Mail) -> str:
    return "".join(part.get_content() for part in mail.message.iter_attachments())


def _faults(text: str) -> tuple[str, ...]:
    """What does not hold in a proof, read as ``turnpost verify`` reads it."""
    games = all_games()
    try:
        name, told = proof.read(text, codecs_for(games))
    except proof.UnreadableProof as fault:
        return (str(fault),)
    return proof.faults(told, games[name])
