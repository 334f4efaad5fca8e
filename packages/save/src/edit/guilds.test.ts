import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CorruptDataError } from '../format/save-error.ts';
import { SAVE_ERAS, type SaveEra } from '../format/save-types.ts';
import { aCampSave, aGuid, CAMP_SAVE, editorOf } from '../testing/index.ts';
import { changedLists, readGroupLists } from './guilds.ts';
import type { RecordBlob } from './record-blob.ts';

const id = CAMP_SAVE;
const GUILD = 'EPalGroupType::Guild';

for (const era of SAVE_ERAS) {
  test(`a guild with one byte more or less is refused, in era ${era}`, async () => {
    const { bytes, versions } = await guildBlob(era);
    for (const damaged of [bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.of(0)])]) {
      assert.throws(() => readGroupLists({ bytes: damaged, versions }, GUILD), CorruptDataError);
    }
  });
}

test('removing ids from the lists of a guild changes no other byte', async () => {
  const blob = await guildBlob('D');
  const lists = readGroupLists(blob, GUILD);
  assert.deepEqual(changedLists(blob, lists, new Set([aGuid(999)])), blob.bytes);
  const bytes = changedLists(blob, lists, new Set([id.worker, id.camp, id.palboxObject]));
  assert.equal(bytes.length, blob.bytes.length - 32 - 16 - 16);
  const after = readGroupLists({ ...blob, bytes }, GUILD);
  assert.deepEqual(after.handles.ids, [id.zoeBody, id.otherWorker, id.traveler]);
  assert.deepEqual(after.guild?.camps.ids, [id.otherCamp]);
  assert.deepEqual(after.guild.palboxes.ids, [id.otherPalboxObject]);
  const behindPalboxes = (lists.guild?.palboxes.countAt ?? 0) + 4 + 2 * 16;
  const end = blob.bytes.subarray(behindPalboxes);
  assert.deepEqual(bytes.subarray(-end.length), end, 'name, markers, members and permissions');
});

async function guildBlob(era: SaveEra): Promise<RecordBlob> {
  const blob = editorOf(await aCampSave(era))
    .section('GroupSaveDataMap')
    .findBlob(id.guild, []);
  assert.ok(blob);
  return blob;
}
