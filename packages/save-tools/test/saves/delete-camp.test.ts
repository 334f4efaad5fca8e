import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { byTier } from '@palatine/platform/testing';
import { checkSave } from '@palatine/save/check-save';
import { ZERO_GUID } from '@palatine/save/guid';
import type { OpenSave } from '@palatine/save/open-save';
import { patchSave } from '@palatine/save/patch-save';
import { readProperties } from '@palatine/save/read-properties';
import { openSave, readOpenSave } from '@palatine/save/read-save-folder';
import type { SaveGuid, SaveWorld } from '@palatine/save/save-types';
import {
  guidFinder,
  type LevelFacts,
  type LevelRecords,
  levelFacts,
  levelOf,
  levelRecords,
  sharedSave,
  withLevel,
} from '@palatine/save/testing';
import { newViolations, type SaveViolation } from '@palatine/save/violation';
import { writeProperties } from '@palatine/save/write-properties';
import { loadCatalogue } from '@palatine/world/catalogue';
import { importSave } from '@palatine/world/import-save';
import { memoryArchives } from '@palatine/world/testing/archive-files';
import { run } from '@palatine/world/testing/run-command';
import { aGameContext } from '@palatine/world/testing/worlds';
import type { World } from '@palatine/world/world';
import { worldDifferences } from '@palatine/world/world-differences';
import { recordsOf } from '@palatine/world/world-records';

// Computes independently what a deletion may touch: from the facts of the checks, which have their own
// readers, and by a search of the bytes for deleted ids.

/** The number of camps of each save. */
const CAMPS = byTier<Record<string, number>>({ world1: 1 }, { ref2024: 1, world1: 1, v1_relics: 15 });

interface RealSave {
  readonly files: OpenSave;
  readonly save: SaveWorld;
  readonly records: LevelRecords;
  readonly facts: LevelFacts;
  readonly violations: SaveViolation[];
}

for (const [name, camps] of Object.entries(CAMPS)) {
  const { folder, skip } = sharedSave(name);
  describe(`a camp of ${name} is deleted with all that belongs to it, and nothing else changes`, {
    skip,
  }, () => {
    let real: RealSave;
    before(async () => {
      const { files, save } = await openSave(folder);
      const gvas = levelOf(files);
      const violations = checkSave(files);
      real = { files, save, records: levelRecords(gvas), facts: levelFacts(gvas), violations };
      assert.equal(save.camps.length, camps);
    });

    for (let index = 0; index < camps; index += 1) {
      test(`camp ${index + 1} of ${camps}`, async () => {
        const camp = real.save.camps[index];
        assert.ok(camp);
        await assertDeleted(real, [camp.id]);
      });
    }

    test('all camps in one edit, and the world then matches the command', async () => {
      const ids = real.save.camps.map((camp) => camp.id);
      const gvas = await assertDeleted(real, ids);
      assert.ok(writeProperties(readProperties(gvas, 'Level.sav')).equals(gvas));
      const found = importSave(await readOpenSave(withLevel(real.files, gvas)), IMPORTED);
      const expected = recordsOf(worldWithoutCamps(real.save));
      assert.deepEqual(worldDifferences({ expected, found: recordsOf(found), save: real.save }), []);
    });
  });
}

const IMPORTED = { catalogue: loadCatalogue(), nowMs: 0, seed: 1 };

/** The world after the command of the service. */
function worldWithoutCamps(save: SaveWorld): World {
  const world = importSave(save, IMPORTED);
  const game = { ...aGameContext(world), files: memoryArchives().files };
  for (const id of [...world.camps.keys()]) run(game, 'deleteBase', { params: { base_camp_id: id } });
  return world;
}

/** Deletes camps and asserts the resulting save. Returns the new Level.sav. */
async function assertDeleted(real: RealSave, campIds: readonly SaveGuid[]): Promise<Buffer> {
  const edits = campIds.map((campId) => ({ kind: 'deleteCamp', campId }) as const);
  const edited = patchSave(real.files, edits, { newId: () => assert.fail('nothing new is made'), nowMs: 0 });
  const [level, ...others] = edited;
  assert.ok(level);
  assert.deepEqual([level.path, others], ['Level.sav', []]);
  const files = withLevel(real.files, level.gvas);
  const save = await readOpenSave(files);

  const gone = goneWith(real, new Set(campIds));
  const isGone = guidFinder(gone.all);
  for (const { path, gvas } of files.values()) assert.deepEqual([...isGone(gvas)], [], path);
  assert.deepEqual(save.warnings, real.save.warnings);
  assert.deepEqual(newViolations(real.violations, checkSave(files)), []);
  assert.deepEqual(levelFacts(level.gvas), factsWithout(real.facts, gone));
  assert.deepEqual(naturalObjects(save).map(outsideCamps), naturalObjects(real.save).map(outsideCamps));
  assertOthersUnchanged(real.records, levelRecords(level.gvas), isGone);
  return level.gvas;
}

/** Identities that a deletion removes. */
interface Gone {
  readonly camps: ReadonlySet<SaveGuid>;
  readonly objects: ReadonlySet<SaveGuid>;
  readonly halves: ReadonlySet<SaveGuid>;
  readonly works: ReadonlySet<SaveGuid>;
  readonly workers: ReadonlySet<SaveGuid>;
  readonly characterContainers: ReadonlySet<SaveGuid>;
  readonly itemContainers: ReadonlySet<SaveGuid>;
  readonly dynamicItems: ReadonlySet<SaveGuid>;
  readonly all: ReadonlySet<SaveGuid>;
}

