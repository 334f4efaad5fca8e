import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAYERS_AT_FIRST } from './layers.ts';
import { type MapAddress, mapQuery, readMapAddress } from './map-address.ts';

const roundTrip = (address: MapAddress) => {
  const query = Object.entries(mapQuery(address)).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  return readMapAddress(new URLSearchParams(query));
};

test('a link shows a colleague the same map', () => {
  const address = {
    zoom: 4.25,
    layers: new Set(['bases', 'relics'] as const),
    follow: 'D894F2B1-00000000-00000000-00000000',
    timeMs: Date.parse('2026-11-22T10:00:00Z'),
  };
  const { at, ...rest } = roundTrip({ at: { x: -321_655, y: 214_183 }, ...address });
  assert.deepEqual(rest, address);
  assert.ok(Math.hypot((at?.x ?? 0) + 321_655, (at?.y ?? 0) - 214_183) < 40, 'to a tenth of a map unit');
});

test('no layer at all is not the same as the layers at first', () => {
  assert.deepEqual(roundTrip({ layers: new Set() }).layers, new Set());
  assert.equal(roundTrip({ layers: new Set(LAYERS_AT_FIRST) }).layers, undefined);
});

test('what is no value is left out, and a zoom beyond the map is its last one', () => {
  const read = (text: string) => readMapAddress(new URLSearchParams(text));
  assert.deepEqual(read('at=north&zoom=near&time=soon'), {});
  assert.equal(read('zoom=99').zoom, 9);
  assert.deepEqual(read('layers=bases,castles').layers, new Set(['bases']));
});
