import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { runs } from '@palatine/platform/testing';
import fc from 'fast-check';
import { FIRE_WINDOW_MS, lastMissed, nextDue, type RestartSchedule } from './maintenance-schedule.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns', // half hours
  'Australia/Lord_Howe', // its clocks go half an hour forward
  'Asia/Tokyo', // no daylight-saving time
  'Africa/Casablanca', // goes back for a month
] as const;

/** The days before the clocks change in one of these zones. */
const CHANGES = [
  '2026-02-14',
  '2026-03-07',
  '2026-03-21',
  '2026-03-28',
  '2026-04-04',
  '2026-10-03',
  '2026-10-24',
  '2026-10-31',
].map((day) => Date.parse(day));

const ownZone = process.env.TZ;
afterEach(() => setZone(ownZone));

function setZone(zone: string | undefined): void {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
}

const at = (iso: string) => Date.parse(iso);
const inWords = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());
const daily = (...Daily: string[]): RestartSchedule => ({ Daily, EveryHours: 0 });

test('the next daily time is today or tomorrow', () => {
  setZone('Europe/Berlin');
  const schedule = daily('04:00', '16:30');
  const next = (now: string) => inWords(nextDue(schedule, at(now), at(now)));
  assert.equal(next('2026-07-12T00:00:00Z'), '2026-07-12T02:00:00.000Z');
  assert.equal(next('2026-07-12T02:00:00Z'), '2026-07-12T14:30:00.000Z');
  assert.equal(next('2026-07-12T14:30:00.001Z'), '2026-07-13T02:00:00.000Z');
});

test('a daily time stays due for two minutes, and is then skipped and reported', () => {
  setZone('UTC');
  const schedule = daily('04:00');
  const [last, due] = [at('2026-07-11T04:00:10Z'), at('2026-07-12T04:00:00Z')];
  assert.equal(nextDue(schedule, last, due + FIRE_WINDOW_MS), due);
  assert.equal(lastMissed(schedule, last, due + FIRE_WINDOW_MS), undefined);
  assert.equal(nextDue(schedule, last, due + FIRE_WINDOW_MS + 1), due + DAY_MS);
  assert.equal(lastMissed(schedule, last, due + FIRE_WINDOW_MS + 1), due);
  assert.equal(lastMissed(schedule, due, due + HOUR_MS), undefined, 'one that was done is not missed');
});

test('an interval counts from the last restart, and a missed one is due at once', () => {
  const schedule = { Daily: [], EveryHours: 6 };
  const last = at('2026-07-12T01:00:00Z');
  assert.equal(nextDue(schedule, last, last), last + 6 * HOUR_MS);
  assert.equal(nextDue(schedule, last, last + 50 * HOUR_MS), last + 6 * HOUR_MS);
});

test('of a daily time and an interval the earlier is next; a schedule without either has none', () => {
  setZone('UTC');
  const last = at('2026-07-12T01:00:00Z');
  assert.equal(nextDue({ Daily: ['04:00'], EveryHours: 6 }, last, last), last + 3 * HOUR_MS);
  assert.equal(nextDue({ Daily: ['04:00'], EveryHours: 2 }, last, last), last + 2 * HOUR_MS);
  assert.equal(nextDue(daily(), last, last), undefined);
});

test('a time skipped by the clocks is due once, as much later', () => {
  setZone('Europe/Berlin'); // on 29 March 2026, 02:00 becomes 03:00
  const now = at('2026-03-29T00:00:00Z');
  const due = nextDue(daily('02:30'), now, now);
  assert.equal(inWords(due), '2026-03-29T01:30:00.000Z');
  assert.equal(inWords(nextDue(daily('02:30'), due ?? 0, due ?? 0)), '2026-03-30T00:30:00.000Z');
  assert.equal(inWords(nextDue(daily('02:30', '03:30'), due ?? 0, due ?? 0)), '2026-03-30T00:30:00.000Z');
});

test('a time shown twice by the clocks is due once', () => {
  setZone('Europe/Berlin'); // on 25 October 2026, 03:00 becomes 02:00
  const now = at('2026-10-24T22:00:00Z');
  const due = nextDue(daily('02:30'), now, now) ?? 0;
  assert.equal(inWords(due), '2026-10-25T00:30:00.000Z');
  assert.equal(inWords(nextDue(daily('02:30'), due, due)), '2026-10-26T01:30:00.000Z');
});

