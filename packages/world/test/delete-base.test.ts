import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZERO_GUID } from '@palatine/contract';
import { sharedSave } from '@palatine/save/testing';
import { loadCatalogue } from '../src/catalogue/catalogue.ts';
import { makeDemoWorld } from '../src/demo/make-demo-world.ts';
import { charactersInBox } from '../src/queries/pals.ts';
import { checkWorld } from '../src/state/check-world.ts';
import type { GameContext } from '../src/state/game-context.ts';
import type { Camp } from '../src/state/model.ts';
import type { World } from '../src/state/world.ts';
import { NO_FILES } from '../src/testing/archive-files.ts';
import { assertRefused, emittedEvents } from '../src/testing/run-command.ts';
import { importedSave } from '../src/testing/save-builder.ts';
import { archiving, aVillage, removeBase } from '../src/testing/village.ts';
import {
  aCamp,
  aContainer,
  aGameContext,
  aGuid,
  aMapObject,
  aPal,
  query,
} from '../src/testing/world-builder.ts';

const NOW_MS = Date.UTC(2026, 0, 31, 23, 59, 59, 123);

test('a deleted base takes its Pals, objects and containers along, and is counted and archived', () => {
  const { camp, neighbor, guild, worker, guildChest, overrides } = aVillage();
  const { game, archives } = archiving(overrides, NOW_MS);
  const answer = removeBase(
    game,
    camp.id.replaceAll('-', '').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  );
  const Summary =
    'Base camp of the guild Pal Tamers at map position 122, -431: 1 Pal, 8 objects and 42 items in 2 storage containers.';
  assert.deepEqual(answer, {
    BaseCamp: { Id: camp.id, Summary },
    Deleted: {
      ...{ BaseCampPals: 1, StorageContainers: 2, ItemStacks: 2, ItemCount: 42 },
      ...{ Buildings: 4, DropItems: 1, DefenseModels: 1, OtherMapObjects: 1, PalBox: true },
    },
    Archive: `Archives/deletebase-20260131T235959123Z-${camp.id}.json.gz`,
  });

  const { world } = game;
  assert.deepEqual([...world.camps.values()], [neighbor]);
  assert.equal(world.characters.has(worker.id), false);
  assert.equal(world.mapObjects.size, 1);
  assert.deepEqual(world.containers.get(guildChest.id), guildChest);
  assert.deepEqual(checkWorld(world), []);
  assert.equal(query(game, 'getGuild', { guild_id: guild.id }).camp_count, 1);
  assert.deepEqual(emittedEvents(world, 'base.deleted'), [
    {
      campId: camp.id,
      guildId: guild.id,
      summary: Summary,
      code: 'base.ofGuild',
      values: { guild: 'Pal Tamers', x: 122, y: -431, pals: 1, objects: 8, items: 42, containers: 2 },
      deleted: answer.Deleted,
      archive: answer.Archive,
      issuer: 'Panel',
    },
  ]);

  const [[name, text] = ['', '{}']] = archives;
  assert.match(name, /^[\w.-]+$/);
  const archive = JSON.parse(text);
  assert.deepEqual(archive.counts, answer.Deleted);
  assert.deepEqual(archive.deletedBy, { token: 'Panel', ip: '192.0.2.1' });
  assert.deepEqual(archive.guild, { id: guild.id, name: 'Pal Tamers', baseCampLevel: 1 });
  assert.equal(archive.pals[0].id, worker.id);
  assert.deepEqual(archive.camp.location.world, camp.location);
  assert.equal(Math.round(archive.camp.location.map.x), 122);
  assert.deepEqual(archive.storage[0].stacks[1], { slot: 7, itemId: 'Stone', count: 2 });
  const { storage, otherContainers, palBoxes, buildings, dropItems } = archive;
  const sections = [storage, otherContainers, palBoxes, buildings, dropItems];
  assert.deepEqual(
    sections.map(({ length }) => length),
    [2, 2, 1, 4, 1],
  );
});

test("the guild's chest stays even where an object of the camp holds it", () => {
  const { camp, guildChest, overrides } = aVillage();
  const holder = aMapObject(camp, { objectId: 'GuildChest', containerId: guildChest.id, storage: true });
  const { game } = archiving({ ...overrides, mapObjects: [...overrides.mapObjects, holder] });
  assert.equal(removeBase(game, camp.id).Deleted.StorageContainers, 2);
  assert.equal(game.world.containers.has(guildChest.id), true);
});

