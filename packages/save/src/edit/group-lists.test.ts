import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CorruptDataError } from '../format/save-error.ts';
import { SAVE_ERAS, type SaveEra } from '../format/save-types.ts';
import { aCampSave, aGuid, CAMP_SAVE } from '../testing/index.ts';
import { readGroupLists, withoutListed } from './group-lists.ts';
import { LevelEditor } from './level-editor.ts';
import type { RecordBlob } from './record-blob.ts';

const id = CAMP_SAVE;
const GUILD = 'EPalGroupType::Guild';

for (const era of SAVE_ERAS) {
  test(`a guild lists its characters, camps, palboxes and members, in era ${era}`, async () => {
    const { handles, guild } = readGroupLists(await guildBlob(era), GUILD);
    assert.deepEqual(handles.ids, [id.zoeBody, id.worker, id.otherWorker, id.traveller]);
    assert.deepEqual(guild?.camps.ids, [id.camp, id.otherCamp]);
    assert.deepEqual(guild.palboxes.ids, [id.palboxObject, id.otherPalboxObject]);
    assert.deepEqual(guild.members, [id.zoe]);
  });

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
  assert.deepEqual(withoutListed(blob, lists, new Set([aGuid(999)])), blob.bytes);
  const bytes = withoutListed(blob, lists, new Set([id.worker, id.camp, id.palboxObject]));
  assert.equal(bytes.length, blob.bytes.length - 32 - 16 - 16);
  const after = readGroupLists({ ...blob, bytes }, GUILD);
  assert.deepEqual(after.handles.ids, [id.zoeBody, id.otherWorker, id.traveller]);
  assert.deepEqual(after.guild?.camps.ids, [id.otherCamp]);
  assert.deepEqual(after.guild.palboxes.ids, [id.otherPalboxObject]);
  const behindPalboxes = (lists.guild?.palboxes.countAt ?? 0) + 4 + 2 * 16;
  const end = blob.bytes.subarray(behindPalboxes);
  assert.deepEqual(bytes.subarray(-end.length), end, 'name, markers, members and permissions');
});

async function guildBlob(era: SaveEra): Promise<RecordBlob> {
  const { files } = await aCampSave(era);
  const level = files.get('Level.sav');
  assert.ok(level);
  const blob = new LevelEditor(level.gvas, level.path).section('GroupSaveDataMap').blob(id.guild, []);
  assert.ok(blob);
  return blob;
}
