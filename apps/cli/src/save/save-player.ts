import { parseGuid, parseUserId } from '@palatine/contract';
import { ConfigError } from '@palatine/platform/config-error';
import type { GameContext, World } from '@palatine/world';

export interface SavePlayerName {
  readonly uid: string;
  /** The name, or the PlayerUID of a player without one. */
  readonly name: string;
}

const LISTED = 20;

/**
 * The player that an operator names by a PlayerUID, in any of its spellings. Throws a ConfigError for anybody else,
 * which lists who may be meant: two players may share a name, so a name alone is refused.
 */
export function findSavePlayer({ world }: Pick<GameContext, 'world'>, typed: string): SavePlayerName {
  const uid = parseGuid(typed);
  if (uid === undefined) throw new ConfigError(notAnUid(world, typed));
  const account = world.accounts.get(uid);
  if (account === undefined) throw new ConfigError(`the save knows no player ${uid}; ${listOf(all(world))}`);
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

/** Why a text names nobody: it is a UserId, which saves do not hold, or a name, or neither. */
function notAnUid(world: World, typed: string): string {
  if (parseUserId(typed) !== undefined) {
    return `a save holds no UserIds such as ${typed}; name the player by PlayerUID: ${listOf(all(world))}`;
  }
  const wanted = typed.trim().toLowerCase();
  const named = all(world).filter(({ name }) => wanted !== '' && name.toLowerCase().includes(wanted));
  const quoted = JSON.stringify(typed);
  if (named.length === 0) return `${quoted} is no PlayerUID, and no name in this save; ${listOf(all(world))}`;
  return `${quoted} is no PlayerUID, and a name may be that of several players; name one by PlayerUID: ${listOf(named)}`;
}

function all(world: World): SavePlayerName[] {
  return [...world.accounts.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

function listOf(accounts: readonly SavePlayerName[]): string {
  if (accounts.length === 0) return 'it has no players';
  const listed = accounts.slice(0, LISTED).map(({ uid, name }) => `${name || 'without a name'} is ${uid}`);
  const more = accounts.length > LISTED ? `, and ${accounts.length - LISTED} more` : '';
  return `${listed.join(', ')}${more}`;
}

/** Remembers the inventory of a player. @returns a function that names what changed, such as `Items`. */
export function changedInventories({ world }: Pick<GameContext, 'world'>, uid: string): () => string {
  const named = Object.entries(world.players.get(uid)?.inventory ?? {});
  const containers = named.map(([name, id]) => ({ name, id, before: containerOf(world, id) }));
  return () => {
    const changed = containers.filter(({ id, before }) => containerOf(world, id) !== before);
    return new Intl.ListFormat('en-GB').format(changed.map(({ name }) => name));
  };
}

function containerOf(world: GameContext['world'], id: string | null) {
  return id === null ? undefined : world.containers.get(id);
}

/** Where the Pals of a player are that were given since, as `the team` or `the Palbox`. */
export function changedBoxes({ world }: Pick<GameContext, 'world'>, uid: string): () => string {
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
