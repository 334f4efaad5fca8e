import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedSave } from '@palatine/save/testing';
import { contentsOf } from '../harness/folder-contents.ts';
import { runCommand } from '../harness/run-cli.ts';
import { aCopyOf } from '../harness/sound-save-folders.ts';

interface Report {
  did: string;
  files: string[];
  records: { section: string; change: string; properties: string[] }[];
  changedBytes: number;
  gvasBytes: number;
}

/** Runs a command of `palatine save` on a real save. */
async function run(
  args: readonly string[],
): Promise<{ code: number | null; answer: Report & { error?: string } }> {
  const { code, stdout } = await runCommand(['save', ...args, '--json']);
  return { code, answer: JSON.parse(stdout) };
}

const relics = sharedSave('v1_relics');
/** A player of v1_relics with a guild and room in the inventory. */
const ESPAT = 'E1530496000000000000000000000000';

/** What each command changes in v1_relics, and no more. */
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

const world1 = sharedSave('world1');
test('a save of mid 2025 takes an item, and no experience', world1, async () => {
  const onPlayer = ['--save', world1.folder, '--player', '43797F87000000000000000000000000', '--dry-run'];
  const item = await run(['give', ...onPlayer, '--item', 'Wood']);
  assert.equal(item.code, 0, item.answer.error);
  const exp = await run(['exp', ...onPlayer, '--amount', '1000']);
  assert.equal(exp.code, 1);
  assert.match(exp.answer.error ?? '', /nothing was changed$/);
});

const ref2024 = sharedSave('ref2024');
test('a save of 2024 is refused with what to do', ref2024, async () => {
  const host = '00000000000000000000000000000001';
  const { code, answer } = await run([
    'give',
    '--save',
    ref2024.folder,
    '--player',
    host,
    '--item',
    'Wood',
    '--dry-run',
  ]);
  assert.equal(code, 1);
  assert.match(answer.error ?? '', /game of 2024: start the game with it once and let it save the world/);
});

for (const [name, exitCode, broken] of [
  ['ref2024', 0, []],
  ['v1_relics', 0, []],
  ['world1', 1, ['P6']], // edited by another program
  ['tayaki', 1, ['P1', 'P2']], // the file of a host who has moved
] as const) {
  const save = sharedSave(name);
  test(`save check finds ${broken.join(' and ') || 'nothing broken'} in ${name}`, save, async () => {
    const { code, stdout } = await runCommand(['save', 'check', save.folder, '--json']);
    const found = (JSON.parse(stdout) as { broken: { code: string }[] }).broken;
    assert.deepEqual([code, [...new Set(found.map((one) => one.code))].sort()], [exitCode, broken]);
  });
}
