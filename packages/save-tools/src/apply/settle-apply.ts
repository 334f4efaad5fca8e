import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { DataFolder } from '@palatine/data-dir/data-folder';
import type { PackedSave } from '@palatine/engine/base-save';
import { BASE_BYTES } from '@palatine/engine/base-save';
import {
  type BaseState,
  type BaseStates,
  dropPending,
  type FileDigests,
  promotePending,
  readBaseStates,
  returnToState,
} from '@palatine/engine/base-states';
import { readWorldOrigin } from '@palatine/engine/open-world-file';
import { ConfigError } from '@palatine/platform/config-error';
import { readFileBytes, sha256Of } from '@palatine/platform/read-file';
import { changedFiles, isSameSave, listOf } from '../folder/digest-save.ts';
import { timeText } from '../folder/edit-records.ts';
import { lastBackup, stateAfter } from '../folder/save-backups.ts';
import { backupsOf } from '../folder/save-lock.ts';
import { isEditable } from '../folder/save-paths.ts';

/** The command, as the backups of saves and the audit name it. */
export const APPLY = 'save apply';

/** Where a save stands among the states that a world knows of it. */
export type Place =
  /** Written by the game since. */
  | { readonly at: 'new' }
  /** A former state: the apply was undone. A copy: what an apply has written elsewhere. */
  | { readonly at: 'base' | 'pending' | 'replaced' | 'former' | 'copy'; readonly state: BaseState };

/** What an apply has to do, once what was interrupted is settled. */
export interface Settled {
  /** `exact`: the save is the base. `replay`: the game has written it since. `adopt`: see `adoptReplayed`. */
  readonly plan: 'exact' | 'replay' | 'adopt';
  /** The state that the changes of the world are counted from. */
  readonly base: BaseState;
  /** What the files of the save are. */
  readonly found: FileDigests;
  /** What was settled, in sentences for an operator. */
  readonly notes: readonly string[];
}

export function placeOf({ base, pending, replaced, former, copies }: BaseStates, found: FileDigests): Place {
  const isFound = ({ digests }: BaseState) => isSameSave(digests, found);
  if (pending !== undefined && isFound(pending)) return { at: 'pending', state: pending };
  if (isFound(base)) return { at: 'base', state: base };
  if (replaced !== undefined && isFound(replaced)) return { at: 'replaced', state: replaced };
  const undone = former.find(isFound);
  if (undone !== undefined) return { at: 'former', state: undone };
  const copy = copies.find(isFound);
  return copy === undefined ? { at: 'new' } : { at: 'copy', state: copy };
}

/** Those of the digests of a save that are of files that an import reads. */
export function readFilesOf(digests: FileDigests): FileDigests {
  return new Map([...digests].filter(([path]) => isEditable(path)));
}

/** The base of a data folder's world. Throws a ConfigError, which says what to do, for a world that has none. */
export function requireBase(data: Pick<DataFolder, 'world'>): BaseStates {
  if (readWorldOrigin(data.world).origin === 'demo') {
    throw new ConfigError(
      `${data.world} is a demo world, which came from no save; palatine world import takes one`,
    );
  }
  const states = readBaseStates(data.world);
  if (states !== undefined) return states;
  throw new ConfigError(
    `${data.world} does not hold the save that it was imported from, so nobody can tell what has changed since: ` +
      `the save has more than ${BASE_BYTES / 1024 ** 2} MiB; ` +
      'palatine world import DIR --replace takes the save anew, and keeps this world under another name',
  );
}

/**
 * Settles what an interrupted apply has left in the world file, by the files of the save, and says what an apply has to
 * do. With `writes` false it changes nothing. Throws a ConfigError for a save that is in none of the states that the
 * world can go on from.
 */
export function settleBase(
  data: Pick<DataFolder, 'world'>,
  folder: string,
  digests: FileDigests,
  writes: boolean,
): Settled {
  const states = requireBase(data);
  const found = readFilesOf(digests);
  const place = placeOf(states, found);
  const { world } = data;
  switch (place.at) {
    case 'base':
      return { plan: 'exact', base: states.base, found, notes: dropInterrupted(world, states, writes) };
    case 'replaced':
      return { plan: 'replay', base: states.base, found, notes: dropInterrupted(world, states, writes) };
    case 'pending':
      return settlePending(world, folder, states, place.state, found, writes);
    case 'former':
    case 'copy': {
      const notes = [...dropInterrupted(world, states, writes), noteOf(place, states, folder)];
      if (writes) returnToState(world, place.state, readSave(folder, found));
      return { plan: 'exact', base: place.state, found, notes };
    }
    case 'new':
      assertContinued(states, folder, found);
      assertNotUndone(states, folder);
      return { plan: 'replay', base: states.base, found, notes: [] };
  }
}

