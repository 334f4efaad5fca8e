import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadTurns } from './load-turns.ts';

test('each kind gets its share of the turns, and its requests rotate', () => {
  const next = loadTurns([
    { requests: ['read'], share: 3, bodyBytes: 5 },
    { requests: ['one', 'two'], share: 1 },
  ]);
  const sent = Array.from({ length: 12 }, () => next().request.toString()).join(' ');
  assert.equal(sent, 'read read read one read read read two read read read one');
});

test('a turn holds its kind and the length of the body to expect', () => {
  const next = loadTurns([{ requests: ['read'], share: 1, bodyBytes: 5 }]);
  const { kind, bodyBytes } = next();
  assert.deepEqual({ kind, bodyBytes }, { kind: 0, bodyBytes: 5 });
});

test('a kind without requests is an error', () => {
  assert.throws(() => loadTurns([{ requests: [], share: 1 }]), /nothing to send/);
});
