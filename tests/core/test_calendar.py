"""Deadlines stay where the clock on the wall puts them, and dates mean one instant or are asked back."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from processor.core.calendar import (
    END_OF_DAY,
    AfterLast,
    Amount,
    InFigures,
    NextWeekday,
    OnDate,
    OnDatesGiven,
    OnWeekday,
    Phrase,
    Refusal,
    Rule,
    Today,
    Tomorrow,
    Weekly,
    Within,
    at_wall,
    echo,
    in_zone,
    later,
    left,
    length,
    next_deadline,
    resolve,
    say,
    wall,
    zone_named,
)

LONDON, PARIS, NEW_YORK, SYDNEY, LORD_HOWE = (
    "Europe/London",
    "Europe/Paris",
    "America/New_York",
    "Australia/Sydney",
    "Australia/Lord_Howe",
)
FRIDAY = 4


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def local(text: str) -> datetime:
    return datetime.fromisoformat(text)


# --- the clock on the wall


@pytest.mark.parametrize(
    ("shown", "zone", "instant"),
    [
        ("2026-12-18 20:00", LONDON, "2026-12-18 20:00"),
        ("2026-07-18 20:00", LONDON, "2026-07-18 19:00"),
        ("2026-12-18 20:00", "UTC", "2026-12-18 20:00"),
        ("2026-12-18 20:00", NEW_YORK, "2026-12-19 01:00"),
        ("2026-12-18 20:00", SYDNEY, "2026-12-18 09:00"),
        ("2026-12-18 20:00", "Asia/Kathmandu", "2026-12-18 14:15"),
    ],
)
def test_a_time_on_the_wall_is_one_instant(shown: str, zone: str, instant: str) -> None:
    assert at_wall(local(shown), zone) == utc(instant)


@pytest.mark.parametrize(
    ("shown", "zone", "instant"),
    [
        ("2026-10-25 01:30", LONDON, "2026-10-25 00:30"),
        ("2026-10-25 02:30", PARIS, "2026-10-25 00:30"),
        ("2026-11-01 01:30", NEW_YORK, "2026-11-01 05:30"),
        ("2026-04-05 02:30", SYDNEY, "2026-04-04 15:30"),
        ("2026-04-05 01:45", LORD_HOWE, "2026-04-04 14:45"),
    ],
)
def test_in_the_hour_that_comes_twice_the_first_is_meant(shown: str, zone: str, instant: str) -> None:
    assert at_wall(local(shown), zone) == utc(instant)


def test_in_that_hour_the_second_is_meant_when_the_first_has_gone_by() -> None:
    half_past_one, between = OnDate(25, 10, 2026, None, time(1, 30)), utc("2026-10-25 00:40")
    assert resolve(half_past_one, utc("2026-10-24 12:00"), LONDON) == utc("2026-10-25 00:30")
    assert resolve(half_past_one, between, LONDON) == utc("2026-10-25 01:30")
    assert isinstance(resolve(half_past_one, utc("2026-10-25 01:30"), LONDON), Refusal)


@pytest.mark.parametrize(
    ("shown", "zone", "instead"),
    [
        ("2026-03-29 01:30", LONDON, "2026-03-29 02:00"),
        ("2026-03-29 01:00:15", LONDON, "2026-03-29 02:00"),
        ("2026-03-29 02:30", PARIS, "2026-03-29 03:00"),
        ("2026-03-08 02:59", NEW_YORK, "2026-03-08 03:00"),
        ("2026-10-04 02:00", SYDNEY, "2026-10-04 03:00"),
        ("2026-10-04 02:10", LORD_HOWE, "2026-10-04 02:30"),
        ("2011-12-30 20:00", "Pacific/Apia", "2011-12-31 00:00"),
    ],
)
def test_a_time_that_the_clocks_skip_becomes_the_next_one_they_show(shown: str, zone: str, instead: str) -> None:
    assert wall(at_wall(local(shown), zone), zone) == local(instead)


@pytest.mark.parametrize(
    ("start", "amount", "end"),
    [
        ("2026-03-28 20:00", Amount(1, "day"), "2026-03-29 19:00"),
        ("2026-03-28 20:00", Amount(24, "hour"), "2026-03-29 20:00"),
        ("2026-10-24 19:00", Amount(1, "week"), "2026-10-31 20:00"),
        ("2026-10-24 19:00", Amount(2, "hour"), "2026-10-24 21:00"),
        ("2026-10-25 00:10", Amount(60, "minute"), "2026-10-25 01:10"),
        ("2026-10-25 00:10", Amount(2, "second"), "2026-10-25 00:10:02"),
    ],
)
def test_days_are_counted_on_the_wall_and_hours_as_they_pass(start: str, amount: Amount, end: str) -> None:
    assert later(utc(start), amount, LONDON) == utc(end)


@pytest.mark.parametrize(
    ("written", "zone"),
    [
        ("europe/london", LONDON),
        ("EUROPE/LONDON", LONDON),
        ("America/New York", NEW_YORK),
        ("utc", "UTC"),
        ("Europe/Londn", None),
        ("Mars/Phobos", None),
        ("", None),
    ],
)
def test_a_zone_is_known_whatever_its_capitals(written: str, zone: str | None) -> None:
    assert zone_named(written) == zone


# --- deadline rules

EVERY_FRIDAY = Weekly(1, FRIDAY, time(20), LONDON)
EVERY_OTHER_FRIDAY = Weekly(2, FRIDAY, time(20), LONDON)
A_WEEK_AFTER = AfterLast(Amount(7, "day"), LONDON)


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (EVERY_OTHER_FRIDAY, "every 2 weeks friday 20:00 Europe/London"),
        (EVERY_FRIDAY, "every friday 20:00 Europe/London"),
        (Weekly(4, 0, time(7, 5)), "every 4 weeks monday 07:05 UTC"),
        (AfterLast(Amount(7, "day")), "7 days after the last"),
        (A_WEEK_AFTER, "7 days after the last Europe/London"),
        (AfterLast(Amount(1, "week")), "1 week after the last"),
        (AfterLast(Amount(2, "second")), "2 seconds after the last"),
        (OnDatesGiven(), "on dates given"),
    ],
)
def test_a_rule_has_canonical_words(rule: Rule, words: str) -> None:
    assert say(rule) == words


@pytest.mark.parametrize(
    ("rule", "moved"),
    [
        (Weekly(1, FRIDAY, time(20)), EVERY_FRIDAY),
        (AfterLast(Amount(7, "day")), A_WEEK_AFTER),
        (AfterLast(Amount(12, "hour")), AfterLast(Amount(12, "hour"))),
        (OnDatesGiven(), OnDatesGiven()),
    ],
)
def test_a_rule_takes_the_zone_of_its_match(rule: Rule, moved: Rule) -> None:
    assert in_zone(rule, LONDON) == moved


@pytest.mark.parametrize(
    ("rule", "last", "due"),
    [
        (EVERY_FRIDAY, "2026-12-04 20:00", "2026-12-11 20:00"),
        (EVERY_OTHER_FRIDAY, "2026-12-04 20:00", "2026-12-18 20:00"),
        (Weekly(4, FRIDAY, time(20), LONDON), "2026-12-04 20:00", "2027-01-01 20:00"),
        (A_WEEK_AFTER, "2026-12-04 20:00", "2026-12-11 20:00"),
        (AfterLast(Amount(2, "week"), LONDON), "2026-12-04 20:00", "2026-12-18 20:00"),
        (AfterLast(Amount(90, "second")), "2026-12-04 20:00", "2026-12-04 20:01:30"),
    ],
)
def test_the_next_deadline_follows_the_rule(rule: Rule, last: str, due: str) -> None:
    assert next_deadline(rule, utc(last), utc(last)) == utc(due)


@pytest.mark.parametrize(
    ("last", "due"),
    [
        ("2026-10-23 19:00", "2026-10-30 20:00"),  # summer time ends on the 25th
        ("2026-03-27 20:00", "2026-04-03 19:00"),  # and begins on the 29th
    ],
)
@pytest.mark.parametrize("rule", [EVERY_FRIDAY, A_WEEK_AFTER])
def test_a_deadline_stays_at_eight_when_the_clocks_change(rule: Rule, last: str, due: str) -> None:
    assert next_deadline(rule, utc(last), utc(last)) == utc(due)


@pytest.mark.parametrize(
    ("rule", "last", "due"),
    [
        (Weekly(1, 6, time(1, 30), LONDON), "2026-03-22 01:30", "2026-03-29 01:00"),
        (Weekly(1, 6, time(1, 30), LONDON), "2026-10-18 00:30", "2026-10-25 00:30"),
        (Weekly(1, 6, time(2, 30), PARIS), "2026-03-22 01:30", "2026-03-29 01:00"),
        (Weekly(1, 6, time(2, 30), PARIS), "2026-10-18 00:30", "2026-10-25 00:30"),
        (Weekly(1, 6, time(2, 30), NEW_YORK), "2026-03-01 07:30", "2026-03-08 07:00"),
        (Weekly(1, 6, time(1, 30), NEW_YORK), "2026-10-25 05:30", "2026-11-01 05:30"),
        (AfterLast(Amount(1, "day"), LONDON), "2026-03-28 01:30", "2026-03-29 01:00"),
        (AfterLast(Amount(1, "day"), LONDON), "2026-10-24 00:30", "2026-10-25 00:30"),
    ],
)
def test_a_deadline_in_the_very_night_the_clocks_change(rule: Rule, last: str, due: str) -> None:
    assert next_deadline(rule, utc(last), utc(last)) == utc(due)


def test_hours_after_the_last_do_not_care_for_clocks() -> None:
    rule = AfterLast(Amount(24, "hour"), LONDON)
    assert next_deadline(rule, utc("2026-03-28 20:00"), utc("2026-03-28 20:00")) == utc("2026-03-29 20:00")


def test_only_so_long_after_the_last_gives_every_turn_the_same_time() -> None:
    assert length(AfterLast(Amount(7, "day"))) == timedelta(days=7)
    assert length(EVERY_FRIDAY) is None
    assert length(OnDatesGiven()) is None


def test_without_a_rule_there_is_no_next_deadline() -> None:
    assert next_deadline(OnDatesGiven(), utc("2026-12-04 20:00"), utc("2026-12-04 20:00")) is None


@pytest.mark.parametrize(
    ("moved_to", "due"),
    [
        ("2026-12-03 20:00", "2026-12-18 20:00"),
        ("2026-12-04 23:00", "2026-12-18 20:00"),
        ("2026-12-06 20:00", "2026-12-18 20:00"),
        ("2026-12-08 20:00", "2026-12-25 20:00"),
    ],
)
def test_a_deadline_moved_by_a_day_or_two_does_not_upset_the_rhythm(moved_to: str, due: str) -> None:
    assert next_deadline(EVERY_OTHER_FRIDAY, utc(moved_to), utc(moved_to)) == utc(due)


@pytest.mark.parametrize(
    ("rule", "due"),
    [
        (EVERY_FRIDAY, "2026-12-11 20:00"),
        (EVERY_OTHER_FRIDAY, "2026-12-18 20:00"),
        (A_WEEK_AFTER, "2026-12-08 10:15"),
        (AfterLast(Amount(3, "second")), "2026-12-01 10:15:03"),
    ],
)
def test_the_first_turn_is_about_as_long_as_the_others(rule: Rule, due: str) -> None:
    tuesday = utc("2026-12-01 10:15")
    assert next_deadline(rule, None, tuesday) == utc(due)


def test_after_an_outage_nobody_gets_a_turn_that_is_over_already() -> None:
    assert next_deadline(EVERY_FRIDAY, utc("2026-12-04 20:00"), utc("2026-12-21 09:00")) == utc("2026-12-25 20:00")
    assert next_deadline(AfterLast(Amount(2, "second")), utc("2026-12-04 20:00"), utc("2026-12-04 20:00:09")) == utc(
        "2026-12-04 20:00:11"
    )


ZONES = st.sampled_from([LONDON, PARIS, NEW_YORK, SYDNEY, LORD_HOWE, "UTC", "Asia/Tehran", "America/St_Johns"])
INSTANTS = st.datetimes(local("2000-01-01"), local("2040-01-01"), timezones=st.just(UTC))
TIMES = st.builds(time, st.integers(0, 23), st.integers(0, 59))
WEEKLY = st.builds(Weekly, st.integers(1, 8), st.integers(0, 6), TIMES, ZONES)
AMOUNTS = st.builds(Amount, st.integers(1, 60), st.sampled_from(["second", "minute", "hour", "day", "week"]))
RULES = WEEKLY | st.builds(AfterLast, AMOUNTS, ZONES)


@given(RULES, INSTANTS)
def test_the_next_deadline_is_always_later(rule: Rule, last: datetime) -> None:
    due = next_deadline(rule, last, last)
    assert due is not None
    assert due > last


@given(RULES, INSTANTS, INSTANTS)
def test_the_next_deadline_is_always_ahead(rule: Rule, last: datetime, now: datetime) -> None:
    due = next_deadline(rule, last, now)
    assert due is not None
    assert due > now


def is_skipped(shown: datetime, zone: str) -> bool:
    return wall(at_wall(shown, zone), zone) != shown


@given(WEEKLY, INSTANTS)
def test_a_weekly_deadline_keeps_its_weekday_its_time_and_about_its_distance(rule: Weekly, last: datetime) -> None:
    due = next_deadline(rule, last, last)
    assert due is not None
    shown = wall(due, rule.zone)
    distance = shown.date() - wall(last, rule.zone).date()
    assert abs(distance - timedelta(weeks=rule.weeks)) <= timedelta(days=3)
    assert shown.weekday() == rule.weekday
    assert shown.time() == rule.at or is_skipped(datetime.combine(shown.date(), rule.at), rule.zone)


@given(INSTANTS, ZONES, st.integers(1, 60))
def test_days_after_the_last_keep_the_time_on_the_wall(last: datetime, zone: str, days: int) -> None:
    due = next_deadline(AfterLast(Amount(days, "day"), zone), last, last)
    assert due is not None
    wanted = wall(last.replace(microsecond=0), zone) + timedelta(days=days)
    assert wall(due, zone) == wanted or is_skipped(wanted, zone)


# --- dates as people write them

TUESDAY = utc("2026-12-01 17:00")


@pytest.mark.parametrize(
    ("phrase", "instant"),
    [
        (OnWeekday(FRIDAY, time(20)), "2026-12-04 20:00"),
        (OnWeekday(FRIDAY), "2026-12-04 23:59"),
        (OnWeekday(0, time(9)), "2026-12-07 09:00"),
        (OnWeekday(1, time(23)), "2026-12-08 23:00"),
        (OnDate(18, 12, at=time(20)), "2026-12-18 20:00"),
        (OnDate(18, 12, 2026, FRIDAY, time(20)), "2026-12-18 20:00"),
        (OnDate(1, 12, at=time(20)), "2026-12-01 20:00"),
        (OnDate(4, 1), "2027-01-04 23:59"),
        (OnDate(28, 2, 2027), "2027-02-28 23:59"),
        (InFigures(18, 12), "2026-12-18 23:59"),
        (InFigures(12, 18, 2026, time(20)), "2026-12-18 20:00"),
        (InFigures(12, 12), "2026-12-12 23:59"),
        (Within(Amount(3, "day")), "2026-12-04 17:00"),
        (Within(Amount(3, "day"), time(20)), "2026-12-04 20:00"),
        (Within(Amount(12, "hour")), "2026-12-02 05:00"),
        (Today(time(20)), "2026-12-01 20:00"),
        (Tomorrow(time(12)), "2026-12-02 12:00"),
        (Tomorrow(), "2026-12-02 23:59"),
    ],
)
def test_a_date_means_the_next_one(phrase: Phrase, instant: str) -> None:
    assert resolve(phrase, TUESDAY, LONDON) == utc(instant)


@pytest.mark.parametrize(
    ("phrase", "reason", "words"),
    [
        (
            OnDate(18, 12, 2026, 3),
            "wrong-weekday",
            "Friday 18 December 2026 is not a Thursday. Please check the day and the date.",
        ),
        (
            OnDate(27, 11),
            "past",
            "Friday 27 November 2026 has gone by. If you mean the next one, please write 27 November 2027.",
        ),
        (
            OnDate(27, 11, 2026),
            "past",
            "Friday 27 November 2026, 23:59 has gone by. Please write a date that is still to come.",
        ),
        (
            Today(time(16, 59)),
            "past",
            "Tuesday 1 December 2026, 16:59 has gone by. Please write a date that is still to come.",
        ),
        (
            OnDate(18, 12, 2028),
            "too-far",
            "Monday 18 December 2028 is more than a year ahead. Please choose something nearer.",
        ),
        (
            OnDate(31, 12, 9999),
            "too-far",
            "Friday 31 December 9999 is more than a year ahead. Please choose something nearer.",
        ),
        (
            Within(Amount(60, "week")),
            "too-far",
            "In 60 weeks is more than a year ahead. Please choose something nearer.",
        ),
        (OnDate(31, 6), "no-such-day", "There is no 31 June in 2026 or 2027. Please check the date."),
        (OnDate(29, 2), "no-such-day", "There is no 29 February in 2026 or 2027. Please check the date."),
        (OnDate(29, 2, 2027), "no-such-day", "There is no 29 February 2027. Please check the date."),
        (InFigures(31, 13), "no-such-day", "31/13 is no date. Please write the month as a word."),
        (
            InFigures(5, 6),
            "two-readings",
            '"5/6" could be 5 June or 6 May. Please write the month as a word.',
        ),
        (
            NextWeekday(FRIDAY),
            "two-readings",
            '"Next Friday" could be Friday 4 December 2026 or Friday 11 December 2026. Please write the date.',
        ),
        (
            Within(Amount(3, "hour"), time(20)),
            "two-readings",
            'Please say either "in 3 hours" or a time of day, not both.',
        ),
    ],
)
def test_a_date_that_cannot_be_meant_is_refused_in_clear_words(phrase: Phrase, reason: str, words: str) -> None:
    assert resolve(phrase, TUESDAY, LONDON) == Refusal(reason, words)


def test_next_friday_is_taken_when_both_readings_are_the_same_day() -> None:
    saturday = utc("2026-12-05 12:00")
    assert resolve(NextWeekday(FRIDAY, time(20)), saturday, LONDON) == utc("2026-12-11 20:00")


def test_a_leap_day_is_found_in_the_year_that_has_one() -> None:
    assert resolve(OnDate(29, 2), utc("2027-12-01 12:00"), LONDON) == utc("2028-02-29 23:59")


def test_today_is_the_day_of_the_zone() -> None:
    late = utc("2026-12-01 23:30")
    assert resolve(Tomorrow(time(12)), late, SYDNEY) == utc("2026-12-03 01:00")
    assert resolve(Tomorrow(time(12)), late, NEW_YORK) == utc("2026-12-02 17:00")


def test_a_date_without_a_time_takes_the_time_it_is_given() -> None:
    assert resolve(OnDate(18, 12), TUESDAY, LONDON, at=time(20)) == utc("2026-12-18 20:00")


PHRASES = st.one_of(
    st.builds(OnWeekday, st.integers(0, 6), st.none() | TIMES),
    st.builds(NextWeekday, st.integers(0, 6), st.none() | TIMES),
    st.builds(
        OnDate,
        st.integers(1, 31),
        st.integers(1, 12),
        st.none() | st.integers(0, 9999),
        st.none() | st.integers(0, 6),
        st.none() | TIMES,
    ),
    st.builds(
        InFigures, st.integers(1, 31), st.integers(1, 31), st.none() | st.integers(2000, 2099), st.none() | TIMES
    ),
    st.builds(Within, AMOUNTS, st.none() | TIMES),
    st.builds(Today, st.none() | TIMES),
    st.builds(Tomorrow, st.none() | TIMES),
)


@given(PHRASES, INSTANTS, ZONES)
def test_whatever_is_taken_lies_ahead_and_within_a_year(phrase: Phrase, now: datetime, zone: str) -> None:
    meant = resolve(phrase, now, zone)
    if isinstance(meant, Refusal):
        assert meant.words.endswith(".")
        return
    assert now < meant <= now + timedelta(days=368)
    asked = phrase.at or (None if isinstance(phrase, Within) else END_OF_DAY)
    shown = wall(meant, zone)
    assert asked in (None, shown.time()) or is_skipped(datetime.combine(date(*shown.timetuple()[:3]), asked), zone)


# --- saying it


@pytest.mark.parametrize(
    ("instant", "zone", "words"),
    [
        ("2026-12-18 20:00", LONDON, "Friday 18 December 2026, 20:00 (Europe/London), 20:00 UTC, in 17 days 3 hours"),
        ("2026-12-18 19:00", PARIS, "Friday 18 December 2026, 20:00 (Europe/Paris), 19:00 UTC, in 17 days 2 hours"),
        ("2026-12-18 20:00", "UTC", "Friday 18 December 2026, 20:00 (UTC), in 17 days 3 hours"),
        (
            "2026-12-18 20:00",
            SYDNEY,
            "Saturday 19 December 2026, 07:00 (Australia/Sydney), "
            "Friday 18 December 2026, 20:00 UTC, in 17 days 3 hours",
        ),
        (
            "2026-12-01 17:00:02",
            LONDON,
            "Tuesday 1 December 2026, 17:00:02 (Europe/London), 17:00:02 UTC, in 2 seconds",
        ),
        ("2026-12-01 16:00", LONDON, "Tuesday 1 December 2026, 16:00 (Europe/London), 16:00 UTC, 1 hour ago"),
    ],
)
def test_a_moment_is_said_so_that_nobody_can_mistake_it(instant: str, zone: str, words: str) -> None:
    assert echo(utc(instant), zone, TUESDAY) == words


@pytest.mark.parametrize(
    ("zone", "also", "words"),
    [
        (PARIS, LONDON, "Friday 18 December 2026, 20:00 (Europe/Paris), 19:00 (Europe/London), 19:00 UTC"),
        ("UTC", PARIS, "Friday 18 December 2026, 19:00 (UTC), 20:00 (Europe/Paris)"),
        (PARIS, PARIS, "Friday 18 December 2026, 20:00 (Europe/Paris), 19:00 UTC"),
        (PARIS, "Europe/Berlin", "Friday 18 December 2026, 20:00 (Europe/Paris), 19:00 UTC"),
        (PARIS, "UTC", "Friday 18 December 2026, 20:00 (Europe/Paris), 19:00 UTC"),
        (
            PARIS,
            SYDNEY,
            "Friday 18 December 2026, 20:00 (Europe/Paris), Saturday 19 December 2026, 06:00 (Australia/Sydney), "
            "Friday 18 December 2026, 19:00 UTC",
        ),
    ],
)
def test_a_deadline_is_told_by_the_clocks_of_its_match_too(zone: str, also: str, words: str) -> None:
    assert echo(utc("2026-12-18 19:00"), zone, TUESDAY, also) == f"{words}, in 17 days 2 hours"


@pytest.mark.parametrize(
    ("ahead", "words"),
    [
        (timedelta(days=17, hours=3, minutes=5), "17 days 3 hours"),
        (timedelta(days=3, minutes=5), "3 days"),
        (timedelta(days=1), "1 day"),
        (timedelta(hours=1, minutes=1), "1 hour 1 minute"),
        (timedelta(minutes=20), "20 minutes"),
        (timedelta(seconds=1), "1 second"),
        (timedelta(0), "less than a second"),
        (timedelta(hours=-2), "less than a second"),
    ],
)
def test_the_time_left_is_said_in_its_two_greatest_units(ahead: timedelta, words: str) -> None:
    assert left(TUESDAY, TUESDAY + ahead) == words