function dropInterrupted(world: string, { pending }: BaseStates, writes: boolean): string[] {
  if (pending === undefined) return [];
  if (writes) dropPending(world);
  return [`The apply of ${timeText(pending.atMs)} was interrupted, and has changed nothing of the save.`];
}

function settlePending(
  world: string,
  folder: string,
  { replaced }: BaseStates,
  pending: BaseState,
  found: FileDigests,
  writes: boolean,
): Settled {
  const about = `The apply of ${timeText(pending.atMs)} was interrupted after it had changed the save`;
  if (!writes) {
    throw new ConfigError(
      `${about}; palatine save apply --save ${folder} without further flags settles that first`,
    );
  }
  const notes = [`${about}; all its changes are in the save, and are not written again.`];
  if (replaced !== undefined) return { plan: 'adopt', base: replaced, found, notes };
  promotePending(world, 'an interrupted apply was found complete');
  return { plan: 'exact', base: pending, found, notes };
}

function noteOf(place: { at: string; state: BaseState }, { base }: BaseStates, folder: string): string {
  if (place.at === 'copy') {
    return `${folder} is the copy that was written at ${timeText(place.state.atMs)}: changes are counted from there.`;
  }
  return (
    `${folder} is as it was at ${timeText(place.state.atMs)}, before the apply of ${timeText(base.atMs)}: that one was ` +
    'undone, so its changes wait again, together with those made since.'
  );
}

/** Throws a ConfigError unless the save can only be the base, written by the game since. */
function assertContinued(
  { base, pending, copies, appliedAtMs }: BaseStates,
  folder: string,
  found: FileDigests,
): void {
  const [copy] = copies;
  const takeAnew =
    `palatine world import ${folder} --replace takes the save as it is now, and keeps this world under another name; ` +
    'what is missing there then has to be given again';
  if (pending !== undefined) {
    const changes = listOf(changedFiles(pending.digests, found));
    throw new ConfigError(
      `the apply of ${timeText(pending.atMs)} was interrupted, and ${folder} is neither as it was before nor as it was ` +
        `to become (${changes}): nobody can tell whether the changes are in it. palatine save undo says whether the ` +
        `edit was done; ${takeAnew}`,
    );
  }
  if (appliedAtMs !== undefined) {
    throw new ConfigError(
      `the changes since ${timeText(base.atMs)} were written into the save at ${timeText(appliedAtMs)} already, from a ` +
        `world that this one has replaced, as a restored backup does: they would be there twice. ${takeAnew}`,
    );
  }
  if (copy !== undefined) {
    throw new ConfigError(
      `the changes were written into the copy ${copy.folder} at ${timeText(copy.atMs)}, and ${folder} has been written ` +
        `by the game since: nobody can tell whether it comes from that copy and has them already. ${takeAnew}`,
    );
  }
}

/** Throws a ConfigError when backups show that an apply was undone or came from another data folder. */
function assertNotUndone({ base, former }: BaseStates, folder: string): void {
  const real = realpathSync(folder);
  const last = lastBackup({ folder: real, backups: backupsOf(real) });
  if (last === undefined) return;
  const { before, doing, command, madeAt } = last.manifest;
  const isBefore = isSameSave(base.digests, readFilesOf(new Map(before.map((file) => [file.path, file]))));
  const after = readFilesOf(stateAfter(last.manifest));
  const anew = `palatine world import ${folder} --replace takes the save as it is now`;
  if (isBefore && doing === 'undo' && former.some(({ digests }) => isSameSave(digests, after))) {
    throw new ConfigError(
      `the apply of ${timeText(base.atMs)} was undone at ${madeAt}, and the game has written ${folder} since: its changes ` +
        `are not in the save any more, and cannot be told from those of the game. ${anew}`,
    );
  }
  if (isBefore && doing === 'edit' && command === APPLY) {
    throw new ConfigError(
      `changes since ${timeText(base.atMs)} were written into ${folder} at ${madeAt} already, from another data folder or ` +
        `another world of this one: they would be there twice. ${anew}`,
    );
  }
}

/** The files of a save that have these digests. Throws a ConfigError when one has changed since. */
export function readSave(folder: string, digests: FileDigests): PackedSave {
  const files = new Map<string, Buffer>();
  for (const [path, { sha256 }] of digests) {
    const bytes = readFileBytes(join(folder, path), BASE_BYTES);
    if (bytes === undefined || sha256Of(bytes) !== sha256) {
      throw new ConfigError(
        `${join(folder, path)} has just changed; stop what writes it, and run the command again`,
      );
    }
    files.set(path, bytes);
  }
  return files;
}
