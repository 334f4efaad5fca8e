import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSave } from '@palatine/save/check-save';
import type { SaveEdit, SaveStack } from '@palatine/save/edits';
import { ZERO_GUID } from '@palatine/save/guid';
import { openSave } from '@palatine/save/read-save-folder';
import type { SaveGuid, SaveWorld } from '@palatine/save/save-types';
import {
  aCharacter,
  aGuid,
  byTier,
  edited as editedAndRead,
  editedWorld,
  levelOf,
  type OpenedSave,
  sharedSave,
} from '@palatine/save/testing';
import { newViolations } from '@palatine/save/violation';
import { runCommand, runJson } from '@palatine/testing/run-cli';

// One edit of every kind in each real save, read back and compared with the former records; then its inverse. Large
// saves in a deep run.

const NEW_PAL = aGuid(0xf0000001);

/** Edits a save, reads it back and checks all invariants, except those that were broken before. */
async function edited(before: OpenedSave, edits: readonly SaveEdit[]): ReturnType<typeof editedAndRead> {
  const after = await editedAndRead(before, edits);
  assert.deepEqual(newViolations(checkSave(before.files), checkSave(after.files)), []);
  return after;
}

function states(): SaveStack[] {
  const body = { durability: 100.5, bullets: 2, passives: [], ammoItemId: 'None' };
  const stack = (itemId: string, dynamic: SaveStack['dynamic']) => ({ itemId, count: 1, dynamic });
  return [
    { itemId: 'Wood', count: 12, dynamic: null },
    stack('WeakerBow', { id: aGuid(0xf0000002), itemId: 'WeakerBow', body: { kind: 'weapon', ...body } }),
    stack('ClothArmor', {
      id: aGuid(0xf0000003),
      itemId: 'ClothArmor',
      body: { kind: 'armor', durability: 5.5 },
    }),
    stack('PalEgg_Fire_01', {
      id: aGuid(0xf0000004),
      itemId: 'PalEgg_Fire_01',
      body: { kind: 'egg', characterId: 'Kitsunebi', character: null },
    }),
  ];
}

/** Fills free slots of all inventories, one after another. */
function grants(world: SaveWorld): SaveEdit[] {
  const stacks = states();
  const edits: SaveEdit[] = [];
  for (const { inventory } of world.players) {
    const container = world.itemContainers.find(({ id }) => id === inventory.common);
    if (container === undefined) continue;
    const taken = new Set(container.slots.map(({ index }) => index));
    const free = Array.from({ length: container.capacity }, (_, index) => index).filter(
      (index) => !taken.has(index),
    );
    const slots = new Map<number, SaveStack>();
    for (const index of free) {
      const stack = stacks.shift();
      if (stack !== undefined) slots.set(index, stack);
    }
    const [first] = container.slots;
    if (first?.dynamicId === ZERO_GUID) {
      slots.set(first.index, { itemId: first.itemId, count: first.count + 1, dynamic: null });
    }
    edits.push({ kind: 'itemContainer', containerId: container.id, slots });
  }
  assert.equal(stacks.length, 0);
  return edits;
}

/** Restores the former content of every slot that `edits` fill. */
function inverseOf(world: SaveWorld, edits: readonly SaveEdit[]): SaveEdit[] {
  return edits.map((edit) => {
    assert.ok(edit.kind === 'itemContainer');
    const container = world.itemContainers.find(({ id }) => id === edit.containerId);
    const slots = [...edit.slots.keys()].map((index) => {
      const slot = container?.slots.find((stored) => stored.index === index);
      return [index, slot ? { itemId: slot.itemId, count: slot.count, dynamic: null } : null] as const;
    });
    return { ...edit, slots: new Map(slots) };
  });
}

/** An owned Pal of a guild's member in a Palbox with a free slot, and that slot. */
function aPalbox(world: SaveWorld): { owner: SaveGuid; containerId: SaveGuid; index: number; pal: SaveGuid } {
  const members = new Set(world.groups.flatMap(({ guild }) => guild?.members.map(({ uid }) => uid) ?? []));
  for (const { uid, palboxContainerId } of world.players) {
    const box = world.characterContainers.find(({ id }) => id === palboxContainerId);
    if (box === undefined || !members.has(uid)) continue;
    const living = new Set(world.characters.map(({ instanceId }) => instanceId));
    const taken = new Set(box.slots.filter((slot) => living.has(slot.instanceId)).map(({ index }) => index));
    const index = Array.from({ length: box.capacity }, (_, at) => at).find((at) => !taken.has(at));
    const pal = world.characters.find((character) => !character.isPlayer && character.ownerPlayerUid === uid);
    if (index !== undefined && pal !== undefined)
      return { owner: uid, containerId: box.id, index, pal: pal.instanceId };
  }
  throw new Error('no player of the save has a Palbox with a free slot');
}