test('a clock that was set back repeats nothing; one that was years ahead stops nothing', () => {
  setZone('UTC');
  const due = at('2026-07-12T04:00:00Z');
  assert.equal(nextDue(daily('04:00'), due + 500, due - 1000), due + DAY_MS);
  assert.equal(nextDue(daily('04:00'), due + 4000 * DAY_MS, due - HOUR_MS), due);
});

const aTime = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const aSchedule = fc.record({
  Daily: fc.array(aTime, { maxLength: 3 }),
  EveryHours: fc.oneof(fc.constant(0), fc.double({ min: 0.1, max: 200, noNaN: true })),
});
const aZone = fc.constantFrom(...ZONES);
const aMoment = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-12-31T00:00:00Z') });

test('the next time is never a daily one before the fire window, and is always reached', () => {
  fc.assert(
    fc.property(
      aZone,
      aSchedule,
      aMoment,
      fc.integer({ min: -DAY_MS, max: 100 * DAY_MS }),
      (zone, schedule, now, agoMs) => {
        setZone(zone);
        const due = nextDue(schedule, now - agoMs, now);
        if (schedule.Daily.length === 0 && schedule.EveryHours === 0) return assert.equal(due, undefined);
        assert.ok(due !== undefined && due > now - agoMs);
        if (schedule.EveryHours === 0) assert.ok(due >= now - FIRE_WINDOW_MS && due < now + 3.1 * DAY_MS);
      },
    ),
  );
});

/** Half a day around midnight before the clocks change in one of the zones, or of any other day. */
const aDayOfChange = fc
  .tuple(fc.oneof(fc.constantFrom(...CHANGES), aMoment), fc.integer({ min: -DAY_MS / 2, max: DAY_MS / 2 }))
  .map(([ms, moreMs]) => ms + moreMs);

test('polled about every minute, each daily time fires once on each calendar day, in every zone', () => {
  const steps = fc.array(fc.integer({ min: 1000, max: 110_000 }), { minLength: 5, maxLength: 20 });
  const times = fc.uniqueArray(aTime, { minLength: 1, maxLength: 2 });
  fc.assert(
    fc.property(aZone, times, aDayOfChange, steps, (zone, Daily, start, stepMs) => {
      setZone(zone);
      const fired = firings(daily(...Daily), start, 3 * DAY_MS, stepMs).map(onTheWall);
      const shown = minutesShown(start, start + 3 * DAY_MS);
      for (const day of [...shown.keys()].slice(1, -1)) {
        const onDay = fired.filter((moment) => moment.day === day).map(({ time }) => time);
        assert.equal(onDay.length, new Set(onDay).size, 'once');
        assert.ok(onDay.length >= 1 && onDay.length <= Daily.length);
        const existing = Daily.filter((time) => shown.get(day)?.has(time));
        const missed = existing.filter((time) => !onDay.includes(time));
        assert.deepEqual(missed, [], day);
      }
    }),
    runs(10),
  );
});

/** Due times at which a poller fires that checks again after each of the steps in turn. */
function firings(schedule: RestartSchedule, startMs: number, lengthMs: number, stepMs: readonly number[]) {
  const fired: number[] = [];
  for (
    let [now, look] = [startMs, 0];
    now <= startMs + lengthMs;
    now += stepMs[look++ % stepMs.length] ?? 0
  ) {
    const due = nextDue(schedule, fired.at(-1) ?? startMs, now);
    if (due !== undefined && due <= now) fired.push(due);
  }
  return fired;
}

/** Local time by another calendar than that of the code under test. */
function onTheWall(ms: number): { day: string; time: string } {
  const zone = process.env.TZ ?? 'UTC';
  const wall = walls.get(zone) ?? wallClock(zone);
  walls.set(zone, wall);
  const [day = '', time = ''] = wall.format(ms).split(' ');
  return { day, time };
}

const walls = new Map<string, Intl.DateTimeFormat>();
const wallClock = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });

/** Every minute of local time, by day. */
function minutesShown(startMs: number, endMs: number): Map<string, Set<string>> {
  const shown = new Map<string, Set<string>>();
  for (let ms = startMs; ms <= endMs; ms += MINUTE_MS) {
    const { day, time } = onTheWall(ms);
    shown.set(day, (shown.get(day) ?? new Set()).add(time));
  }
  return shown;
}
