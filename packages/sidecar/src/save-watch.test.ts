import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SaveLook, SaveWatch } from './save-watch.ts';

/** Checks every ten seconds. @returns the second after which the save was stalled */
function lookFor(seconds: number, more: (atSeconds: number) => Partial<SaveLook>, watch = new SaveWatch()) {
  const begun: number[] = [];
  for (let at = 0; at <= seconds; at += 10) {
    const look = { atMs: at * 1000, savedAtMs: 1, isPlayed: true, autoSaveSeconds: undefined, ...more(at) };
    if (watch.look(look)) begun.push(at);
  }
  return begun;
}

test('a stalled save is reported once, after at least ten autosaves and five minutes of play', () => {
  const watch = new SaveWatch();
  assert.deepEqual(
    lookFor(900, () => ({}), watch),
    [300],
  );
  assert.match(
    watch.warning?.Message ?? '',
    /^the save has not changed in 15 minutes of play\. Check whether .*disk/,
  );
  const of = (autoSaveSeconds: number) => lookFor(900, () => ({ autoSaveSeconds }));
  assert.deepEqual([of(60), of(1)], [[600], [300]]);
});

test('a save that is written again is no longer stalled', () => {
  const watch = new SaveWatch();
  const begun = lookFor(900, (at) => ({ savedAtMs: at < 600 ? 1 : 2 }), watch);
  assert.deepEqual(begun, [300, 900]);
  watch.look({ atMs: 910_000, savedAtMs: 3, isPlayed: true, autoSaveSeconds: undefined });
  assert.equal(watch.warning, undefined);
});

test('only time of play counts, even if players come and go', () => {
  const idle = lookFor(3600, () => ({ isPlayed: false }));
  const changing = lookFor(900, (at) => ({ isPlayed: at % 100 < 60 }));
  const unknown = lookFor(900, () => ({ savedAtMs: undefined }));
  assert.deepEqual([idle, changing, unknown], [[], [550], []]);
});

test('a machine that slept has missed no save', () => {
  const watch = new SaveWatch();
  const look = { savedAtMs: 1, isPlayed: true, autoSaveSeconds: undefined };
  watch.look({ ...look, atMs: 0 });
  assert.equal(watch.look({ ...look, atMs: 8 * 3_600_000 }), false);
});
