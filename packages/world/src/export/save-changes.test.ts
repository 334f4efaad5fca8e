import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SaveEdit } from '@palatine/save/edits';
import type { SaveEra, SaveWorld } from '@palatine/save/save-types';
import { loadCatalogue } from '../catalogue/catalogue.ts';
import { importSave } from '../import/import-save.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Character, Player } from '../state/model.ts';
import { memoryArchives } from '../testing/archive-files.ts';
import { type GrantBody, type GrantName, give } from '../testing/grant-builder.ts';
import { run } from '../testing/run-command.ts';
import { NOW_MS } from '../testing/save-builder.ts';
import { aSaveToChange } from '../testing/save-to-change.ts';
import { aGameContext, aGuid } from '../testing/world-builder.ts';
import { saveChangesOf } from './save-changes.ts';
import { recordsOf } from './world-records.ts';

const catalogue = loadCatalogue();

type Changing = ReturnType<typeof changing>;

function changing(era?: SaveEra, adjust: (save: SaveWorld) => void = () => {}) {
  const save = aSaveToChange(era === undefined ? {} : { era });
  adjust(save.save);
  const world = importSave(save.save, { catalogue, nowMs: NOW_MS, seed: 1 });
  const before = recordsOf(world);
  const game: GameContext = { ...aGameContext(world, { playerResolution: 'Known' }), now: () => NOW_MS };
  const changes = () => saveChangesOf({ before, after: recordsOf(world), save: save.save, catalogue });
  const giveZoe = <N extends GrantName>(name: N, body: GrantBody<N>) =>
    void give(game, name, { uid: save.zoe }, body);
  return { ...save, world, game, changes, give: giveZoe };
}

function editsOf({ changes }: Changing): SaveEdit[] {
  const { edits, refusals } = changes();
  assert.deepEqual(refusals, []);
  return edits;
}

function refusalsOf({ changes }: Changing): string[] {
  const { edits, refusals } = changes();
  assert.deepEqual(edits, []);
  return refusals;
}

function alter({ world }: Changing, id: string, fields: Partial<Character>): void {
  const character = world.characters.get(id);
  assert.ok(character);
  world.characters.put({ ...character, ...fields });
}

function alterPlayer({ world, zoe }: Changing, fields: Partial<Player>): void {
  const player = world.players.get(zoe);
  assert.ok(player);
  world.players.put({ ...player, ...fields });
}

test('an unchanged world yields no edit in any era', () => {
  for (const era of ['A', 'B', 'C', 'D'] as const) {
    assert.deepEqual(changing(era).changes(), { edits: [], refusals: [] });
  }
});

test('what the import corrects is not written back', () => {
  const twin = changing('D', ({ characters }) => {
    const [, , pal] = characters;
    assert.ok(pal);
    characters.push({ ...pal, instanceId: aGuid() }); // both claim one slot: the second moves
  });
  assert.equal(twin.world.characters.size, 5);
  assert.deepEqual(twin.changes(), { edits: [], refusals: [] });
});

test('granted items become the slots that differ, in the spelling of the save', () => {
  const zoe = changing();
  zoe.give('giveItems', {
    Items: [
      { ItemID: 'Wood', Count: 10 },
      { ItemID: 'Bone', Count: 2 },
    ],
  });
  assert.deepEqual(editsOf(zoe), [
    {
      kind: 'itemContainer',
      containerId: zoe.items,
      slots: new Map([
        [0, { itemId: 'wood', count: 15, dynamic: null }],
        [2, { itemId: 'Bone', count: 2, dynamic: null }],
      ]),
    },
  ]);
});

test('a pouch is a slot and a larger container', () => {
  const zoe = changing();
  zoe.give('giveItems', { Items: [{ ItemID: 'AdditionalInventory_001', Count: 1 }] });
  const [items, keyItems] = editsOf(zoe);
  assert.deepEqual(items, { kind: 'itemContainer', containerId: zoe.items, capacity: 45, slots: new Map() });
  assert.equal(keyItems?.kind === 'itemContainer' && keyItems.containerId, zoe.keyItems);
});

