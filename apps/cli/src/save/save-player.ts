import { parseGuid, parseUserId } from '@palatine/contract';
import { ConfigError } from '@palatine/platform/config-error';
import type { GameContext, World } from '@palatine/world';

export interface SavePlayerName {
  readonly uid: string;
  /** The name, or the PlayerUID of a player without one. */
  readonly name: string;
}

const LIMIT = 20;

/** Finds a player by PlayerUID in any spelling. Throws a ConfigError for anything else: two players may share a name. */
export function findSavePlayer({ world }: Pick<GameContext, 'world'>, typed: string): SavePlayerName {
  const uid = parseGuid(typed);
  if (uid === undefined) throw new ConfigError(notAnUid(world, typed));
  const account = world.accounts.get(uid);
  if (account === undefined) throw new ConfigError(`the save has no player ${uid}; ${listOf(all(world))}`);
  const name = account.name || uid;
  const player = world.players.get(uid);
  if (player === undefined) {
    const file = `Players/${uid.replaceAll('-', '')}.sav`;
    throw new ConfigError(`${name} has no file ${file} in this save, so nothing of theirs can be changed`);
  }
  if (player.characterId === null) {
    throw new ConfigError(
      `${name} has a player file, but no character in Level.sav, so nothing can be changed`,
    );
  }
  return { uid, name };
}

/** Why a text is refused: it is a UserId, which saves do not contain, or a name, or neither. */
function notAnUid(world: World, typed: string): string {
  if (parseUserId(typed) !== undefined) {
    return `a save has no UserIds such as ${typed}; use the PlayerUID: ${listOf(all(world))}`;
  }
  const search = typed.trim().toLowerCase();
  const hits = all(world).filter(({ name }) => search !== '' && name.toLowerCase().includes(search));
  const quoted = JSON.stringify(typed);
  if (hits.length === 0)
    return `${quoted} is neither a PlayerUID nor a name in this save; ${listOf(all(world))}`;
  return `${quoted} is not a PlayerUID, and several players may share a name; use the PlayerUID: ${listOf(hits)}`;
}

function all(world: World): SavePlayerName[] {
  return [...world.accounts.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

function listOf(accounts: readonly SavePlayerName[]): string {
  if (accounts.length === 0) return 'it has no players';
  const listed = accounts.slice(0, LIMIT).map(({ uid, name }) => `${name || 'without a name'} is ${uid}`);
  const more = accounts.length > LIMIT ? `, and ${accounts.length - LIMIT} more` : '';
  return `${listed.join(', ')}${more}`;
}

/** Tracks the inventory of a player. @returns a function that names changed containers, such as `Items`. */
export function trackInventories({ world }: Pick<GameContext, 'world'>, uid: string): () => string {
  const inventories = Object.entries(world.players.get(uid)?.inventory ?? {});
  const containers = inventories.map(([name, id]) => ({ name, id, before: containerOf(world, id) }));
  return () => {
    const changed = containers.filter(({ id, before }) => containerOf(world, id) !== before);
    return new Intl.ListFormat('en-GB').format(changed.map(({ name }) => name));
  };
}

function containerOf(world: GameContext['world'], id: string | null) {
  return id === null ? undefined : world.containers.get(id);
}

/** Tracks new Pals of a player. @returns a function that names their places, such as `the team`. */
export function trackPalBoxes({ world }: Pick<GameContext, 'world'>, uid: string): () => string {
  const before = new Set(world.characters.keys());
  return () => {
    const { team, palbox } = world.players.get(uid) ?? {};
    const places = new Set<string>();
    for (const { id, place } of world.characters.values()) {
      if (before.has(id) || place === null) continue;
      if (place.containerId === team?.containerId) places.add('the team');
      if (place.containerId === palbox?.containerId) places.add('the Palbox');
    }
    return new Intl.ListFormat('en-GB').format(places);
  };
}