for (const name of byTier(['ref2024', 'world1'], ['ref2024', 'tayaki', 'world1', 'v1_relics'])) {
  const { folder, skip } = sharedSave(name);

  test(`${name}: granted items are read back, and taken again the file is as before`, { skip }, async () => {
    const before = await openSave(folder);
    const edits = grants(before.save);
    const after = await edited(before, edits);
    assert.deepEqual(after.save, editedWorld(before.save, edits));
    const again = await edited(after, inverseOf(before.save, edits));
    assert.ok(levelOf(again.files).equals(levelOf(before.files)));
  });

  test(`${name}: a Pal comes, another changes and moves, and back again all is as before`, {
    skip,
  }, async () => {
    const before = await openSave(folder);
    const { owner, containerId, index, pal } = aPalbox(before.save);
    const was = before.save.characters.find(({ instanceId }) => instanceId === pal);
    assert.ok(was?.slot);
    const fields = {
      level: was.level + 1,
      exp: was.exp + 100,
      isRare: !was.isRare,
      slot: { containerId, index },
    };
    const added = aCharacter({
      instanceId: NEW_PAL,
      ownerPlayerUid: owner,
      characterId: 'Kitsunebi',
      level: 3,
      exp: 60,
      hp: 700,
      stomach: 150,
      slot: was.slot,
    });
    const edits: SaveEdit[] = [
      { kind: 'addPal', pal: added },
      { kind: 'changeCharacter', instanceId: pal, fields },
    ];
    const after = await edited(before, edits);
    const expected = editedWorld(before.save, edits);
    if (before.save.era === 'A') assertCopiesOf2024(before.save, after.save, expected);
    else assert.deepEqual(after.save, expected);
    const { level: oldLevel, exp, isRare, slot } = was;
    const back: SaveEdit[] = [
      { kind: 'removePal', instanceId: NEW_PAL },
      { kind: 'changeCharacter', instanceId: pal, fields: { level: oldLevel, exp, isRare, slot } },
    ];
    const again = await edited(after, back);
    assert.deepEqual(again.save, before.save);
    // A slot of 2024 names its Pal twice once it was edited: the game leaves one of the two empty.
    if (before.save.era !== 'A') {
      assert.ok(levelOf(again.files).equals(levelOf(before.files)));
    }
  });
}

/** Checks that a Pal of 2024 has the fields that later saves do not store, from another Pal, and its own container. */
function assertCopiesOf2024(before: SaveWorld, after: SaveWorld, expected: SaveWorld): void {
  const added = after.characters.at(-1);
  const sibling = before.characters.find(({ isPlayer }) => !isPlayer);
  assert.ok(added && sibling);
  const copied = { mp: sibling.mp, craftSpeed: sibling.craftSpeed };
  const characters = expected.characters.map((character) =>
    character.instanceId === NEW_PAL ? { ...character, ...copied } : character,
  );
  const container = after.itemContainers.at(-1);
  assert.deepEqual(container?.slots, []);
  const itemContainers = [...before.itemContainers, container];
  assert.deepEqual(after, { ...expected, characters, itemContainers });
}

/** Runs a command of `palatine save` on a real save. */
const run = (args: readonly string[]) => runJson<{ error?: string }>(['save', ...args]);

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

const CHECKED: [name: string, exitCode: number, broken: string[]][] = [
  ['ref2024', 0, []],
  ['world1', 1, ['P6']], // edited by another program
  ...byTier([], [
    ['v1_relics', 0, []],
    ['tayaki', 1, ['P1', 'P2']], // the file of a host who has moved
  ] satisfies [string, number, string[]][]),
];
for (const [name, exitCode, broken] of CHECKED) {
  const save = sharedSave(name);
  test(`save check finds ${broken.join(' and ') || 'nothing broken'} in ${name}`, save, async () => {
    const { code, stdout } = await runCommand(['save', 'check', save.folder, '--json']);
    const found = (JSON.parse(stdout) as { broken: { code: string }[] }).broken;
    assert.deepEqual([code, [...new Set(found.map((fault) => fault.code))].sort()], [exitCode, broken]);
  });
}
