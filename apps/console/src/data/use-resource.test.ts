import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import { coalesced } from './use-resource.ts';

/** Work that ends when it is told to, and a clock that is moved by hand. */
function bench() {
  const due: (() => void)[] = [];
  const waiting: (() => void)[] = [];
  let seen = true;
  let begun = 0;
  let end = () => {};
  const trigger = coalesced(
    () => {
      begun += 1;
      return new Promise<void>((resolve) => (end = resolve));
    },
    1000,
    { later: (run) => void due.push(run), whenSeen: (run) => (seen ? run() : void waiting.push(run)) },
  );
  return {
    trigger,
    begun: () => begun,
    async endWork() {
      end();
      await settled();
    },
    passGap: () => due.shift()?.(),
    hide: () => (seen = false),
    show: () => {
      seen = true;
      waiting.shift()?.();
    },
  };
}

test('calls during the work and the gap after it cost one more run', async () => {
  const { trigger, begun, endWork, passGap } = bench();
  trigger();
  trigger();
  trigger();
  assert.equal(begun(), 1);
  await endWork();
  trigger();
  assert.equal(begun(), 1);
  passGap();
  assert.equal(begun(), 2);
  await endWork();
  passGap();
  assert.equal(begun(), 2);
});

test('a hidden page does no work, and works once when it is visible again', async () => {
  const { trigger, begun, hide, show } = bench();
  hide();
  trigger();
  trigger();
  assert.equal(begun(), 0);
  show();
  assert.equal(begun(), 1);
});
