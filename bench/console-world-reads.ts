import { type GameContext, QUERIES, QUERIES_IN_PARTS, worldFacts } from '@palatine/world';
import type { ConsoleRead } from './console-read.ts';

/** An item that stands in the inventory of every player and in every storage of a base. */
const EVERYWHERE = 'Wood';

/** What the console reads of the world: guilds, bases, items, the map, and the previews of what cannot be undone. */
export const WORLD_READS: readonly ConsoleRead[] = [
  { name: 'world', prepare: (game) => () => worldFacts(game) },
  { name: 'guilds, first page', prepare: (game) => () => guilds(game, {}) },
  {
    name: 'guilds found, 500',
    prepare: (game) => () => guilds(game, { Find: 'e', Sort: 'LastSeen', Limit: 500 }),
  },
  { name: 'guild', prepare: guild },
  { name: 'bases, first page', prepare: (game) => () => camps(game, {}) },
  {
    name: 'bases found, 500',
    prepare: (game) => () => camps(game, { Find: 'e', Sort: 'Stacks', Limit: 500 }),
  },
  { name: 'base', prepare: (game) => ofLargestCamp(game, 'getCampDetails') },
  { name: 'preview of a deletion', prepare: (game) => ofLargestCamp(game, 'previewBaseDeletion') },
  { name: 'holders, first page', prepare: (game) => holders(spread(game), 100) },
  { name: 'holders, 500', prepare: (game) => holders(spread(game), 500) },
  mapRead('map, all layers', {}),
  mapRead('map, what was dropped', { Layers: 'Drops,DeathChests' }),
  { name: 'preview of a ban', prepare: banPreview },
];

const NO_PARAMS = {};
type Asked<Name extends 'searchGuilds' | 'searchCamps' | 'getMapMarks'> = Parameters<
  (typeof QUERIES)[Name]
>[2]['query'];

function guilds(game: GameContext, query: Asked<'searchGuilds'>): unknown {
  return QUERIES.searchGuilds(game, NO_PARAMS, { query, held: [] });
}

function camps(game: GameContext, query: Asked<'searchCamps'>): unknown {
  return QUERIES.searchCamps(game, NO_PARAMS, { query, held: [] });
}

function mapRead(name: string, query: Asked<'getMapMarks'>): ConsoleRead {
  const asked = { query, held: [] };
  return {
    name,
    prepare: (game) => () => QUERIES.getMapMarks(game, NO_PARAMS, asked),
    parts: (game) => () => QUERIES_IN_PARTS.getMapMarks(game, NO_PARAMS, asked),
  };
}

function guild(game: GameContext): () => unknown {
  const [largest] = [...game.world.guilds.values()].sort((a, b) => b.members.length - a.members.length);
  const params = { guild_id: largest?.id ?? '' };
  return () => QUERIES.getGuildDetails(game, params, { query: { All: true }, held: [] });
}

function ofLargestCamp(game: GameContext, name: 'getCampDetails' | 'previewBaseDeletion'): () => unknown {
  const { camps: all, mapObjectsByCamp } = game.world;
  const size = (id: string) => mapObjectsByCamp.keys(id).size;
  const [id = ''] = [...all.keys()].sort((a, b) => size(b) - size(a));
  grow(game, id);
  return () => QUERIES[name](game, { base_camp_id: id });
}

/** Objects of the largest base that was seen in a save. */
const LARGEST_BASE = 543;

/** Lets a base of the demo world have as many objects as the largest real one. */
function grow({ world }: GameContext, campId: string): void {
  const [model] = world.pick(world.mapObjects, world.mapObjectsByCamp.keys(campId));
  if (model === undefined) throw new Error('the base has no objects');
  for (let number = world.mapObjectsByCamp.keys(campId).size; number < LARGEST_BASE; number++) {
    world.mapObjects.put({
      ...model,
      id: `${model.id}-${number}`,
      objectId: 'Wood_Wall',
      class: 'building',
      containerId: null,
    });
  }
}

/** Puts the item into every inventory and storage. */
function spread(game: GameContext): GameContext {
  const { world } = game;
  const storages = [...world.mapObjects.values()].flatMap(({ storage, containerId }) =>
    storage ? [containerId] : [],
  );
  const inventories = [...world.players.values()].map(({ inventory }) => inventory.Items);
  for (const [number, id] of [...storages, ...inventories].entries()) {
    const container = world.containers.get(id ?? '');
    if (container === undefined) continue;
    const stack = { itemId: EVERYWHERE, count: 1 + (number % 9999) };
    world.containers.put({ ...container, slots: { ...container.slots, 0: stack } });
  }
  return game;
}

function holders(game: GameContext, Limit: number): () => unknown {
  return () => QUERIES.getItemHolders(game, { item_id: EVERYWHERE }, { query: { Limit }, held: [] });
}

function banPreview(game: GameContext): () => unknown {
  const [session] = game.world.sessions.values();
  return () => QUERIES.getBanPreview(game, { uid: session?.uid ?? '' }, { held: [] });
}
