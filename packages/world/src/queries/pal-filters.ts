import {
  PAL_CONDITIONS,
  PAL_PLACE_KINDS,
  PHYSICAL_HEALTHS,
  parseGuid,
  type RouteQuery,
  type searchPals as SearchRoute,
  searchKey,
} from '@palatine/contract';
import { campsOf, findGuild } from '../state/find-guild.ts';
import { uidOf } from '../state/find-player.ts';
import type { World } from '../state/world.ts';
import { ALPHA, IMPOSSIBLE, PASSIVE_COLUMNS, type PalColumns, SHINY } from './pal-columns.ts';
import type { PalIndex } from './pal-index.ts';

type PalQuery = RouteQuery<typeof SearchRoute>;

type RowFilter = (row: number) => boolean;

/** The filters of a query, the cheap ones first. Each reads columns only. */
export function* palFilters(world: World, index: PalIndex, query: PalQuery): Generator<RowFilter> {
  const { columns } = index;
  yield* valueFilters(columns, query);
  yield* speciesFilters(columns, query);
  yield* boxFilters(world, index, query);
  if (query.Text) yield textFilter(columns, searchKey(query.Text));
  for (const id of idsIn(query.Passives)) yield hasAny(columns, [id]);
  const any = idsIn(query.AnyPassives);
  if (any.length > 0) yield hasAny(columns, any);
}

export function filterRows(rows: Uint32Array, passes: RowFilter): Uint32Array {
  const result = new Uint32Array(rows.length);
  let count = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number; // at is below the length
    if (passes(row)) result[count++] = row;
  }
  return result.subarray(0, count);
}

function* valueFilters({ values }: PalColumns, query: PalQuery): Generator<RowFilter> {
  const { level, ivLeast, rank, condition, health, flags } = values;
  const { LevelFrom, LevelTo, IVFrom, Rank, Condition, PhysicalHealth } = query;
  if (LevelFrom !== undefined) yield (row) => (level[row] as number) >= LevelFrom;
  if (LevelTo !== undefined) yield (row) => (level[row] as number) <= LevelTo;
  if (IVFrom !== undefined) yield (row) => (ivLeast[row] as number) >= IVFrom;
  if (Rank !== undefined) yield (row) => rank[row] === Rank;
  if (Condition !== undefined) yield equals(condition, PAL_CONDITIONS.indexOf(Condition));
  if (PhysicalHealth !== undefined) yield equals(health, PHYSICAL_HEALTHS.indexOf(PhysicalHealth));
  for (const [expected, flag] of [
    [query.Shiny, SHINY],
    [query.Alpha, ALPHA],
    [query.Impossible, IMPOSSIBLE],
  ] as const) {
    if (expected !== undefined) yield (row) => (((flags[row] as number) & flag) !== 0) === expected;
  }
}

function equals(column: Uint8Array, value: number): RowFilter {
  return (row) => column[row] === value;
}

function* speciesFilters(columns: PalColumns, { Species, Element }: PalQuery): Generator<RowFilter> {
  const { species } = columns;
  const { speciesNumber } = columns.values;
  const ids = idsIn(Species);
  if (ids.length > 0) {
    const marks = species.marks((id) => ids.includes(id.toLowerCase()));
    yield (row) => marks[speciesNumber[row] as number] === 1;
  }
  const elements = idsIn(Element);
  if (elements.length > 0) {
    const marks = species.marks((id) =>
      elementsOf(columns, id).some((one) => elements.includes(one.toLowerCase())),
    );
    yield (row) => marks[speciesNumber[row] as number] === 1;
  }
}

/** The elements of a species; none for people and unknown ones. */
export function elementsOf(columns: PalColumns, id: string): readonly string[] {
  const species = columns.speciesAt(columns.species.add(id));
  return species.kind === 'pal' ? species.pal.elements : [];
}

function* boxFilters(world: World, index: PalIndex, query: PalQuery): Generator<RowFilter> {
  const { columns, boxKind, boxOwner } = index;
  const { players } = columns;
  const { box, caughtBy } = columns.values;
  const { Place, Owner, Guild, Camp } = query;
  if (Place !== undefined) {
    const kind = PAL_PLACE_KINDS.indexOf(Place);
    yield (row) => boxKind[box[row] as number] === kind;
  }
  if (Owner) {
    const number = players.find(uidOf(world, Owner) ?? '') ?? 0;
    yield (row) => number > 0 && (boxOwner[box[row] as number] || caughtBy[row]) === number;
  }
  if (Camp) yield inBoxes(columns, world.camps.get(parseGuid(Camp) ?? '')?.workers.containerId);
  if (Guild) yield inGuild(world, columns, Guild);
}

function inBoxes({ boxes, values: { box } }: PalColumns, ...containers: (string | undefined)[]): RowFilter {
  const marks = new Uint8Array(boxes.size);
  for (const containerId of containers) {
    const number = boxes.find(containerId ?? '') ?? 0;
    if (number > 0) marks[number] = 1;
  }
  return (row) => marks[box[row] as number] === 1;
}

/** In the boxes of its members, at its camps, or in a booth there. */
function inGuild(world: World, columns: PalColumns, id: string): RowFilter {
  const guild = findGuild(world, id);
  if (guild === undefined) return () => false;
  const uids = guild.members.map(({ uid }) => uid);
  const members = world.pick(world.players, uids);
  const camps = campsOf(world, guild.id);
  const booths = camps.flatMap((camp) => world.pick(world.mapObjects, world.mapObjectsByCamp.keys(camp.id)));
  return inBoxes(
    columns,
    ...members.flatMap(({ team, palbox }) => [team.containerId, palbox.containerId]),
    ...camps.map(({ workers }) => workers.containerId),
    ...booths.map(({ booth }) => booth?.containerId),
  );
}

function textFilter({ species, nicknames, values }: PalColumns, needle: string): RowFilter {
  const { speciesNumber, nickname } = values;
  const ofSpecies = species.marks((id) => searchKey(id).includes(needle));
  const ofNickname = nicknames.marks((text) => text.includes(needle));
  return (row) => ofSpecies[speciesNumber[row] as number] === 1 || ofNickname[nickname[row] as number] === 1;
}

/** Has at least one of these passives; ids in lower case. */
function hasAny(columns: PalColumns, ids: readonly string[]): RowFilter {
  const { morePassives } = columns;
  const { passive } = columns.values;
  const marks = columns.passives.marks((id) => ids.includes(id.toLowerCase()));
  return (row) => {
    const first = row * PASSIVE_COLUMNS;
    for (let at = first; at < first + PASSIVE_COLUMNS; at++)
      if (marks[passive[at] as number] === 1) return true;
    return morePassives.get(row)?.some((number) => marks[number] === 1) ?? false;
  };
}

/** Ids separated by commas, in lower case. */
function idsIn(text: string | undefined): string[] {
  const ids = (text ?? '').split(',').map((id) => id.trim().toLowerCase());
  return ids.filter((id) => id !== '');
}