test('natural objects of a camp stay outside any camp, with what is inside, and are not counted', () => {
  const { camp, overrides } = aVillage();
  const treasure = aContainer({ slots: { 0: { itemId: 'Money', count: 7 } } });
  const rock = aMapObject(camp, { objectId: 'DamagableRock0001', class: 'other', natural: true, yawDeg: 12 });
  const box = aMapObject(camp, {
    objectId: 'TreasureBox',
    class: 'other',
    natural: true,
    containerId: treasure.id,
  });
  const far = aMapObject({ id: ZERO_GUID }, { natural: true });
  const { game } = archiving({
    ...overrides,
    containers: [...overrides.containers, treasure],
    mapObjects: [...overrides.mapObjects, rock, box, far],
  });
  const { Deleted, BaseCamp } = removeBase(game, camp.id);
  assert.deepEqual([Deleted.OtherMapObjects, Deleted.ItemCount], [1, 42]);
  assert.match(BaseCamp.Summary, / 8 objects /);
  const { mapObjects, containers } = game.world;
  assert.deepEqual(
    [mapObjects.get(rock.id), mapObjects.get(box.id), mapObjects.get(far.id)],
    [{ ...rock, campId: ZERO_GUID }, { ...box, campId: ZERO_GUID }, far],
  );
  assert.equal(containers.get(treasure.id), treasure);
  assert.deepEqual(checkWorld(game.world), []);
});

test('objects that belong to an object of the camp are removed with it, at any place, and so are theirs', () => {
  const { camp, neighbor, overrides } = aVillage();
  const inside = aContainer({ slots: { 0: { itemId: 'Egg', count: 2 } } });
  const ranch = aMapObject(camp, { objectId: 'MonsterFarm' });
  const egg = aMapObject({ id: ZERO_GUID }, { class: 'other', ownerId: ranch.id, containerId: inside.id });
  const shell = aMapObject(neighbor, { class: 'other', ownerId: egg.id });
  const circle = aMapObject(camp, { id: aGuid(), class: 'other' });
  const itsOwn = { ...circle, ownerId: circle.id };
  const ofOther = aMapObject({ id: ZERO_GUID }, { ownerId: overrides.mapObjects.at(-1)?.id ?? null });
  const { game } = archiving({
    ...overrides,
    containers: [...overrides.containers, inside],
    mapObjects: [...overrides.mapObjects, ranch, egg, shell, itsOwn, ofOther],
  });
  const { Deleted } = removeBase(game, camp.id);
  assert.deepEqual([Deleted.Buildings, Deleted.OtherMapObjects], [5, 4]);
  const { mapObjects, containers } = game.world;
  for (const { id } of [ranch, egg, shell, itsOwn]) assert.equal(mapObjects.has(id), false);
  assert.deepEqual([containers.has(inside.id), mapObjects.has(ofOther.id)], [false, true]);
  assert.deepEqual(checkWorld(game.world), []);
});

test('an owned Pal in a booth of the camp stops the deletion by name; one without an owner is removed', () => {
  const { camp, overrides } = aVillage();
  const [zoe] = overrides.players;
  const booth = { containerId: aGuid(), capacity: 2 };
  const inBooth = (slot: number, ownerUid: string | null, nickname = '') =>
    aPal({ nickname, ownerUid, place: { containerId: booth.containerId, slot } });
  const mapObjects = [...overrides.mapObjects, aMapObject(camp, { objectId: 'PalBooth', booth })];
  const wild = inBooth(0, null);
  for (const [pal, name] of [
    [
      inBooth(1, zoe?.uid ?? '', 'Woolly'),
      /^the Pal "Woolly" \(SheepBall, [-0-9A-F]+\) of "Zoe" is in a PalBooth/,
    ],
    [inBooth(1, aGuid()), /^the Pal SheepBall \([-0-9A-F]+\) of "[-0-9A-F]+" is in a PalBooth/],
  ] as const) {
    const { game, archives } = archiving({ ...overrides, mapObjects, pals: [wild, pal] });
    assert.match(assertRefused(game, 'DELETE_BASE_FAILED', () => removeBase(game, camp.id)).message, name);
    assert.equal(archives.size, 0);
  }
  const { game } = archiving({ ...overrides, mapObjects, pals: [...overrides.pals, wild] });
  assert.equal(removeBase(game, camp.id).Deleted.BaseCampPals, 2);
  assert.equal(game.world.characters.has(wild.id), false);
  assert.deepEqual(checkWorld(game.world), []);
});

