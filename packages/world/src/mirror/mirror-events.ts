import {
  type EventData,
  type EventPlayer,
  type EventType,
  type Guid,
  INT32_MAX,
  INVENTORIES,
} from '@palatine/contract';
import type { RecordChange } from '../export/world-records.ts';
import { baseContents, describeBase } from '../queries/base-contents.ts';
import type { Character, Container, Guild, Player } from '../state/model.ts';
import type { World, WorldTables } from '../state/world.ts';
import type { MirroredTable } from './mirror-part.ts';

export type MirrorEvent = {
  readonly [T in EventType]: { readonly type: T; readonly data: EventData<T> };
}[EventType];

export type MirroredChanges = {
  readonly [Name in MirroredTable]: readonly RecordChange<WorldTables[Name]>[];
};

/** Maximum events of one type per sync: against an old save everything may be new. */
const MAX_OF_A_TYPE = 200;
const MAX_MEMBERS = 100;

/**
 * Events in the game between two saves. `world` is still in the earlier state. A save shows only that something has
 * changed, not who did it and when exactly. Yields undefined now and then, so that the caller may pause.
 */
export function* mirrorEvents(world: World, changes: MirroredChanges): Generator<MirrorEvent | undefined> {
  const after = stateAfter(world, changes);
  const kinds = [
    leveledPlayers(after, changes),
    caughtPals(after, changes),
    changedItems(world, after, changes),
    changedGuilds(after, changes),
    builtBases(changes),
    deletedBases(world, changes),
  ];
  for (const events of kinds) {
    let emitted = 0;
    for (const event of events) {
      if (event !== undefined && ++emitted > MAX_OF_A_TYPE) break;
      yield event;
    }
  }
}

function* leveledPlayers({ playerOf }: StateAfter, { characters }: MirroredChanges): Generator<MirrorEvent> {
  for (const { before, after } of characters) {
    if (before === undefined || after === undefined || after.playerUid === null) continue;
    if (after.level <= before.level) continue;
    const data = { player: playerOf(after.playerUid), level: after.level, before: before.level };
    yield { type: 'player.leveled', data };
  }
}

function* changedGuilds({ playerOf }: StateAfter, { guilds }: MirroredChanges): Generator<MirrorEvent> {
  for (const { key, before, after } of guilds) {
    const players = (uids: string[]): EventPlayer[] => uids.slice(0, MAX_MEMBERS).map(playerOf);
    const data = {
      guildId: key,
      name: (after ?? before)?.name ?? '',
      level: after?.baseCampLevel ?? 0,
      members: after?.members.length ?? 0,
      joined: players(membersOnlyIn(after, before)),
      left: players(membersOnlyIn(before, after)),
    };
    if (isSameGuild(before, after) && data.joined.length + data.left.length === 0) continue;
    yield { type: 'guild.changed', data };
  }
}

/** Whether a guild is unchanged, except for its chest, its research and its missions. */
function isSameGuild(before: Guild | undefined, after: Guild | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  return (
    before.name === after.name &&
    before.baseCampLevel === after.baseCampLevel &&
    before.adminUid === after.adminUid
  );
}

function membersOnlyIn(guild: Guild | undefined, compared: Guild | undefined): string[] {
  const others = new Set(compared?.members.map(({ uid }) => uid));
  return (guild?.members ?? []).map(({ uid }) => uid).filter((uid) => !others.has(uid));
}

function* builtBases({ camps }: MirroredChanges): Generator<MirrorEvent> {
  for (const { key, before, after } of camps) {
    if (before !== undefined || after === undefined) continue;
    const data = { campId: key, guildId: after.guildId, location: { ...after.location } };
    yield { type: 'base.built', data };
  }
}

function* deletedBases(world: World, { camps }: MirroredChanges): Generator<MirrorEvent> {
  for (const { before, after } of camps) {
    if (before === undefined || after !== undefined) continue;
    const { counts: deleted, fields } = describeBase(baseContents(world, before));
    yield { type: 'base.deleted', data: { ...fields, deleted, archive: '', issuer: 'game' } };
  }
}

