import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAVE_ERAS, type SavePlayer, type SavePlayerStatistics } from '../format/save-types.ts';
import { openSave } from '../read/read-save-folder.ts';
import { anOpenSave, edited, type OpenedSave, sharedSave, ZOE } from '../testing/index.ts';
import { readProperties } from '../tree/read-properties.ts';
import { writeProperties } from '../tree/write-properties.ts';
import type { PlayerFileEdit } from './edits.ts';
import { findProperty, listOf, removeProperty, requireProperty, structAt } from './property-list.ts';

const zoe = (edit: Omit<PlayerFileEdit, 'kind' | 'file'>): PlayerFileEdit => ({
  kind: 'playerFile',
  file: ZOE,
  ...edit,
});

/** The save as it should be read back, with another file of Zoe. */
function withZoe({ save }: OpenedSave, overrides: Partial<SavePlayer>): OpenedSave['save'] {
  return {
    ...save,
    players: save.players.map((player) => (player.file === ZOE ? { ...player, ...overrides } : player)),
  };
}

function recordsOfZoe({ save }: OpenedSave, overrides: Partial<SavePlayerStatistics>): Partial<SavePlayer> {
  const zoeNow = save.players.find(({ file }) => file === ZOE);
  assert.ok(zoeNow);
  return { records: { ...zoeNow.records, ...overrides } };
}

const counters = (values: Record<string, number>) =>
  Object.assign(Object.create(null) as Record<string, number>, values);

for (const era of SAVE_ERAS) {
  test(`${era}: points appear, change and go, and the file is then as before`, async () => {
    const before = await anOpenSave(era);
    const after = await edited(before, [zoe({ technologyPoints: 12, ancientTechnologyPoints: 3 })]);
    assert.deepEqual(after.save, withZoe(before, { technologyPoints: 12, ancientTechnologyPoints: 3 }));
    const again = await edited(after, [zoe({ technologyPoints: 0, ancientTechnologyPoints: 0 })]);
    assert.deepEqual(again.files.get(ZOE)?.gvas, before.files.get(ZOE)?.gvas);
  });

  test(`${era}: a player file without records gets them with the first relic`, async () => {
    const before = withoutRecords(await anOpenSave(era));
    const nothing = await edited(before, [zoe({ relics: { CapturePower: 0 } })]);
    assert.deepEqual(nothing.changed, []);
    const after = await edited(before, [zoe({ relics: { CapturePower: 1 } })]);
    const relics = counters(era === 'D' ? { CapturePower: 1 } : {});
    assert.deepEqual(after.save, withZoe(before, recordsOfZoe(before, { relicPossessNum: 1, relics })));
  });

  test(`${era}: what a player file cannot hold is refused`, async () => {
    const before = await anOpenSave(era);
    const refused: [RegExp, PlayerFileEdit][] = [
      [/TechnologyPoint cannot be 2147483648/, zoe({ technologyPoints: 2 ** 31 })],
      [/cannot be 0.5/, zoe({ ancientTechnologyPoints: 0.5 })],
      [/cannot be -1/, zoe({ relics: { CapturePower: -1 } })],
      [/no relics Luck/, zoe({ relics: { Luck: 1 } })],
      [/no file Players\/0/, { ...zoe({ technologyPoints: 1 }), file: 'Players/0.sav' }],
      [/without a name/, zoe({ technologies: ['None'] })],
    ];
    for (const [message, edit] of refused)
      await assert.rejects(edited(before, [edit]), { name: 'SaveEditError', message });
  });
}

test('relics by type exist since 1.0 only', async () => {
  const before = await anOpenSave('C');
  await assert.rejects(
    edited(before, [zoe({ relics: { SwimSpeed: 1 } })]),
    /before 1.0 have no relics SwimSpeed/,
  );
});

test('the first relic of another type adds the effigies in hand too', async () => {
  const old = await anOpenSave('C');
  const counted = await edited(old, [zoe({ relics: { CapturePower: 4 } })]);
  const before = await anOpenSave('D');
  const files = new Map(before.files);
  files.set(ZOE, counted.files.get(ZOE) as never);
  const after = await edited({ files, save: before.save }, [zoe({ relics: { SwimSpeed: 2, JumpPower: 0 } })]);
  const zoeNow = after.save.players.find(({ file }) => file === ZOE);
  assert.deepEqual({ ...zoeNow?.records.relics }, { CapturePower: 4, SwimSpeed: 2 });
  assert.equal(zoeNow?.records.relicPossessNum, 4);
});

test('a relic count of 0 stays on offer', async () => {
  const before = await edited(await anOpenSave('D'), [zoe({ relics: { SwimSpeed: 2, CapturePower: 1 } })]);
  const after = await edited(before, [zoe({ relics: { SwimSpeed: 0, CapturePower: 0 } })]);
  const relics = counters({ SwimSpeed: 0, CapturePower: 0 });
  assert.deepEqual(after.save, withZoe(before, recordsOfZoe(before, { relics, relicPossessNum: 0 })));
});

function withoutRecords({ files, save }: OpenedSave): OpenedSave {
  const file = files.get(ZOE);
  assert.ok(file);
  const tree = readProperties(file.gvas, ZOE);
  removeProperty(structAt(tree.properties, 'SaveData'), 'RecordData');
  return { files: new Map(files).set(ZOE, { ...file, gvas: writeProperties(tree) }), save };
}

const RELICS = sharedSave('v1_relics');

test('a real player file changes in what was edited only', { skip: RELICS.skip }, async () => {
  const before = await openSave(RELICS.folder);
  const { file, unlockedTechnologies, technologyPoints } = before.save.players[0] as SavePlayer;
  const learnt = await edited(before, [
    {
      kind: 'playerFile',
      file,
      technologies: [...unlockedTechnologies, 'Palatine_Test'],
      technologyPoints: technologyPoints + 5,
      relics: { StaminaReduction: 3 },
    },
  ]);
  const again = learnt.changed[0];
  assert.equal(learnt.changed.length, 1);
  assert.equal(again?.path, file);
  const list = (gvas: Buffer) =>
    listOf(requireProperty(readProperties(gvas, file).properties, 'SaveData').value);
  const [was, is] = [list(before.files.get(file)?.gvas as Buffer), list(again?.gvas as Buffer)];
  const differing = is.filter(({ name, value }) => {
    const old = findProperty(was, name);
    return JSON.stringify(old?.value, bigints) !== JSON.stringify(value, bigints);
  });
  const names = differing.map(({ name }) => name);
  assert.deepEqual(names, ['TechnologyPoint', 'UnlockedRecipeTechnologyNames', 'RecordData']);
  assert.deepEqual(
    is.map(({ name }) => name),
    was.map(({ name }) => name),
  );
});

const bigints = (_key: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value);
