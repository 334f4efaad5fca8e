import {
  type CAMP_COLUMNS,
  CAMP_OBJECT_COLUMNS,
  type CampObjectCells,
  type CampRow,
  type CampStorage,
  parseGuid,
  type RouteQuery,
  regionOf,
  type searchCamps as route,
} from '@palatine/contract';
import { pageOf, type SortKey } from '@palatine/platform/list-pages';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { finite } from '../catalogue/map-coordinates.ts';
import { getOrAdd } from '../catalogue/table.ts';
import type { CampCounts, GuildFacts } from '../state/aggregates.ts';
import { findCamp } from '../state/find-guild.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Camp, Location, MapObject } from '../state/model.ts';
import { int32 } from '../state/wire-format.ts';
import type { World } from '../state/world.ts';
import { type Find, isNamed, readFind, seenKey, wasSeenBefore } from './guild-search.ts';
import { inventorySlots } from './items.ts';
import { palRow } from './pal-row.ts';
import { charactersInBox } from './pals.ts';
import { isoTime, place } from './player-row.ts';
import { CAMP_TABLES, query } from './query.ts';

type Query = RouteQuery<typeof route>;

interface CampRecord {
  readonly camp: Camp;
  readonly guild: GuildFacts | undefined;
}

/** A page of the base camps that match the filters. Cost: each camp is read once, and a sort. */
export const searchCamps = query<'searchCamps'>({
  reads: CAMP_TABLES,
  run(game, _params, { query }) {
    const { world } = game;
    const { Sort = 'Guild' } = query;
    const find = readFind(query.Find);
    const matching = campRecords(world, query.Guild).filter((record) => matches(record, query, find));
    const { rows, next } = pageOf(matching, query, Sort, {
      keyOf: (record) => KEYS[Sort](record, world),
      idOf: ({ camp }) => camp.id,
    });
    return {
      Total: world.camps.size,
      Matching: matching.length,
      Rows: rows.map(({ camp }) => campRow(game, camp)),
      ...(next !== undefined && { Next: next }),
    };
  },
});

function campRecords(world: World, guildId: string | undefined): CampRecord[] {
  const camps =
    guildId === undefined
      ? world.camps.values()
      : world.pick(world.camps, world.campsByGuild.keys(parseGuid(guildId) ?? '')).values();
  return Array.from(camps, (camp) => ({ camp, guild: world.guildFacts.get(camp.guildId) }));
}

const KEYS: Record<(typeof CAMP_COLUMNS)[number], (record: CampRecord, world: World) => SortKey> = {
  Guild: ({ guild }) => (guild === undefined ? null : (guild.guild.name || guild.headName).toLowerCase()),
  Level: ({ guild }) => guild?.guild.baseCampLevel ?? null,
  Workers: ({ camp }, world) => world.charactersByBox.keys(camp.workers.containerId).size,
  Buildings: (record, world) => countsOf(world, record).Buildings,
  Storages: (record, world) => countsOf(world, record).Storages,
  Stacks: (record, world) => countsOf(world, record).Stacks,
  Defences: (record, world) => countsOf(world, record).Defences,
  Drops: (record, world) => countsOf(world, record).Drops,
  LastSeen: ({ guild }) => (guild === undefined ? null : seenKey(guild)),
};

function matches({ camp, guild }: CampRecord, { Region, SeenBefore }: Query, find?: Find): boolean {
  return (
    (Region === undefined || regionOf(camp.location.x) === Region) &&
    (SeenBefore === undefined || (guild !== undefined && wasSeenBefore(guild, Date.parse(SeenBefore)))) &&
    (find === undefined || camp.id === find.id || (guild !== undefined && isNamed(guild, find)))
  );
}

/** Counts of a camp's objects. The guild chest does not belong to the base: its deletion leaves it. */
function countsOf(world: World, { camp, guild: facts }: CampRecord): CampCounts {
  const counts = world.campCounts.get(camp.id) as CampCounts; // every camp has them
  const chestObject = world.mapObjectsByContainer.first(facts?.guild.chestId ?? '');
  const chest = chestObject === undefined ? undefined : world.mapObjects.get(chestObject);
  if (chest?.storage !== true || chest.campId !== camp.id) return counts;
  return { ...counts, Storages: counts.Storages - 1, Stacks: counts.Stacks - (facts?.chest?.used ?? 0) };
}