/** Records that go with the camps (docs/save-format.md#deleting-a-camp). */
function goneWith({ save, facts, records }: RealSave, camps: ReadonlySet<SaveGuid>): Gone {
  const natural = new Set(naturalObjects(save).map((object) => object.instanceId));
  const objects = facts.mapObjects.filter(({ id, campId }) => camps.has(campId) && !natural.has(id));
  const objectIds = idsOf(objects);
  const owned = facts.mapObjects.filter(({ ownerId }) => objectIds.has(ownerId));
  assert.deepEqual(owned, [], 'no object of these saves belongs to another one');
  const works = facts.works.filter(({ campId, objectId }) => camps.has(campId) || objectIds.has(objectId));
  const characterContainers = new Set([
    ...facts.camps.flatMap(({ id, director }) => (camps.has(id) && director ? director.containerId : [])),
    ...objects.flatMap((object) => object.characterContainerIds),
  ]);
  const workers = facts.characters.filter(({ containerId }) => characterContainers.has(containerId));
  const chests = new Set(facts.guildExtras.map((extra) => extra.chestId));
  const named = new Set([
    ...objects.flatMap((object) => object.itemContainerIds),
    ...equipment(records, workers),
  ]);
  const itemContainers = facts.itemContainers.filter(({ id }) => named.has(id) && !chests.has(id));
  const slots = itemContainers.flatMap((container) => container.slots);
  const states = new Set(slots.map((slot) => slot.localId));
  const gone = {
    camps,
    objects: objectIds,
    halves: new Set(objects.map((object) => object.concreteId)),
    works: idsOf(works),
    workers: idsOf(workers),
    characterContainers,
    itemContainers: idsOf(itemContainers),
    dynamicItems: idsOf(facts.dynamicItems.filter(({ id }) => states.has(id))),
  };
  const all = new Set(Object.values(gone).flatMap((ids) => [...ids]));
  all.delete(ZERO_GUID);
  return { ...gone, all };
}

/** Item containers named by the records of Pals. */
function equipment({ sections }: LevelRecords, pals: LevelFacts['characters']): SaveGuid[] {
  const containers = guidFinder(sections.get('ItemContainerSaveData')?.keys() ?? []);
  const records = sections.get('CharacterSaveParameterMap');
  return pals.flatMap(({ id }) => [...containers(records?.get(id) ?? Buffer.alloc(0)).keys()]);
}

/** Expected facts of the save afterwards. */
function factsWithout(facts: LevelFacts, gone: Gone): LevelFacts {
  const isLeft = (id: SaveGuid) => !gone.all.has(id);
  const left = <T extends { readonly id: SaveGuid }>(list: readonly T[]) =>
    list.filter(({ id }) => isLeft(id));
  return {
    characters: left(facts.characters).map((character) => ({
      ...character,
      stationId: isLeft(character.stationId) ? character.stationId : ZERO_GUID,
    })),
    itemContainers: left(facts.itemContainers),
    characterContainers: left(facts.characterContainers),
    dynamicItems: left(facts.dynamicItems),
    groups: facts.groups.map(({ handles, guild, ...group }) => ({
      ...group,
      handles: handles.filter(isLeft),
      guild: guild && {
        ...guild,
        campIds: guild.campIds.filter(isLeft),
        palboxIds: guild.palboxIds.filter(isLeft),
      },
    })),
    guildExtras: facts.guildExtras,
    camps: left(facts.camps),
    raidCampIds: facts.raidCampIds.filter(isLeft),
    mapObjects: left(facts.mapObjects).map((object) => ({
      ...object,
      campId: isLeft(object.campId) ? object.campId : ZERO_GUID,
      groupId: isLeft(object.campId) ? object.groupId : ZERO_GUID,
      workIds: object.workIds.filter(isLeft),
      joinedIds: object.joinedIds.filter(isLeft),
    })),
    works: left(facts.works).map(({ assignedIds, ...work }) => ({
      ...work,
      assignedIds: assignedIds.filter(isLeft),
    })),
  };
}

/** Checks that every record without a reference to deleted ids has its former bytes, and so has the rest of the file. */
function assertOthersUnchanged(
  was: LevelRecords,
  is: LevelRecords,
  isGone: ReturnType<typeof guidFinder>,
): void {
  for (const [name, bytes] of was.rest) assert.ok(is.rest.get(name)?.equals(bytes), name);
  assert.equal(is.rest.size, was.rest.size);
  for (const [name, records] of was.sections) {
    for (const [id, bytes] of records) {
      const now = is.sections.get(name)?.get(id);
      if (now === undefined || isGone(bytes).size > 0) continue; // went, or named what went: `factsWithout` says how
      assert.ok(now.equals(bytes), `${name} ${id}`);
    }
  }
}

function naturalObjects(save: SaveWorld): SaveWorld['mapObjects'] {
  return save.mapObjects.filter(({ spawnerId }) => spawnerId !== ZERO_GUID);
}

function outsideCamps(object: SaveWorld['mapObjects'][number]) {
  return { ...object, campId: ZERO_GUID, guildId: ZERO_GUID };
}

function idsOf(records: readonly { readonly id: SaveGuid }[]): Set<SaveGuid> {
  return new Set(records.map(({ id }) => id));
}
