import { renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { BANLIST, formerBanlistName, readBanlistText } from '@palatine/data-dir/banlist-file';
import { flushFolder, removeLeftover, renameToFree, writeSuccessor } from '@palatine/platform/atomic-write';
import { ConfigError, recover } from '@palatine/platform/config-error';
import { isMissing } from '@palatine/platform/json';

/** State of the file. Equal ids: not written in between. */
export interface FileState {
  readonly id: string;
  /** Part of the id that a rename keeps. */
  readonly contentId: string;
  readonly bytes: number;
  readonly mtimeMs: number;
}

function stateOf(path: string): FileState | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  const { dev, ino, size, mtimeNs, ctimeNs } = stats;
  const contentId = [dev, ino, size, mtimeNs].join(' ');
  const mtimeMs = Number(mtimeNs / 1_000_000n);
  return { id: `${contentId} ${ctimeNs}`, contentId, bytes: Number(size), mtimeMs };
}

/**
 * Detects foreign writes of Banlist.json, and reverts its own last write without needing disk space. The present file is
 * renamed before it is compared and replaced, so that an edit in the same moment is compared, or finds its name free.
 */
export class BanlistOnDisk {
  readonly path: string;
  /** Second name of the file that `replace` replaces, until the commit. */
  readonly #formerName: string;
  /** Name of a file on its way out. */
  readonly #removedName: string;
  /** State in which the rows match the file; undefined without a file. */
  known: FileState | undefined;
  /** The replaced file; undefined when nothing was replaced. */
  #former: { readonly state: FileState | undefined } | undefined;

  constructor(path: string) {
    this.path = path;
    this.#formerName = formerBanlistName(path);
    this.#removedName = `${path}.removed.writing`;
  }

  state(): FileState | undefined {
    return stateOf(this.path);
  }

  isKnown(state: FileState | undefined): boolean {
    return state?.id === this.known?.id;
  }

  /** Text of the file in a state; undefined if it has changed. Throws an UnreadableFileError. */
  read({ id }: FileState): string | undefined {
    const text = readBanlistText(this.path);
    return this.state()?.id === id ? text : undefined;
  }

  withoutPath(message: string): string {
    return message.replaceAll(this.path, BANLIST);
  }

  /** Replaces the file durably, or not at all. The former one has a second name until `commit` or `rollback`. */
  replace(content: Uint8Array): void {
    this.#replace(content, this.known, this.#formerName);
  }

  /** Replaces a file that was not applied, which keeps the name `aside`. */
  replaceUnread(content: Uint8Array, state: FileState | undefined, aside: string): void {
    this.#replace(content, state, aside);
    this.#former = undefined;
  }

  /** Drops the former file, unless an editor that had it open has written into it: then it comes back as an edit. */
  commit(): void {
    const former = this.#former;
    this.#former = undefined;
    if (former?.state === undefined) return;
    if (stateOf(this.#formerName)?.contentId === former.state.contentId) removeLeftover(this.#formerName);
    else this.#restore(this.known);
  }

  rollback(): void {
    const former = this.#former;
    this.#former = undefined;
    if (former === undefined) return;
    if (former.state === undefined) this.#moveAway(this.known, this.#removedName);
    else this.#restore(this.known);
    removeLeftover(this.#removedName);
    flushFolder(dirname(this.path));
    const restored = this.state();
    if (restored?.contentId === former.state?.contentId) this.known = restored;
  }

  /** Restores the file that was replaced just before a crash. @returns whether there was one. */
  restoreLeftover(present: FileState | undefined): boolean {
    if (statSync(this.#formerName, { throwIfNoEntry: false })?.isFile() !== true) return false;
    this.#restore(present);
    flushFolder(dirname(this.path));
    return true;
  }

  dropLeftover(): void {
    removeLeftover(this.#formerName);
    removeLeftover(this.#removedName);
  }

  #replace(content: Uint8Array, expected: FileState | undefined, former: string): void {
    if (this.state()?.id !== expected?.id) throw editedMeanwhile();
    const successor = writeSuccessor(this.path, content);
    try {
      const written = stateOf(successor);
      this.#exchange(successor, expected, former);
      this.#former = { state: expected };
      const after = this.state();
      if (after?.contentId === written?.contentId) this.known = after; // otherwise it has been edited, and is read next
      flushFolder(dirname(this.path));
    } catch (error) {
      removeLeftover(successor);
      this.rollback();
      throw error;
    }
  }

  /** Gives the former file its name back, unless the file has been edited since: the newer edit counts. */
  #restore(expected: FileState | undefined): void {
    recover(
      () => this.#exchange(this.#formerName, expected, this.#removedName),
      ConfigError,
      () => {},
    );
    this.dropLeftover();
  }

  /** Puts a file in the place of the expected one, which gets the name `aside`. Throws, and changes nothing, after an edit. */
  #exchange(successor: string, expected: FileState | undefined, aside: string): void {
    this.#moveAway(expected, aside);
    let isFree: boolean;
    try {
      isFree = renameToFree(successor, this.path);
    } catch (error) {
      if (expected !== undefined) renameToFree(aside, this.path);
      throw error;
    }
    if (isFree) return;
    if (expected !== undefined) removeLeftover(aside);
    throw editedMeanwhile();
  }

  /** Renames the file. Throws a ConfigError, with the file in its place, when it is not the expected one. */
  #moveAway(expected: FileState | undefined, aside: string): void {
    if (expected === undefined) return;
    try {
      renameSync(this.path, aside);
    } catch (error) {
      throw isMissing(error) ? editedMeanwhile() : error;
    }
    if (stateOf(aside)?.contentId === expected.contentId) return;
    if (!renameToFree(aside, this.path)) removeLeftover(aside);
    throw editedMeanwhile();
  }
}

function editedMeanwhile(): ConfigError {
  return new ConfigError(`${BANLIST} was edited at the same moment; try again`);
}