test('a Pal that a player dropped in the camp stops the deletion; one elsewhere does not', () => {
  const { camp, neighbor, overrides } = aVillage();
  const dropped = aMapObject(camp, { objectId: 'DroppedCharacter', class: 'other' });
  const { game, archives } = archiving({ ...overrides, mapObjects: [...overrides.mapObjects, dropped] });
  const { message } = assertRefused(game, 'DELETE_BASE_FAILED', () => removeBase(game, camp.id));
  assert.ok(message.includes(dropped.id), message);
  assert.equal(archives.size, 0);
  removeBase(game, neighbor.id);
  assert.deepEqual(game.world.mapObjects.get(dropped.id), dropped);
});

test('an empty camp that has outlived its guild is deleted as well', () => {
  const camp = aCamp({ id: '00000000-00000000-00000000-00000000' });
  const { game } = archiving({ camps: [camp] });
  const { BaseCamp, Deleted } = removeBase(game, camp.id);
  assert.equal(Deleted.PalBox, false);
  assert.match(BaseCamp.Summary, /^Base camp of no guild at/);
  assert.equal(game.world.camps.size, 0);
});

test('without an archive nothing is deleted, and the cause is kept', () => {
  const { camp, overrides } = aVillage();
  const full = new Error('ENOSPC: no space left on device');
  const game: GameContext = {
    ...aGameContext(overrides),
    files: {
      ...NO_FILES,
      writeArchive() {
        throw full;
      },
    },
  };
  const refusal = assertRefused(game, 'DELETE_BASE_FAILED', () => removeBase(game, camp.id));
  assert.equal(refusal.cause, full);
  assert.equal(refusal.message.includes('ENOSPC'), false);
});

const catalogue = loadCatalogue();

/** Deletes every camp; the counts of each reply equal the loss of the world. */
function deleteEveryCamp(world: World): void {
  const { game, archives } = archiving(world);
  const camps = [...world.camps.values()];
  assert.ok(camps.length > 0);
  const staying = new Set(
    [...world.mapObjects.values()]
      .filter(({ campId, natural }) => natural || campId === ZERO_GUID)
      .map(({ id }) => id),
  );
  assert.ok(staying.size > 0);
  for (const camp of camps) {
    const before = sizes(world);
    const loss = expectedLoss(world, camp);
    const { Deleted } = removeBase(game, camp.id);
    const after = sizes(world);
    assert.equal(Deleted.BaseCampPals, before.characters - after.characters);
    const { Buildings, DropItems, DefenseModels, OtherMapObjects } = Deleted;
    const palBoxes = before.palBoxes - after.palBoxes;
    assert.equal(Deleted.PalBox, palBoxes > 0);
    assert.equal(
      Buildings + DropItems + DefenseModels + OtherMapObjects + palBoxes,
      before.objects - after.objects,
    );
    assert.deepEqual(
      [Deleted.BaseCampPals, Deleted.StorageContainers, Deleted.ItemStacks, Deleted.ItemCount],
      loss,
    );
  }
  assert.deepEqual(checkWorld(world, catalogue), []);
  assert.equal(world.camps.size, 0);
  assert.deepEqual(new Set(world.mapObjects.keys()), staying);
  for (const { id, campId, containerId } of world.mapObjects.values()) {
    assert.equal(campId, ZERO_GUID);
    if (containerId !== null) assert.ok(world.containers.has(containerId), id);
  }
  assert.equal(archives.size, camps.length);
  assert.equal(emittedEvents(world, 'base.deleted').length, camps.length);
}

function sizes({ characters, mapObjects }: World) {
  const palBoxes = [...mapObjects.values()].filter((object) => object.class === 'palbox').length;
  return { characters: characters.size, objects: mapObjects.size, palBoxes };
}

/** Counted another way: Pals, storage containers, stacks and items. */
function expectedLoss(world: World, camp: Camp): number[] {
  let [containers, stacks, items] = [0, 0, 0];
  for (const { campId, storage, containerId } of world.mapObjects.values()) {
    if (campId !== camp.id || !storage || containerId === null) continue;
    containers += 1;
    for (const { count } of Object.values(world.containers.get(containerId)?.slots ?? {})) {
      stacks += 1;
      items += count;
    }
  }
  return [charactersInBox(world, camp.workers.containerId).length, containers, stacks, items];
}

test('the demo world stays sound while every camp is deleted, and loses what is counted', () => {
  const { world } = makeDemoWorld({ catalogue, seed: 3, nowMs: 0 });
  deleteEveryCamp(world);
});

test('so does the imported world v1_relics', sharedSave('v1_relics'), async () => {
  deleteEveryCamp((await importedSave('v1_relics')).world);
});
