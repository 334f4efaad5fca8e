import {
  DEFAULT_PAGE,
  EVENT_TYPES,
  type EventType,
  type PalatineEvent,
  parseGuid,
  Refusal,
  type RouteQuery,
  type getPastEvents as route,
  searchKey,
  steamUserId,
} from '@palatine/contract';
import { getOrAdd } from '../catalogue/table.ts';
import { uidOf } from '../state/find-player.ts';
import type { GameContext } from '../state/game-context.ts';
import type { World, WorldEvent } from '../state/world.ts';
import { query } from './query.ts';

type Query = RouteQuery<typeof route>;
type Matches = (event: WorldEvent) => boolean;

/** Lists the events that are kept, newest first. Throws VALIDATION_FAILED for a type that there is not. */
export const getPastEvents = query<'getPastEvents'>({
  reads: ['events', 'accounts', 'sessions'],
  run({ world }, _params, { query }) {
    const { Before = Number.POSITIVE_INFINITY, Limit = DEFAULT_PAGE } = query;
    const filters = [...filtersOf(world, query)];
    const page: WorldEvent[] = [];
    let matching = 0;
    let more = false;
    for (const event of world.eventLog.newestFirst()) {
      if (!filters.every((matches) => matches(event))) continue;
      matching += 1;
      if (event.id >= Before) continue;
      if (page.length < Limit) page.push(event);
      else more = true;
    }
    const last = page.at(-1);
    return {
      Total: world.eventLog.size,
      Matching: matching,
      Entries: page.map(palatineEvent),
      ...(more && last !== undefined && { Next: last.id }),
    };
  },
});

function* filtersOf(world: World, { Type, Player, Guild, Text, From, To }: Query): Generator<Matches> {
  const [fromMs, toMs] = [Date.parse(From ?? ''), Date.parse(To ?? '')];
  if (From !== undefined) yield ({ atMs }) => atMs >= fromMs;
  if (To !== undefined) yield ({ atMs }) => atMs < toMs;
  if (Type !== undefined) {
    const types = new Set<EventType>(Type.split(',').map(readType));
    yield ({ type }) => types.has(type);
  }
  if (Player !== undefined) {
    const names = namesOf(world, Player);
    yield (event) => names.some((name) => factsOf(event).players.includes(name));
  }
  if (Guild !== undefined) {
    const guildId = parseGuid(Guild) ?? Guild;
    yield (event) => factsOf(event).guildIds.includes(guildId);
  }
  if (Text !== undefined) {
    const text = searchKey(Text);
    yield (event) => factsOf(event).text.includes(text);
  }
}
function readType(text: string): EventType {
  const type = EVENT_TYPES.find((name) => name === text.trim().toLowerCase());
  if (type !== undefined) return type;
  throw new Refusal('VALIDATION_FAILED', `Type must be some of ${EVENT_TYPES.join(', ')}`);
}

/** All names of a player in events: the world maps UserIds to PlayerUIDs, and back. */
function namesOf(world: World, text: string): string[] {
  const uid = uidOf(world, text) ?? '';
  const account = world.accounts.get(uid);
  const names = [uid, account?.userId ?? '', steamUserId(text) ?? '', text, text.toLowerCase()];
  return names.filter((name) => name !== '');
}

type EventFacts = Readonly<ReturnType<typeof collectFacts>>;

const facts = new WeakMap<WorldEvent, EventFacts>();

/** Fields that name a player: by PlayerUID, by UserId, or as a caller did. */
const NAMES_A_PLAYER: ReadonlySet<string> = new Set(['uid', 'userId', 'target', 'recipients']);

/** Collects the facts of the events that came since the last time, so that no search waits for those of many. */
export function collectPastEvents({ world }: GameContext): void {
  for (const event of world.events.values()) factsOf(event);
}

const factsOf = (event: WorldEvent): EventFacts => getOrAdd(facts, event, () => collectFacts(event));

function collectFacts({ type, data }: WorldEvent) {
  /** PlayerUIDs, UserIds and names in lower case of the players of the event. */
  const players: string[] = [];
  const guildIds: string[] = [];
  const texts: string[] = [type];

  function visit(value: unknown, field: string, isPlayer: boolean): void {
    if (typeof value === 'string') {
      texts.push(searchKey(value));
      if (value === '') return;
      if (NAMES_A_PLAYER.has(field)) players.push(value);
      if (isPlayer && field === 'name') players.push(value.toLowerCase());
      if (field === 'guildId') guildIds.push(value);
    } else if (Array.isArray(value)) {
      for (const entry of value) visit(entry, field, false);
    } else if (typeof value === 'object' && value !== null) {
      const hasName = 'uid' in value || 'userId' in value;
      for (const [name, inside] of Object.entries(value)) visit(inside, name, hasName);
    }
  }

  visit(data, '', false);
  /** Every text of it as `searchKey` gives it, one a line. */
  return { players, guildIds, text: texts.join('\n') };
}

/** An event in the shape of the contract. The table of events pairs types with data of their shape. */
export function palatineEvent({ id, atMs, type, data }: WorldEvent): PalatineEvent {
  return { Id: id, Time: new Date(atMs).toISOString(), Type: type, Data: data } as PalatineEvent;
}
