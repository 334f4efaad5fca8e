import { ConfigError } from '@palatine/platform/config-error';
import type { SavePlayer, SaveWarning, SaveWorld } from '@palatine/save';
import { LEVEL_META } from '@palatine/save/folder-files';
import type { WorldRecords } from '@palatine/world';
import { listOf } from '../folder/digest-save.ts';

// Warnings of the reader about a sound save, by their beginnings. All others concern data that it did not understand,
// beside which an edit could do harm. So a reworded message is treated as damage.

/** A player without a file: the game creates one. Only that player cannot be changed. */
const ABSENT = 'no usable file: ';
/** Two files of one character, or a file under another player's name: left by a moved host. */
const AMBIGUOUS = ['names the same character as ', 'the file belongs to player '];

/** Two records with one id or in one slot: no edit changes these, and the rest is sound. */
const REPEATED = ['two characters have the id ', 'two stacks stand in slot '];

/** Throws a ConfigError for a damaged save, except LevelMeta.sav, which has only the world's name. */
export function assertUndamaged(folder: string, warnings: readonly SaveWarning[]): void {
  const isHarmless = ({ message, place }: SaveWarning) =>
    (place === '' && message.startsWith(ABSENT)) || REPEATED.some((text) => message.startsWith(text));
  const damage = warnings.filter(
    (warning) => warning.file !== LEVEL_META && !isDoubtful(warning) && !isHarmless(warning),
  );
  if (damage.length === 0) return;
  const texts = listOf(damage.map(textOf), '; ');
  throw new ConfigError(`${folder} holds what Palatine cannot read, so it changes nothing there: ${texts}`);
}

/** Throws a ConfigError if a changed player has two files, or one under another name. */
export function assertUnambiguous(
  folder: string,
  save: SaveWorld,
  before: WorldRecords,
  after: WorldRecords,
): void {
  for (const warning of save.warnings.filter(isDoubtful)) {
    const player = save.players.find(({ file }) => file === warning.file || warning.message.includes(file));
    if (player === undefined || !isConcerned(player, before, after)) continue;
    throw new ConfigError(
      `${folder}: ${textOf(warning)}; remove the file that the game does not use from Players, then run the command again`,
    );
  }
}

function isDoubtful({ message }: SaveWarning): boolean {
  return AMBIGUOUS.some((beginning) => message.startsWith(beginning));
}

/** Whether the player, their body, a Pal or a container differs. */
function isConcerned(
  { uid, instanceId, inventory }: SavePlayer,
  before: WorldRecords,
  after: WorldRecords,
): boolean {
  if (after.players.get(uid) !== before.players.get(uid)) return true;
  if (after.characters.get(instanceId) !== before.characters.get(instanceId)) return true;
  const containers = Object.values(inventory);
  if (containers.some((id) => after.containers.get(id) !== before.containers.get(id))) return true;
  const isTheirs = (id: string) =>
    (after.characters.get(id) ?? before.characters.get(id))?.ownerUid === uid &&
    after.characters.get(id) !== before.characters.get(id);
  return [...before.characters.keys(), ...after.characters.keys()].some(isTheirs);
}

function textOf({ file, place, message }: SaveWarning): string {
  return [file, place, message].filter((part) => part !== '').join(': ');
}
