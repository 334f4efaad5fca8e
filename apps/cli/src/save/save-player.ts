import { parseGuid, parseUserId } from '@palatine/contract';
import { ConfigError } from '@palatine/platform/config-error';
import { HOST_NOTE, HOST_UID } from '@palatine/save/folder-files';
import type { GameContext } from '@palatine/world/game-context';
import type { World } from '@palatine/world/world';

export interface SavePlayerName {
  readonly uid: string;
  /** The name, or the PlayerUID of a player without one. */
  readonly name: string;
}

const LIMIT = 20;

/** Finds a player by PlayerUID in any spelling, or by a name that no other player has. Throws a ConfigError. */
export function findSavePlayer({ world }: Pick<GameContext, 'world'>, typed: string): SavePlayerName {
  const uid = parseGuid(typed) ?? uidOfName(world, typed);
  const account = world.accounts.get(uid);
  const host = uid === HOST_UID ? `; ${uid} is ${HOST_NOTE}` : '';
  if (account === undefined) {
    throw new ConfigError(`the save has no player ${uid}; ${listOf(all(world))}${host}`);
  }
  const name = account.name || uid;
  const character = world.players.get(uid)?.characterId;
  if (typeof character === 'string') return { uid, name };
  const file = `Players/${uid.replaceAll('-', '')}.sav`;
  const why =
    character === undefined
      ? `no file ${file} in this save, so nothing of theirs can be changed`
      : 'a player file, but no character in Level.sav, so nothing can be changed';
  throw new ConfigError(`${name} has ${why}${host}`);
}

/** Prefers an exact name. Throws a ConfigError for a UserId, which saves do not contain, and for a shared or unknown name. */
function uidOfName(world: World, typed: string): string {
  const players = all(world);
  if (parseUserId(typed) !== undefined) {
    throw new ConfigError(`a save has no UserIds such as ${typed}; use the PlayerUID: ${listOf(players)}`);
  }
  const search = typed.trim().toLowerCase();
  const same = players.filter(({ name }) => search !== '' && name.toLowerCase() === search);
  const exact = same.filter(({ name }) => name === typed.trim());
  const hits = exact.length > 0 ? exact : same;
  const [hit, another] = hits;
  const quoted = JSON.stringify(typed);
  if (another !== undefined) {
    throw new ConfigError(
      `${hits.length} players have the name ${quoted}; use the PlayerUID: ${listOf(hits)}`,
    );
  }
  if (hit !== undefined) return hit.uid;
  const near = players.filter(({ name }) => search !== '' && name.toLowerCase().includes(search));
  const known = listOf(near.length > 0 ? near : players);
  throw new ConfigError(`${quoted} is neither a PlayerUID nor a name in this save; ${known}`);
}

function all(world: World): SavePlayerName[] {
  return [...world.accounts.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
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
