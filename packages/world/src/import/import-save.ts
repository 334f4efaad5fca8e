import { type Guid, RELIC_TYPES, ZERO_GUID } from '@palatine/contract';
import type {
  SaveDiscoveries,
  SaveFlags,
  SaveMapObject,
  SaveNote,
  SaveWorld,
} from '@palatine/save/save-types';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { finite, worldCoordinate } from '../catalogue/map-coordinates.ts';
import { classifyMapObject } from '../catalogue/map-object-class.ts';
import type { Discoveries, Survey } from '../state/model.ts';
import { int32 } from '../state/wire-format.ts';
import { World } from '../state/world.ts';
import { type Boxes, boxesOf, importCharacters } from './characters.ts';
import { importGuilds } from './guilds.ts';
import { amount, type ImportJob, spellingOf } from './import-job.ts';
import { type ItemContainers, itemContainersOf } from './item-containers.ts';
import { importAccounts, importPlayers, type PlayersOfSave, playersOf } from './players.ts';

interface ImportOptions {
  readonly catalogue: Catalogue;
  /** ms since 1970. */
  readonly nowMs: number;
  readonly seed: number;
  /** Name of the world; by default that of the save. */
  readonly name?: string | undefined;
  /** Remarks for the survey, besides the warnings of the save. */
  readonly notes?: readonly SaveNote[];
}

/**
 * Creates a world from a save folder. Accepts every save that can be read: dangling references are dropped or left
 * empty, so that `checkWorld` accepts the result. The journal holds all records as new, ready to be stored.
 */
export function importSave(save: SaveWorld, { catalogue, nowMs, seed, name, notes = [] }: ImportOptions) {
  const players = playersOf(save);
  const world = new World(
    { name: name || save.worldName || 'Imported world', origin: 'save', createdAtMs: nowMs, seed },
    { survey: surveyOf(save, notes) },
  );
  const job: ImportJob = { save, catalogue, spelling: spellingOf(catalogue), nowMs, world };
  const containers = itemContainersOf(job);
  const boxes = boxesOf(save);

  // The first claim to a container wins: players, then guilds, then camps.
  importAccounts(job, players);
  importPlayers(job, players, containers, boxes);
  importDiscoveries(job, players);
  importGuilds(job, players, containers);
  importCamps(job, boxes);
  importMapObjects(job, containers, boxes);
  importCharacters(job, players.bodies, boxes);
  return world;
}

const TICKS_PER_SECOND = 10_000_000n;

function surveyOf(save: SaveWorld, notes: readonly SaveNote[]): Survey {
  const { savedAtMs, revision, inGameDay, gameTicks, warnings } = save;
  return {
    savedAtMs,
    gameBuild: amount(revision),
    inGameDay: int32(inGameDay),
    inGameSeconds: Number(gameTicks / TICKS_PER_SECOND),
    warnings: [...warnings.map(({ keptFile: _, ...warning }) => warning), ...notes],
  };
}

function importDiscoveries({ world, spelling }: ImportJob, { files }: PlayersOfSave): void {
  for (const [uid, { records }] of files) {
    const { discoveries } = records;
    world.discoveries.put({
      uid,
      fastTravelPoints: setFlags(discoveries.fastTravelPoints),
      relics: relicsFound(discoveries),
      areas: setFlags(discoveries.areas),
      notes: setFlags(discoveries.notes),
      paldeck: [...new Set(setFlags(discoveries.paldeck).map(spelling.species))],
    });
  }
}

const setFlags = (flags: SaveFlags): string[] => Object.keys(flags).filter((id) => flags[id]);

/** Saves before 1.0 list effigies only; those of 1.0 list them twice. */
function relicsFound({ effigies, relicsByType }: SaveDiscoveries): Discoveries['relics'] {
  const byType = new Map<string, string[]>();
  for (const [name, flags] of [['CapturePower', effigies] as const, ...Object.entries(relicsByType)]) {
    const type = RELIC_TYPES.find((relic) => relic.toLowerCase() === name.toLowerCase()) ?? name;
    const ids = new Set([...(byType.get(type) ?? []), ...setFlags(flags)]);
    if (ids.size > 0) byType.set(type, [...ids]);
  }
  return Object.fromEntries(byType);
}

/** Imports camps in the order of their guilds' lists, as the game shows them; then the rest. */
function importCamps(job: ImportJob, boxes: Boxes): void {
  const { save, world } = job;
  const listedBy = campsListedByGuilds(job);
  const place = new Map([...listedBy.keys()].map((id, index) => [id, index]));
  const last = place.size;
  const camps = save.camps.toSorted((a, b) => (place.get(a.id) ?? last) - (place.get(b.id) ?? last));
  for (const camp of camps) {
    if (camp.id === ZERO_GUID || world.camps.has(camp.id)) continue;
    world.camps.put({
      id: camp.id,
      name: camp.name,
      // A camp without its guild remains, and can be deleted.
      guildId: listedBy.get(camp.id) ?? (world.guilds.has(camp.guildId) ? camp.guildId : ZERO_GUID),
      state: camp.state,
      location: worldCoordinate(camp.location),
      areaRangeCm: finite(camp.areaRangeCm),
      workers: boxes.take(camp.workerContainerId, 0),
    });
  }
}

function campsListedByGuilds({ save, world }: ImportJob): Map<Guid, Guid> {
  const listedBy = new Map<Guid, Guid>();
  for (const { id, guild } of save.groups) {
    if (guild === null || !world.guilds.has(id)) continue;
    for (const campId of guild.campIds) if (!listedBy.has(campId)) listedBy.set(campId, id);
  }
  return listedBy;
}

/** Imports map objects, those of camps first: they keep a container that two claim. */
function importMapObjects(job: ImportJob, containers: ItemContainers, boxes: Boxes): void {
  const { save, world } = job;
  const ids = new Set(save.mapObjects.map(({ instanceId }) => instanceId));
  ids.delete(ZERO_GUID);
  const isInCamp = (object: SaveMapObject) => world.camps.has(object.campId);
  for (const inCamp of [true, false]) {
    for (const object of save.mapObjects) {
      const { instanceId, ownerInstanceId } = object;
      if (isInCamp(object) !== inCamp || !ids.has(instanceId) || world.mapObjects.has(instanceId)) continue;
      world.mapObjects.put({
        ...mapObjectOf(object, containers, boxes),
        campId: inCamp ? object.campId : ZERO_GUID,
        ownerId: ids.has(ownerInstanceId) ? ownerInstanceId : null,
      });
    }
  }
}

function mapObjectOf(object: SaveMapObject, containers: ItemContainers, boxes: Boxes) {
  const { itemContainer } = object;
  const storage = itemContainer?.usage === STORAGE_USAGE && containers.has(itemContainer.id);
  const containerId = containers.take(itemContainer?.id ?? ZERO_GUID);
  return {
    id: object.instanceId,
    objectId: object.mapObjectId,
    location: worldCoordinate(object.location),
    yawDeg: object.yawDeg,
    hp: int32(object.hp),
    maxHp: int32(object.maxHp),
    class: classifyMapObject(object),
    containerId,
    storage: storage && containerId !== null,
    booth: object.characterContainerId === null ? null : boxes.takeStored(object.characterContainerId),
    builderUid: object.builderUid === ZERO_GUID ? null : object.builderUid,
    natural: object.spawnerId !== ZERO_GUID,
    underConstruction: object.isUnderConstruction,
  };
}

/** 1 is item storage (chests, food boxes, coolers); 0 a workbench's in- and outputs, drops and the like. */
const STORAGE_USAGE = 1;