test('a granted weapon has its own state, and an item that moves keeps all of it', () => {
  const zoe = changing();
  zoe.give('giveItems', { Items: [{ ItemID: 'Sword', Count: 1 }] });
  const container = zoe.world.containers.get(zoe.items);
  const [moved, granted] = [container?.slots[1], container?.slots[2]];
  assert.ok(container && moved && granted?.instance?.kind === 'weapon');
  const { 1: _, ...others } = container.slots;
  zoe.world.containers.put({ ...container, slots: { ...others, 10: moved } });

  const [edit] = editsOf(zoe);
  assert.equal(edit?.kind, 'itemContainer');
  const { id, durability, bullets } = granted.instance;
  assert.deepEqual(edit.kind === 'itemContainer' && [...edit.slots], [
    [1, null],
    [
      2,
      {
        itemId: 'Sword',
        count: 1,
        dynamic: {
          id,
          itemId: 'Sword',
          body: { kind: 'weapon', durability, bullets, passives: [], ammoItemId: 'None' },
        },
      },
    ],
    [10, { itemId: 'Sword', count: 1, dynamic: zoe.save.dynamicItems[0] }],
  ]);
});

test('an egg of level 1 is written with its Pal, and one of level 20 is refused by name', () => {
  const egg = { EggID: 'PalEgg_Fire_01', PalID: 'Kitsunebi' };
  const zoe = changing();
  zoe.give('givePalEggs', { PalEggs: [egg] });
  const [edit] = editsOf(zoe);
  const stack = edit?.kind === 'itemContainer' ? edit.slots.get(2) : undefined;
  assert.ok(stack?.dynamic?.body.kind === 'egg');
  const { character } = stack.dynamic.body;
  assert.equal(character?.characterId, stack.dynamic.body.characterId);
  assert.equal(character?.stomach, catalogue.pals.find('Kitsunebi')?.stomach);

  const lily = changing();
  lily.give('givePalEggs', { PalEggs: [{ ...egg, Level: 20 }] });
  assert.deepEqual(refusalsOf(lily), [
    'the egg PalEgg_Fire_01 in slot 2 of Items of Zoe holds a Pal of level 20: eggs hatch at level 1',
  ]);
});

test('a slot whose state is lost is never written', () => {
  const zoe = changing();
  const container = zoe.world.containers.get(zoe.items);
  assert.ok(container);
  zoe.world.containers.put({ ...container, slots: { ...container.slots, 3: { itemId: 'Stone', count: 8 } } });
  assert.deepEqual(refusalsOf(zoe), [
    'slot 3 of Items of Zoe holds Stone whose state is lost or belongs to another slot, so no edit may change it',
  ]);
});

test('a Pal that no save can hold is refused by name', () => {
  const noGuild = changing('D', ({ groups }) => groups.splice(0));
  noGuild.give('givePals', { Pals: [{ PalID: 'Anubis', Level: 1 }] });
  assert.deepEqual(refusalsOf(noGuild), [
    'Anubis of Zoe would belong to Zoe, who is in no guild: a save lists every Pal in the guild of its owner',
  ]);

  const odd = changing();
  odd.give('givePals', { Pals: [{ PalID: 'Anubis', Level: 1 }] });
  const pal = [...odd.world.characters.values()].at(-1);
  assert.ok(pal);
  const refusedWith = (fields: Partial<Character>) => {
    odd.world.characters.put({ ...pal, ...fields });
    return refusalsOf(odd);
  };
  for (const [fields, message] of [
    [{ craftSpeed: 90 }, /^Anubis of Zoe would have the work speed 90, which no save/],
    [{ mp: 5 }, /the MP 5, which no save/],
    [{ species: 'Pal_Of_A_Mod' }, /of the species "Pal_Of_A_Mod", whose HP and stomach/],
    [{ hp: 99_999 }, /would have 99,999 HP, more than its maximum of [\d]+/],
    [{ stomach: 999 }, /would have 999 in its stomach, more than its maximum/],
    [{ ownerUid: null }, /belongs to nobody/],
    [{ ownerUid: odd.lily }, /would belong to .*, who has no player file/],
    [{ condensedPals: 70_000 }, /70,000 condensed Pals: a save holds 65,535 at most/],
    [{ place: null }, /in no box/],
    [{ place: { containerId: odd.team, slot: 0 } }, /in slot 0 of the team of Zoe, where/],
    [{ place: { containerId: odd.team, slot: 5 } }, /which has 5 slots/],
  ] as const) {
    assert.match(refusedWith(fields).join(), message);
  }
});