/** Maximum Pals that an event names; it counts all. */
const MAX_NAMED = 20;

/** One event for each player with Pals that the previous save does not hold. */
function* caughtPals(state: StateAfter, changes: MirroredChanges): Generator<MirrorEvent> {
  const fresh = changes.characters.flatMap(({ before, after }) =>
    before === undefined && after?.playerUid === null ? [after] : [],
  );
  if (fresh.length === 0) return;
  const ownerOf = ownersOf(state);
  for (const [uid, pals] of Map.groupBy(fresh, ownerOf)) {
    if (uid === undefined) continue;
    const shown = pals
      .slice(0, MAX_NAMED)
      .map(({ species, level, shiny }) => ({ palId: species, level, shiny }));
    yield { type: 'pal.caught', data: { player: state.playerOf(uid), count: pals.length, pals: shown } };
  }
}

/** Owner of the team or Palbox of a Pal; without either, its catcher. */
function ownersOf({ players }: StateAfter): (pal: Character) => Guid | undefined {
  const owners = new Map<Guid, Guid>();
  for (const { uid, team, palbox } of players()) {
    owners.set(team.containerId, uid);
    owners.set(palbox.containerId, uid);
  }
  return ({ place, ownerUid }) => owners.get(place?.containerId ?? '') ?? ownerUid ?? undefined;
}

/** An event for each player who holds more or fewer of an item; moves between containers are not events. */
function* changedItems(
  world: World,
  state: StateAfter,
  changes: MirroredChanges,
): Generator<MirrorEvent | undefined> {
  const changed = new Set(changes.containers.map(({ key }) => key));
  if (changed.size === 0) return;
  for (const player of state.players()) {
    const before = world.players.get(player.uid);
    if (before === undefined || !containersOf(player).some((id) => changed.has(id))) continue;
    yield undefined; // counting takes long where many players are many things
    const had = itemsOf(before, (id) => world.containers.get(id));
    const has = itemsOf(player, state.containerOf);
    const gained = excess(has, had);
    const lost = excess(had, has);
    if (gained + lost === 0) continue;
    yield { type: 'items.changed', data: { player: state.playerOf(player.uid), gained, lost } };
  }
}

function containersOf({ inventory }: Player): string[] {
  return INVENTORIES.flatMap((name) => inventory[name] ?? []);
}

function itemsOf(player: Player, containerOf: (id: string) => Container | undefined): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of containersOf(player)) {
    for (const { itemId, count } of Object.values(containerOf(id)?.slots ?? {})) {
      counts.set(itemId, (counts.get(itemId) ?? 0) + count);
    }
  }
  return counts;
}

/** The number of units by which the counts exceed the compared ones, summed over all items. */
function excess(counts: ReadonlyMap<string, number>, compared: ReadonlyMap<string, number>): number {
  let units = 0;
  for (const [itemId, count] of counts) units += Math.max(0, count - (compared.get(itemId) ?? 0));
  return Math.min(INT32_MAX, units);
}

function stateAfter(world: World, changes: MirroredChanges) {
  const accounts = lookup(changes.accounts, (uid) => world.accounts.get(uid));
  const containers = lookup(changes.containers, (id) => world.containers.get(id));
  const changedPlayers = new Map(changes.players.map(({ key, after }) => [key, after]));
  return {
    playerOf(uid: Guid): EventPlayer {
      const account = accounts(uid);
      const userId = world.sessions.get(uid)?.userId || account?.userId || '';
      return { uid, userId, name: account?.name ?? '' };
    },
    containerOf: containers,
    *players(): Iterable<Player> {
      for (const player of world.players.values()) if (!changedPlayers.has(player.uid)) yield player;
      for (const player of changedPlayers.values()) if (player !== undefined) yield player;
    },
  };
}

/** The parts of a world that events need, after changes that are not in its tables yet. */
type StateAfter = ReturnType<typeof stateAfter>;

function lookup<T>(changes: readonly RecordChange<T>[], present: (key: string) => T | undefined) {
  const changed = new Map(changes.map(({ key, after }) => [key, after]));
  return (key: string) => (changed.has(key) ? changed.get(key) : present(key));
}
