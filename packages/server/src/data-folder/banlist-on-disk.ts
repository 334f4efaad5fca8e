import { renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { flushFolder, linkOrCopy, writeFileAtomically } from './atomic-write.ts';
import { BANLIST, readBanlistText } from './banlist-file.ts';
import { ConfigError } from './config-error.ts';

/** A state of the file. Equal ids: nobody has written it in between. */
export interface FileState {
  id: string;
  bytes: number;
  mtimeMs: number;
}

/** The sweep of the start removes what ends so. */
const FORMER = '.former.writing';
const NO_FILE = Symbol('no file');

/**
 * Banlist.json as the game thread holds it: knows when somebody else has written it, and can take its own last
 * write back without needing space on the disk. For use under the lock of the file.
 */
export class BanlistOnDisk {
  readonly #file: string;
  /** The state that was read or written last; undefined while there was no file. */
  #known: string | undefined;
  /** The second name of the file that was replaced, until the new one is kept or taken back. */
  #former: string | typeof NO_FILE | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** The file as it is now; undefined where there is none. */
  state(): FileState | undefined {
    const found = statSync(this.#file, { bigint: true, throwIfNoEntry: false });
    if (found === undefined) return undefined;
    const { dev, ino, size, mtimeNs, ctimeNs } = found;
    return {
      id: [dev, ino, size, mtimeNs, ctimeNs].join(' '),
      bytes: Number(size),
      mtimeMs: Number(mtimeNs / 1_000_000n),
    };
  }

  isKnown(state: FileState | undefined): boolean {
    return state?.id === this.#known;
  }

  /** Says that the bans in force are those of the file in this state. */
  know(state: FileState | undefined): void {
    this.#known = state?.id;
  }

  /** The text of the file in a state; undefined when it is in another by now. Throws an UnreadableFileError. */
  read({ id }: FileState): string | undefined {
    const text = readBanlistText(this.#file);
    return this.state()?.id === id ? text : undefined;
  }

  /**
   * Writes the file over the one that is known; durable on return. Whatever it throws, the file is as it was. The file
   * that it replaces keeps a second name until `keep` or `takeBack`.
   */
  replace(content: Uint8Array): void {
    this.#replace(content, this.#known, `${this.#file}${FORMER}`);
  }

  /** Writes the file over one in a state that was not taken over, which keeps the name `aside`. */
  replaceUnread(content: Uint8Array, state: FileState | undefined, aside: string): void {
    this.#replace(content, state?.id, aside);
    this.#former = undefined;
  }

  /** Keeps what `replace` wrote. */
  keep(): void {
    if (typeof this.#former === 'string') removeLeftover(this.#former);
    this.#former = undefined;
  }

  /** Puts the file that `replace` replaced back in its place. Needs no space: it is one rename. */
  takeBack(): void {
    if (this.#former === undefined) return;
    if (this.#former === NO_FILE) rmSync(this.#file, { force: true });
    else {
      renameSync(this.#former, this.#file);
      rmSync(this.#former, { force: true }); // a rename between two names of one file leaves both
    }
    this.#former = undefined;
    flushFolder(dirname(this.#file));
    this.know(this.state());
  }

  #replace(content: Uint8Array, expected: string | undefined, former: string): void {
    const before = this.state();
    if (before?.id !== expected) throw new ConfigError(`${BANLIST} was edited at the same moment; try again`);
    rmSync(former, { force: true });
    if (before !== undefined) linkOrCopy(this.#file, former);
    this.#former = before === undefined ? NO_FILE : former;
    try {
      writeFileAtomically(this.#file, content);
    } catch (error) {
      this.takeBack();
      throw error;
    }
    const after = this.state();
    if (after?.bytes === content.length) this.know(after); // otherwise it was edited since, and is read next
  }
}

/** Best effort: the next write or the sweep of the start removes it. */
function removeLeftover(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // It is in nobody's way.
  }
}