test('a slot that the world shows as free, but the save does not, is refused', () => {
  const twin = changing('D', ({ characters }) => {
    const pal = characters[2] ?? fail();
    characters.push({ ...pal, slot: { ...(pal.slot ?? fail()), index: 1 } }); // its first record is used
  });
  twin.give('givePals', { Pals: [{ PalID: 'Anubis', Level: 1 }] });
  assert.deepEqual(refusalsOf(twin), [
    `Anubis of Zoe would be in slot 1 of the team of Zoe, where ${twin.pal} is`,
  ]);
});

function fail(): never {
  throw new Error('there is no such record');
}

test('Pals that are gone, moved and changed become separate edits, removed ones first', () => {
  const zoe = changing();
  zoe.give('givePals', { Pals: [{ PalID: 'Anubis', Level: 1 }] });
  zoe.world.characters.remove(zoe.worker);
  alter(zoe, zoe.pal, { place: { containerId: zoe.palbox, slot: 7 }, nickname: 'Rex', passives: ['Legend'] });
  const [removed, changed, added] = editsOf(zoe);
  assert.deepEqual(removed, { kind: 'removePal', instanceId: zoe.worker });
  assert.deepEqual(changed, {
    kind: 'changeCharacter',
    instanceId: zoe.pal,
    fields: { nickname: 'Rex', passives: ['Legend'], slot: { containerId: zoe.palbox, index: 7 } },
  });
  assert.equal(added?.kind, 'addPal');
});

test('EXP changes level, EXP and unused status points of a body, and nothing else', () => {
  const zoe = changing();
  zoe.give('giveProgression', { EXP: 100_000 });
  const body = zoe.world.characters.get(zoe.world.players.get(zoe.zoe)?.characterId ?? '');
  assert.ok(body && body.level > 10);
  const { level, exp, unusedStatusPoints } = body;
  assert.deepEqual(editsOf(zoe), [
    { kind: 'changeCharacter', instanceId: body.id, fields: { level, exp, unusedStatusPoints } },
  ]);
});

test('spent status points keep the order of the save, and new ones follow', () => {
  const zoe = changing();
  const bodyId = zoe.world.players.get(zoe.zoe)?.characterId ?? '';
  alter(zoe, bodyId, { statusPoints: { 捕獲率: 1, 攻撃力: 5, 最大HP: 3 } });
  const [edit] = editsOf(zoe);
  assert.deepEqual(edit?.kind === 'changeCharacter' && edit.fields, {
    statusPoints: [
      { name: '最大HP', points: 3 },
      { name: '攻撃力', points: 5 },
      { name: '捕獲率', points: 1 },
    ],
  });
});

test('70,000 unused status points are refused', () => {
  const zoe = changing();
  alter(zoe, zoe.world.players.get(zoe.zoe)?.characterId ?? '', { unusedStatusPoints: 70_000 });
  assert.deepEqual(refusalsOf(zoe), [
    'Zoe would have 70,000 unused status points: a save holds 65,535 at most',
  ]);
});

test('the order of technologies and relics of count 0 are no changes', () => {
  const zoe = changing();
  const { technologies } = zoe.world.players.get(zoe.zoe) ?? fail();
  alterPlayer(zoe, { technologies: technologies.toReversed(), relics: { ExpBonus: 0 } });
  assert.deepEqual(zoe.changes(), { edits: [], refusals: [] });
});

test('what is part of a player and in no edit is refused', () => {
  const zoe = changing();
  alterPlayer(zoe, { team: { containerId: zoe.team, capacity: 6 } });
  assert.deepEqual(refusalsOf(zoe), ['Zoe would have another team: no edit writes that']);
});

