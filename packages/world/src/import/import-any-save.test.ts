import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZERO_GUID } from '@palatine/contract';
import type { SaveWorld } from '@palatine/save/save-types';
import { anyWorld, runs } from '@palatine/save/testing';
import fc from 'fast-check';
import { loadCatalogue } from '../catalogue/catalogue.ts';
import { checkWorld } from '../state/check-world.ts';
import { askEverything } from '../testing/ask-everything.ts';
import { aGuid } from '../testing/world-builder.ts';
import { importSave } from './import-save.ts';

// A few ids for everything, so that they collide; numbers and names as a damaged or modded save may hold them.
const GUIDS = [ZERO_GUID, ...Array.from({ length: 4 }, aGuid)];
const NUMBERS = [Number.NaN, Number.POSITIVE_INFINITY, -1e300, 4e9, 0.5];
const NAMES = ['', 'None', '__proto__', 'constructor', 'Wood', 'wood', 'Anubis', 'PALBOX', 'PalBox'];
/** Fields of closed sets, turns and times, which the reader keeps within their ranges. */
const KEPT = new Set(
  'kind type era container state gender isPlayer yawDeg savedAtMs lastOnlineAtMs'.split(' '),
);

/** The value with colliding ids, and with odd numbers and names here and there. */
function damaged(value: unknown, choose: (count: number) => number, name = ''): unknown {
  if (KEPT.has(name)) return value;
  if (name === 'count') return choose(5) - 1; // what a slot can hold of anything
  if (typeof value === 'bigint') return BigInt(choose(1_000_000_010) - 9);
  if (typeof value === 'number') return [choose(15) - 2, value, NUMBERS[choose(NUMBERS.length)]][choose(3)];
  if (typeof value === 'string') {
    if (/^[0-9A-F]{8}(-[0-9A-F]{8}){3}$/.test(value)) return GUIDS[choose(GUIDS.length)];
    return choose(4) === 0 ? value : NAMES[choose(NAMES.length)];
  }
  if (Array.isArray(value)) return value.map((entry) => damaged(entry, choose));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, damaged(inner, choose, key)] as const);
  return Object.fromEntries(entries);
}

const save = fc.tuple(anyWorld, fc.infiniteStream(fc.nat())).map(([world, numbers]) => {
  const choose = (count: number) => (numbers.next().value ?? 0) % count;
  return damaged(world, choose) as SaveWorld; // of the same shape
});

test('any save imports into a sound world that answers every query', () => {
  const catalogue = loadCatalogue();
  fc.assert(
    fc.property(save, (damagedSave) => {
      const world = importSave(damagedSave, { catalogue, nowMs: 0, seed: 1 });
      assert.deepEqual(checkWorld(world, catalogue), []);
      askEverything(world);
    }),
    runs(150),
  );
});
