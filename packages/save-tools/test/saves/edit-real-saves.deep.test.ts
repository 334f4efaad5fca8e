import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedSave } from '@palatine/save/testing';
import { contentsOf } from '@palatine/testing/folder-contents';
import { runJson } from '@palatine/testing/run-cli';
import { aCopyOf } from '@palatine/testing/sound-save-folders';

interface Report {
  did: string;
  files: string[];
  records: { section: string; change: string; properties: string[] }[];
  changedBytes: number;
  gvasBytes: number;
}

/** Runs a command of `palatine save` on a real save. */
const run = (args: readonly string[]) => runJson<Report & { error?: string }>(['save', ...args]);

const relics = sharedSave('v1_relics');
/** A player of v1_relics with a guild and room in the inventory. */
const ESPAT = 'E1530496000000000000000000000000';

/** Exact changes of each command in v1_relics. */
const CHANGES: [typed: string, changes: string[]][] = [
  ['give --item Wood --count 5', ['changed ItemContainerSaveData']],
  ['give --item Sword', ['added DynamicItemSaveData', 'changed ItemContainerSaveData']],
  [
    'pal --pal Anubis --level 5',
    ['added CharacterSaveParameterMap', 'changed CharacterContainerSaveData', 'changed GroupSaveDataMap'],
  ],
  [
    'egg --egg PalEgg_Fire_01 --pal Kitsunebi',
    ['added DynamicItemSaveData', 'changed ItemContainerSaveData'],
  ],
  ['points --technology 5', ['changed ']],
  ['learn --technology All', ['changed ']],
  ['forget --technology All', ['changed ']],
  ['relics --type SwimSpeed --count 3', ['changed ']],
];

for (const [typed, changes] of CHANGES) {
  const [name = '', ...flags] = typed.split(' ');
  test(
    `save ${typed} would change these records of v1_relics alone: ${changes.join(', ')}`,
    relics,
    async () => {
      const args = [name, '--save', relics.folder, '--player', ESPAT, ...flags, '--dry-run'];
      const { code, answer } = await run(args);
      assert.equal(code, 0, answer.error);
      assert.deepEqual(answer.records.map(({ change, section }) => `${change} ${section}`).sort(), changes);
    },
  );
}

test(
  'an item for a player of v1_relics changes Level.sav alone, by less than 1 %, and undo brings it back',
  relics,
  async () => {
    using made = aCopyOf(relics.folder);
    const before = contentsOf(made.folder);
    const give = ['give', '--save', made.folder, '--player', ESPAT, '--item', 'Wood', '--count', '5'];
    const { code, answer } = await run(give);
    assert.equal(code, 0, answer.error);
    assert.ok(answer.changedBytes / answer.gvasBytes < 0.01);
    const after = contentsOf(made.folder);
    assert.deepEqual([...before.keys()], [...after.keys()]);
    const found = [...before.keys()].filter((path) => before.get(path) !== after.get(path));
    assert.deepEqual(found, ['Level.sav']);
    assert.equal((await run(['check', made.folder])).code, 0);
    assert.equal((await run(['undo', made.folder])).code, 0);
    assert.deepEqual(contentsOf(made.folder), before);
  },
);