test('a deleted base is one edit, and a restored base is none', () => {
  const zoe = changing();
  const { archives, files } = memoryArchives();
  const game = { ...zoe.game, files };
  run(game, 'deleteBase', { params: { base_camp_id: zoe.camp } });
  assert.deepEqual(editsOf(zoe), [{ kind: 'deleteCamp', campId: zoe.camp }]);

  const [file] = [...archives.keys()];
  run(game, 'restoreBase', { params: { file: file ?? fail() } });
  assert.deepEqual(zoe.changes(), { edits: [], refusals: [] });
});

test('a base that the save no longer has is refused, with all that is in it', () => {
  const { save, world } = changing();
  const after = recordsOf(world);
  const without: SaveWorld = { ...save, camps: [], mapObjects: [], characters: save.characters.slice(0, 3) };
  const before = recordsOf(importSave(without, { catalogue, nowMs: NOW_MS, seed: 1 }));
  const { edits, refusals } = saveChangesOf({ before, after, save: without, catalogue });
  assert.deepEqual(edits, []);
  assert.match(refusals.join('\n'), /the base .* is not in the save: no edit builds a base/);
  assert.match(refusals.join('\n'), /is new: no edit makes a container/);
  assert.match(refusals.join('\n'), /on the map is new, and so do 1 others/);
});

test('guilds, and objects of a base that stays, are refused when they differ', () => {
  const zoe = changing();
  const [guild] = zoe.world.guilds.values();
  const [object] = zoe.world.mapObjects.values();
  assert.ok(guild && object);
  zoe.world.guilds.put({ ...guild, name: 'Other' });
  zoe.world.guilds.put({ ...guild, id: aGuid(), members: [] });
  zoe.world.mapObjects.remove(object.id);
  assert.deepEqual(refusalsOf(zoe), [
    'the guild Other has changed: no edit writes guilds',
    'the guild Rayne is new: no edit writes guilds',
    `PalBoxV2 ${object.id} on the map is gone: no edit writes map objects`,
  ]);
});

test('a summoned character has no place in a save, and is left out', () => {
  const zoe = changing();
  run(zoe.game, 'summonPal', { body: { PalID: 'Anubis', Level: 3, X: 0, Y: 0, Z: 0 } });
  assert.deepEqual(zoe.changes(), { edits: [], refusals: [] });
});

test('saves before mid 2025 are refused with the advice to let the game save them', () => {
  for (const [era, year] of [
    ['A', '2024'],
    ['B', 'late 2024 or early 2025'],
  ] as const) {
    const zoe = changing(era);
    zoe.give('giveItems', { Items: [{ ItemID: 'Wood', Count: 1 }] });
    const [refusal, ...others] = refusalsOf(zoe);
    assert.equal(
      refusal,
      `this save was written by the game of ${year}: start the game with it once and let it save the world, then edit that save`,
    );
    assert.deepEqual(others, []);
  }
});

test('a save of mid 2025 takes what does not depend on the EXP table', () => {
  const zoe = changing('C');
  zoe.give('giveItems', { Items: [{ ItemID: 'Wood', Count: 1 }] });
  zoe.give('givePals', { Pals: [{ PalID: 'Anubis', Level: 1 }] });
  zoe.give('giveProgression', { TechnologyPoints: 1, Relics: { CapturePower: 1 } });
  const kinds = editsOf(zoe).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['itemContainer', 'addPal', 'playerFile']);
  for (const grant of [
    () => zoe.give('givePals', { Pals: [{ PalID: 'Anubis', Level: 2 }] }),
    () => zoe.give('giveProgression', { EXP: 100_000 }),
  ]) {
    const savepoint = zoe.world.savepoint();
    grant();
    const { refusals } = zoe.changes();
    assert.equal(refusals.length, 1);
    assert.match(refusals[0] ?? '', /older than 1.0, which changed the EXP of every level/);
    zoe.world.rollbackTo(savepoint);
  }
  zoe.give('giveProgression', { Relics: { SwimSpeed: 1 } });
  assert.match(
    zoe.changes().refusals.join(),
    /relics of SwimSpeed: saves before 1.0 hold those of CapturePower only/,
  );
});
