import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { DataFolder } from '@palatine/data-dir/data-folder';
import {
  BASE_BYTES,
  type BaseState,
  type BaseStates,
  dropPending,
  type FileDigests,
  type PackedSave,
  promotePending,
  readBaseStates,
  returnToState,
} from '@palatine/engine/base-states';
import { readWorldOrigin } from '@palatine/engine/open-world-file';
import { ConfigError } from '@palatine/platform/config-error';
import { shellWord, timeText } from '@palatine/platform/format';
import { readFileBytes, sha256Of } from '@palatine/platform/read-file';
import { changedFiles, isEditable, isSameSave, listOf } from '../folder/save-files.ts';
import { backupsOf } from '../folder/save-folder.ts';
import { lastBackup, stateAfter } from '../folder/undo-log.ts';

/** Name of the command in backups of saves and in the audit. */
export const APPLY = 'save apply';

type SaveState =
  /** Written by the game since. */
  | { readonly at: 'new' }
  /** A former state: the apply was undone. A copy: written elsewhere by an apply. */
  | { readonly at: 'base' | 'pending' | 'replaced' | 'former' | 'copy'; readonly state: BaseState };

/** The work of an apply, once interruptions are settled. */
export interface Settled {
  /** `exact`: the save is the base. `replay`: the game has written it since. `adopt`: see `adoptReplayed`. */
  readonly plan: 'exact' | 'replay' | 'adopt';
  readonly base: BaseState;
  readonly digests: FileDigests;
  /** Settled interruptions, in sentences for an operator. */
  readonly notes: readonly string[];
}

function classify({ base, pending, replaced, former, copies }: BaseStates, current: FileDigests): SaveState {
  const states = { pending: [pending], base: [base], replaced: [replaced], former, copy: copies };
  for (const at of ['pending', 'base', 'replaced', 'former', 'copy'] as const) {
    const state = states[at].find((known) => known !== undefined && isSameSave(known.digests, current));
    if (state !== undefined) return { at, state };
  }
  return { at: 'new' };
}

/** The digests of files that an import reads. */
export function readFilesOf(digests: FileDigests): FileDigests {
  return new Map([...digests].filter(([path]) => isEditable(path)));
}

/** The base of a data folder's world. Throws a ConfigError with the next step for a world without one. */
export function requireBase(data: Pick<DataFolder, 'world'>): BaseStates {
  if (readWorldOrigin(data.world).origin === 'demo') {
    throw new ConfigError(
      `${data.world} is a demo world, which has no save; palatine world import takes one`,
    );
  }
  const states = readBaseStates(data.world);
  if (states !== undefined) return states;
  throw new ConfigError(
    `${data.world} does not hold the save that it was imported from, so its changes are unknown: ` +
      `the save has more than ${BASE_BYTES / 1024 ** 2} MiB; ` +
      'palatine world import DIR --replace imports the save again, and keeps this world under another name',
  );
}

/** Settles an interrupted apply by the save, and plans one; changes nothing unless it `writes`. Throws a ConfigError. */
export function settleBase(
  data: Pick<DataFolder, 'world'>,
  folder: string,
  allDigests: FileDigests,
  writes: boolean,
): Settled {
  const states = requireBase(data);
  const digests = readFilesOf(allDigests);
  const place = classify(states, digests);
  const { world } = data;
  switch (place.at) {
    case 'base':
    case 'replaced': {
      const plan = place.at === 'base' ? 'exact' : 'replay';
      return { plan, base: states.base, digests, notes: dropInterrupted(world, states, writes) };
    }
    case 'pending':
      return settlePending(world, folder, states, place.state, digests, writes);
    case 'former':
    case 'copy': {
      const notes = [...dropInterrupted(world, states, writes), noteOf(place, states, folder)];
      if (writes) returnToState(world, place.state, readSave(folder, digests));
      return { plan: 'exact', base: place.state, digests, notes };
    }
    case 'new':
      assertContinued(states, folder, digests);
      assertNotUndone(states, folder);
      return { plan: 'replay', base: states.base, digests, notes: [] };
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
  digests: FileDigests,
  writes: boolean,
): Settled {
  const about = `The apply of ${timeText(pending.atMs)} was interrupted after it had changed the save`;
  if (!writes) {
    throw new ConfigError(
      `${about}; palatine save apply --save ${shellWord(folder)} without further flags settles that first`,
    );
  }
  const notes = [`${about}; all its changes are in the save, and are not written again.`];
  if (replaced !== undefined) return { plan: 'adopt', base: replaced, digests, notes };
  promotePending(world, 'an interrupted apply was found complete');
  return { plan: 'exact', base: pending, digests, notes };
}

function noteOf(place: { at: string; state: BaseState }, { base }: BaseStates, folder: string): string {
  if (place.at === 'copy') {
    return `${folder} is the copy that was written at ${timeText(place.state.atMs)}: changes are counted from there.`;
  }
  return (
    `${folder} is as it was at ${timeText(place.state.atMs)}, before the apply of ${timeText(base.atMs)}: that one was ` +
    'undone, so its changes are pending again, together with those made since.'
  );
}

/** Throws a ConfigError unless the save can only be the base, written by the game since. */
function assertContinued(
  { base, pending, copies, appliedAtMs }: BaseStates,
  folder: string,
  digests: FileDigests,
): void {
  const [copy] = copies;
  const takeAnew =
    `palatine world import ${shellWord(folder)} --replace takes the save as it is now, and keeps this world under another name; ` +
    'what is missing there then has to be granted again';
  if (pending !== undefined) {
    const changes = listOf(changedFiles(pending.digests, digests));
    throw new ConfigError(
      `the apply of ${timeText(pending.atMs)} was interrupted, and ${folder} is neither as it was before nor as it was ` +
        `to become (${changes}): it is unknown whether the changes are in it. palatine save undo shows whether the ` +
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
        `by the game since: it is unknown whether it comes from that copy and has them already. ${takeAnew}`,
    );
  }
}

/** Throws a ConfigError if backups show that an apply was undone or came from another data folder. */
function assertNotUndone({ base, former }: BaseStates, folder: string): void {
  const real = realpathSync(folder);
  const last = lastBackup({ folder: real, backups: backupsOf(real) });
  if (last === undefined) return;
  const { before, doing, command, madeAt } = last.manifest;
  const isBefore = isSameSave(base.digests, readFilesOf(new Map(before.map((file) => [file.path, file]))));
  const after = readFilesOf(stateAfter(last.manifest));
  const todo = `palatine world import ${shellWord(folder)} --replace takes the save as it is now`;
  if (isBefore && doing === 'undo' && former.some(({ digests }) => isSameSave(digests, after))) {
    throw new ConfigError(
      `the apply of ${timeText(base.atMs)} was undone at ${madeAt}, and the game has written ${folder} since: its changes ` +
        `are no longer in the save, and cannot be distinguished from those of the game. ${todo}`,
    );
  }
  if (isBefore && doing === 'edit' && command === APPLY) {
    throw new ConfigError(
      `changes since ${timeText(base.atMs)} were written into ${folder} at ${madeAt} already, from another data folder or ` +
        `another world of this one: they would be there twice. ${todo}`,
    );
  }
}

/** Files of a save with these digests. Throws a ConfigError if one has changed since. */
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
