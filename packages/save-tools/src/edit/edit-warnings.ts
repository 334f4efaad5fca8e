import { ConfigError } from '@palatine/platform/config-error';
import { LEVEL_META } from '@palatine/save/folder-files';
import type { SavePlayer, SaveWarning, SaveWarningKind, SaveWorld } from '@palatine/save/save-types';
import type { WorldRecords } from '@palatine/world/world-records';
import { listOf } from '../folder/save-files.ts';

/**
 * What each kind of warning means for an edit. Beside `Damage`, data that the reader did not understand, an edit could do
 * harm. `Ambiguous` ones prevent changes of their player.
 */
const EFFECTS: Readonly<Record<SaveWarningKind, 'Harmless' | 'Ambiguous' | 'Damage'>> = {
  UnreadableFile: 'Damage',
  UnreadableFolder: 'Damage',
  /** The game creates one. Only that player cannot be changed. */
  NoPlayerFile: 'Harmless',
  /** Left by a moved host, as a second file is. */
  OtherPlayersFile: 'Ambiguous',
  SecondFile: 'Ambiguous',
  PlayerUid: 'Damage',
  /** No edit changes these two records, and the rest is sound. */
  RepeatedId: 'Harmless',
  SharedSlot: 'Harmless',
  SkippedRecord: 'Damage',
  UnknownType: 'Damage',
  CutText: 'Damage',
  NewerBytes: 'Damage',
  NewerLayout: 'Damage',
};

/** Throws a ConfigError for a damaged save, except LevelMeta.sav, which has only the world's name. */
export function assertUndamaged(folder: string, warnings: readonly SaveWarning[]): void {
  const damage = warnings.filter(({ kind, file }) => file !== LEVEL_META && EFFECTS[kind] === 'Damage');
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
  for (const warning of save.warnings.filter(({ kind }) => EFFECTS[kind] === 'Ambiguous')) {
    const player = save.players.find(({ file }) => file === warning.file || file === warning.keptFile);
    if (player === undefined || !isConcerned(player, before, after)) continue;
    throw new ConfigError(
      `${folder}: ${textOf(warning)}; remove the file that the game does not use from Players, then run the command again`,
    );
  }
}

/** Whether the player, their body, a Pal or a container differs. */
function isConcerned(player: SavePlayer, before: WorldRecords, after: WorldRecords): boolean {
  const differs = (table: 'players' | 'characters' | 'containers') => (id: string) =>
    after[table].get(id) !== before[table].get(id);
  const isOwned = (id: string) =>
    (after.characters.get(id) ?? before.characters.get(id))?.ownerUid === player.uid;
  return (
    differs('players')(player.uid) ||
    differs('characters')(player.instanceId) ||
    Object.values(player.inventory).some(differs('containers')) ||
    [...before.characters.keys(), ...after.characters.keys()].filter(isOwned).some(differs('characters'))
  );
}

function textOf({ file, place, message }: SaveWarning): string {
  return [file, place, message].filter((part) => part !== '').join(': ');
}
