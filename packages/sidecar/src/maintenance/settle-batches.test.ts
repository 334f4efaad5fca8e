import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BatchFinding } from './batch-evidence.ts';
import { type BatchEnd, endOf, type ServerSeen } from './settle-batches.ts';

const PLACED_MS = 1_000_000;

function finding(facts: Partial<BatchFinding> = {}): BatchFinding {
  return {
    batch: 'batch-1',
    verdict: 'Written',
    reason: '',
    placedAtMs: PLACED_MS,
    files: 'AsWritten',
    doubtful: [],
    ...facts,
  };
}

const DOWN: ServerSeen = { isDown: true };
const up = (startedAtMs: number | undefined): ServerSeen => ({ isDown: false, startedAtMs });

for (const [what, found, seen, end] of [
  ['nothing was replaced', finding({ verdict: 'Reverted' }), DOWN, 'Reverted'],
  ['nothing was replaced, and the server runs', finding({ verdict: 'Reverted' }), up(undefined), 'Reverted'],
  ['the edit is not settled yet', finding({ verdict: 'Unknown' }), up(PLACED_MS + 60_000), 'Unknown'],
  ['nobody has started the server yet', finding(), DOWN, 'Written'],
  ['the server has saved since, and is down', finding({ files: 'Other' }), DOWN, 'Delivered'],
  ['the server was started after that', finding({ files: 'Unread' }), up(PLACED_MS + 1_000), 'Delivered'],
  ['its uptime is rounded', finding({ files: 'Unread' }), up(PLACED_MS - 1_000), 'Delivered'],
  ['the server was started before that', finding({ files: 'Unread' }), up(PLACED_MS - 60_000), 'Stale'],
  ['the server does not report its uptime', finding({ files: 'Unread' }), up(undefined), 'Written'],
  ['its time was not recorded', finding({ placedAtMs: undefined }), up(PLACED_MS), 'Written'],
] as const satisfies readonly (readonly [string, BatchFinding, ServerSeen, BatchEnd])[]) {
  test(`a batch is ${end} if ${what}`, () => {
    assert.equal(endOf(found, seen), end);
  });
}
