import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReadsInParts } from './reads-in-parts.ts';

/** Reads whose turns are taken by hand, and what came of them. */
function someReads() {
  const turns: (() => void)[] = [];
  const log: string[] = [];
  const reads = new ReadsInParts<string>({
    answer: (call, reply) => log.push(`${call}: ${String(reply)}`),
    refuse: (call, error) => log.push(`${call} refused: ${(error as Error).message}`),
    later: (work) => turns.push(work),
  });
  return { reads, log, turns, turn: () => turns.shift()?.() };
}

function* parts(count: number, log: string[], name: string): Generator<void, string> {
  for (let part = 1; part < count; part++) {
    log.push(`${name} ${part}`);
    yield;
  }
  return 'done';
}

test('a read of one part is answered at once, and a longer one after as many turns', () => {
  const { reads, log, turn, turns } = someReads();
  reads.add('short', parts(1, log, 'short'));
  assert.deepEqual(log, ['short: done']);
  reads.add('long', parts(3, log, 'long'));
  turn();
  assert.deepEqual(log.slice(1), ['long 1', 'long 2']);
  turn();
  assert.deepEqual([log.at(-1), turns.length], ['long: done', 0]);
});

test('reads under way take turns', () => {
  const { reads, log, turn, turns } = someReads();
  reads.add('one', parts(3, log, 'one'));
  reads.add('two', parts(2, log, 'two'));
  while (turns.length > 0) turn();
  assert.deepEqual(log, ['one 1', 'one 2', 'two 1', 'one: done', 'two: done']);
});

test('a read that throws is refused, and the others go on', () => {
  const { reads, log, turn, turns } = someReads();
  const failing = (function* (): Generator<void, string> {
    yield;
    throw new Error('no such guild');
  })();
  reads.add('bad', failing);
  reads.add('good', parts(2, log, 'good'));
  while (turns.length > 0) turn();
  assert.deepEqual(log, ['bad refused: no such guild', 'good 1', 'good: done']);
});

test('at the end every read is answered, or none further', () => {
  const { reads, log } = someReads();
  reads.add('one', parts(4, log, 'one'));
  reads.finish();
  assert.equal(log.at(-1), 'one: done');
  reads.add('two', parts(4, log, 'two'));
  reads.abandon();
  reads.finish();
  assert.equal(log.at(-1), 'one: done');
});
