import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CorruptDataError } from '../../format/save-error.ts';
import { type BlobVersions, NO_VERSIONS } from '../../read/blob-versions.ts';
import { aGuid } from '../../testing/index.ts';
import { type Connector, readConnector, withoutLinks, writeConnector } from './connector.ts';

const MARKED: BlobVersions = { ...NO_VERSIONS, known: true, mark: true };

const links = (...numbers: number[]) =>
  numbers.map((number) => ({ objectId: aGuid(number), index: number % 256 }));
const CHEST: Connector = { level: -1, anywhere: { index: 0xfe, links: links(1, 2) }, sides: null };
const WALL: Connector = {
  level: 2,
  anywhere: { index: 0xfe, links: [] },
  sides: { groups: [5, 4, 3].map((index) => ({ index, links: links(index, 300) })), pillars: null },
};
const PILLAR: Connector = { ...WALL, sides: { groups: WALL.sides?.groups ?? [], pillars: 0 } };

for (const [name, connector] of Object.entries({ chest: CHEST, wall: WALL, pillar: PILLAR })) {
  test(`the connector of a ${name} is read as it was written, with and without marks`, () => {
    for (const versions of [NO_VERSIONS, MARKED]) {
      assert.deepEqual(readConnector({ bytes: writeConnector(connector, versions), versions }), connector);
    }
  });

  test(`a connector of a ${name} with one byte more or less is refused`, () => {
    for (const versions of [NO_VERSIONS, MARKED]) {
      const bytes = writeConnector(connector, versions);
      for (const damaged of [bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.of(1)])]) {
        assert.throws(() => readConnector({ bytes: damaged, versions }), CorruptDataError);
      }
    }
  });
}

test('a link to a removed object is taken out of every group, and no group goes', () =>
  assert.deepEqual(withoutLinks(PILLAR, new Set([aGuid(300), aGuid(4)])).sides, {
    groups: [
      { index: 5, links: links(5) },
      { index: 4, links: [] },
      { index: 3, links: links(3) },
    ],
    pillars: 0,
  }));
