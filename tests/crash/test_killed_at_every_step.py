"""A process that is killed in the middle of an evening loses nothing and does nothing twice, wherever it was.

Here it is killed at some steps, spread over the evening; ``python -m tests.crash`` takes them all and lists them.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.crash import scene
from tests.crash.matrix import Fresh, Victim, as_table, crashes, crashes_beside_another, on_postgresql, on_sqlite
from tests.crash.victim import ENDED

SPREAD = 37
"""So many steps apart; not a number in which the steps themselves repeat."""


@pytest.fixture(scope="module")
def victim() -> Iterator[Victim]:
    with Victim() as process:
        yield process


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.servers)])
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Fresh]:
    """Copies of a match on the evening of its deadline."""
    if request.param == "sqlite":
        with on_sqlite(tmp_path) as made:
            yield made
    else:
        with on_postgresql(request.getfixturevalue("postgres")) as made:
            yield made


def test_the_evening_without_a_crash_has_all_that_can_happen(victim: Victim, fresh: Fresh) -> None:
    url = fresh()
    with scene.opened(url) as office:
        steps, status = victim.round(url, office)
        found = scene.aftermath(url, office)
    assert status == ENDED
    assert {each for each, _ in found.folders} == {"Processed", "Held", "Put aside"}
    assert [(message_id, reason) for message_id, _, reason in found.letters] == [
        ("<1@x.test>", "answered"),
        ("<2@x.test>", "answered"),
        ("<3@x.test>", "unproved"),
        ("<1@x.test>", "copy"),
        ("<4@x.test>", "stranger"),
        ("<5@x.test>", "no-single-sender"),
        ("<6@x.test>", "answered"),
        ("<7@x.test>", "answered"),
        ("<8@x.test>", "answered"),
    ]
    assert found.deadlines == ((1, "closed"), (2, "open"))
    assert {kind for _, kind, _ in found.outbox} == {"receipt", "confirm", "stranger", "results", "gm-report"}
    assert {status for _, _, status in found.outbox} == {"sent"}
    assert found.repeated == 0
    told = {step.split(maxsplit=2)[2] for step in steps}
    assert told >= {"COMMIT", "UID FETCH", "UID MOVE", "DATA", "the mail and its final dot", "UPDATE deadline"}


@pytest.mark.timeout(400)
def test_whichever_step_is_the_last_the_next_start_mends_it_all(victim: Victim, fresh: Fresh) -> None:
    found = list(crashes(victim, fresh, every=SPREAD))
    assert len(found) > 5
    assert not [crash for crash in found if crash.wrong], as_table({"crashes": found})


@pytest.mark.timeout(400)
def test_of_two_services_one_is_killed_and_the_other_takes_over(victim: Victim, fresh: Fresh) -> None:
    with Victim() as other:
        found = list(crashes_beside_another(victim, other, fresh, every=4 * SPREAD))
    assert len(found) > 2
    assert not [crash for crash in found if crash.wrong], as_table({"crashes": found})
