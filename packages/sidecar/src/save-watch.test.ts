import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SaveLook, SaveWatch } from './save-watch.ts';

/** Looks every ten seconds for so many seconds. @returns after how many the save was found to stand still */
function lookFor(seconds: number, more: (atSeconds: number) => Partial<SaveLook>, watch = new SaveWatch()) {
  const begun: number[] = [];
  for (let at = 0; at <= seconds; at += 10) {
    const look = { atMs: at * 1000, savedAtMs: 1, isPlayed: true, autoSaveSeconds: undefined, ...more(at) };
    if (watch.look(look)) begun.push(at);
  }
  return begun;
}

test('a save that stands still is noticed once, after ten autosaves and five minutes of play at least', () => {
  const watch = new SaveWatch();
  assert.deepEqual(
    lookFor(900, () => ({}), watch),
    [300],
  );
  assert.match(watch.warning, /^the save has not changed in 15 minutes of play: look whether .*disk/);
  const of = (autoSaveSeconds: number) => lookFor(900, () => ({ autoSaveSeconds }));
  assert.deepEqual([of(60), of(1)], [[600], [300]]);
});

test('a save that is written again stands still no more', () => {
  const watch = new SaveWatch();
  const begun = lookFor(900, (at) => ({ savedAtMs: at < 600 ? 1 : 2 }), watch);
  assert.deepEqual(begun, [300, 900]);
  watch.look({ atMs: 910_000, savedAtMs: 3, isPlayed: true, autoSaveSeconds: undefined });
  assert.equal(watch.warning, '');
});

test('only the time that somebody plays counts, also of players who come and go', () => {
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
