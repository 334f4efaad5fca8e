import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aHeartbeat } from '../../testing/fleet-messages.ts';
import type { KnownWorld } from '../world-scope.ts';
import { type FleetFacts, fleetFindings } from './fleet-findings.ts';

const NOW_MS = Date.UTC(2026, 6, 12);
const EU: KnownWorld = {
  world: '0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d',
  name: 'EU 1',
  tags: ['eu'],
  state: 'Online',
  lastSeenMs: NOW_MS - 2000,
  clockAheadMs: -3,
  heartbeat: aHeartbeat({ lists: ['main'], listsRead: 7 }),
};
const EVENTS = { stream: 'EVENTS', behind: 0, caughtUp: true, error: undefined };
const WELL: FleetFacts = {
  nowMs: NOW_MS,
  broker: { version: '2.10.27', connected: true, flushes: true, replicas: 1 },
  streams: [EVENTS],
  listsWhole: true,
  listsSeen: { sequence: 7, timeMs: NOW_MS - 60_000 },
  listCount: 1,
  worlds: [EU],
  version: '0.1.0',
};

const problemsOf = (facts: Partial<FleetFacts>) =>
  fleetFindings({ ...WELL, ...facts }).filter(({ Level }) => Level !== 'Ok');

test('a fleet that is well has no finding to look after', () => {
  assert.deepEqual(problemsOf({}), []);
});

for (const [check, level, facts] of [
  ['broker', 'Fail', { broker: { ...WELL.broker, connected: false } }],
  ['flush', 'Warn', { broker: { ...WELL.broker, flushes: undefined } }],
  ['stream EVENTS', 'Fail', { streams: [{ ...EVENTS, behind: 9, error: 'no quorum' }] }],
  ['stream EVENTS', 'Warn', { streams: [{ ...EVENTS, behind: 9, caughtUp: false }] }],
  ['lists', 'Warn', { listsWhole: false }],
  ['worlds', 'Warn', { worlds: [{ ...EU, state: 'Away' }] }],
  ['worlds', 'Fail', { worlds: [{ ...EU, state: 'Fenced' }] }],
  ['versions', 'Warn', { version: '0.2.0' }],
  ['clocks', 'Warn', { worlds: [{ ...EU, clockAheadMs: -90_000 }] }],
  ['outboxes', 'Warn', { worlds: [{ ...EU, heartbeat: aHeartbeat({ lag: { events: 2000, audit: 0 } }) }] }],
  ['lists of worlds', 'Warn', { listsSeen: { sequence: 8, timeMs: NOW_MS - 60_000 } }],
] as const satisfies [string, string, Partial<FleetFacts>][]) {
  test(`${check} as ${level} is found, and only that`, () => {
    const [problem, ...others] = problemsOf(facts);
    assert.deepEqual([problem?.Check, problem?.Level, others], [check, level, []]);
  });
}

test('a change of a list that is on its way is no problem yet', () => {
  assert.deepEqual(problemsOf({ listsSeen: { sequence: 8, timeMs: NOW_MS - 1000 } }), []);
});

test('a world that does not tell its time is counted, and none is blamed', () => {
  const findings = fleetFindings({ ...WELL, worlds: [{ ...EU, clockAheadMs: undefined }] });
  const clocks = findings.find(({ Check }) => Check === 'clocks');
  assert.match(clocks?.What ?? '', /of 1 it is not known$/);
});

test('many worlds of one problem are counted after the first five', () => {
  const worlds = Array.from({ length: 8 }, () => ({ ...EU, clockAheadMs: 90_000 }));
  assert.match(problemsOf({ worlds })[0]?.What ?? '', / and 3 more$/);
});
