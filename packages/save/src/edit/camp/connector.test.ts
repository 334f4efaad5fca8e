import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CorruptDataError } from '../../format/save-error.ts';
import { type BlobVersions, NO_VERSIONS } from '../../read/blob-versions.ts';
import { aGuid } from '../../testing/index.ts';
import { ByteWriter } from '../../write/byte-writer.ts';
import { withoutLinks } from './object-model.ts';

const MARKED: BlobVersions = { ...NO_VERSIONS, known: true, mark: true };

interface Connector {
  /** The numbers of the linked objects in each group; the first group is the one of links anywhere. */
  groups: number[][];
  pillars?: number;
}

const CHEST: Connector = { groups: [[1, 300, 2]] };
const WALL: Connector = { groups: [[], [5, 300], [4], [300, 3]] };
const PILLAR: Connector = { ...WALL, pillars: 7 };

for (const [name, connector] of Object.entries({ chest: CHEST, wall: WALL, pillar: PILLAR })) {
  test(`the links of a ${name} to removed objects are taken out, and no group or other byte, with and without marks`, () => {
    const groups = connector.groups.map((numbers) =>
      numbers.filter((number) => number !== 300 && number !== 4),
    );
    for (const versions of [NO_VERSIONS, MARKED]) {
      const blob = { bytes: connectorBytes(connector, versions), versions };
      assert.deepEqual(withoutLinks(blob, new Set([aGuid(999)])), blob.bytes);
      const expected = connectorBytes({ ...connector, groups }, versions);
      assert.deepEqual(withoutLinks(blob, new Set([aGuid(300), aGuid(4)])), expected);
    }
  });

  test(`a connector of a ${name} with one byte more or less is refused`, () => {
    for (const versions of [NO_VERSIONS, MARKED]) {
      const bytes = connectorBytes(connector, versions);
      for (const damaged of [bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.of(1)])]) {
        assert.throws(() => withoutLinks({ bytes: damaged, versions }, new Set()), CorruptDataError);
      }
    }
  });
}

function connectorBytes({ groups, pillars }: Connector, { mark }: BlobVersions): Buffer {
  const writer = new ByteWriter();
  writer.i32(-1);
  for (const [index, numbers] of groups.entries()) {
    writer.u8(0xfe - index);
    writer.u32(numbers.length);
    for (const number of numbers) {
      writer.guid(aGuid(number));
      writer.u8(number % 256);
    }
    if (mark && index === 0) writer.u32(0);
  }
  if (pillars !== undefined) writer.u32(pillars);
  if (mark && groups.length > 1) writer.u32(0);
  return writer.result();
}