export function campRow({ world, catalogue }: GameContext, camp: Camp): CampRow {
  const facts = world.guildFacts.get(camp.guildId);
  const near = nearestTravel(catalogue, camp.location);
  const lastSeenMs = facts?.lastSeenMs ?? null;
  return {
    Id: camp.id,
    GuildId: camp.guildId,
    GuildName: facts?.guild.name ?? '',
    HeadName: facts?.headName ?? '',
    Place: place(camp.location),
    AreaRangeCm: finite(camp.areaRangeCm),
    Region: regionOf(camp.location.x),
    State: camp.state,
    Level: int32(facts?.guild.baseCampLevel),
    Workers: world.charactersByBox.keys(camp.workers.containerId).size,
    Capacity: int32(camp.workers.capacity),
    Counts: countsOf(world, { camp, guild: facts }),
    Online: facts?.online ?? 0,
    ...(lastSeenMs !== null && { LastSeen: isoTime(lastSeenMs) }),
    ...(near !== undefined && { Near: { Id: near.id, DistanceCm: int32(near.distanceCm) } }),
  };
}

type NearestTravel = { readonly id: string; readonly distanceCm: number };

/** A camp never moves, so each location is computed once. */
const nearestTo = new WeakMap<Location, NearestTravel | undefined>();

/** The point for fast travel nearest to a location, across the ground; undefined for a catalogue without any. */
export function nearestTravel({ places }: Catalogue, location: Location): NearestTravel | undefined {
  return getOrAdd(nearestTo, location, () => {
    let nearest: NearestTravel | undefined;
    for (const { id, kind, x, y } of places.all()) {
      if (kind !== 'fastTravel') continue;
      const distanceCm = Math.hypot(x - location.x, y - location.y);
      if (nearest === undefined || distanceCm < nearest.distanceCm) nearest = { id, distanceCm };
    }
    return nearest;
  });
}

/** A base camp with its objects. Rocks, logs and treasure boxes belong to the landscape. */
export const getCampDetails = query<'getCampDetails'>({
  reads: [...CAMP_TABLES, 'players'],
  run(game, params) {
    const { world } = game;
    const camp = findCamp(game, params.base_camp_id);
    const objects = world
      .pick(world.mapObjects, world.mapObjectsByCamp.keys(camp.id))
      .filter(({ natural }) => !natural);
    return {
      Camp: campRow(game, camp),
      Objects: { Columns: [...CAMP_OBJECT_COLUMNS], Rows: objects.map(cellsOf) },
      Storages: objects.flatMap((object) => storageOf(game, object)),
      Workers: charactersInBox(world, camp.workers.containerId).map((pal) => palRow(game, pal)),
    };
  },
});

/** In the order of CAMP_OBJECT_COLUMNS. */
function cellsOf(object: MapObject): CampObjectCells {
  const { id, objectId, location, yawDeg, hp, maxHp, underConstruction, containerId, builderUid } = object;
  return [
    id,
    objectId,
    object.class,
    finite(location.x),
    finite(location.y),
    finite(location.z),
    finite(yawDeg),
    int32(hp),
    int32(maxHp),
    underConstruction,
    containerId ?? '',
    builderUid ?? '',
  ];
}

/** Empty for an object without storage, and for a guild chest, which does not belong to the base. */
function storageOf({ world, catalogue }: GameContext, object: MapObject): CampStorage[] {
  const { id, objectId, containerId, storage, location } = object;
  const container = containerId === null || !storage ? undefined : world.containers.get(containerId);
  if (container === undefined || world.guildsByChest.first(container.id) !== undefined) return [];
  const slots = inventorySlots(catalogue, container);
  return [
    {
      Id: id,
      ObjectId: objectId,
      ContainerId: container.id,
      Place: place(location),
      Used: slots.length,
      Max: int32(container.capacity),
      Slots: slots,
    },
  ];
}
