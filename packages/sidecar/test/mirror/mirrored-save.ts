import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Clock, systemClock } from '@palatine/platform/clock';
import { readSaveFolder } from '@palatine/save/read-save-folder';
import type { SaveWorld } from '@palatine/save/save-types';
import { aFolder, twoPlayersOneCamp, writeSaveFolder } from '@palatine/save/testing';
import { loadCatalogue } from '@palatine/world/catalogue';
import { importSave } from '@palatine/world/import-save';
import { type AppliedSync, MirrorStage } from '@palatine/world/mirror';
import { MIRRORED_TABLES, type MirrorPart } from '@palatine/world/mirror-part';
import type { Account } from '@palatine/world/model';
import { World } from '@palatine/world/world';
import { SaveMirror, type SaveMirrorOptions } from '../../src/mirror/mirror.ts';

const catalogue = loadCatalogue();

/** The clock of the machine, but that waiting takes a fiftieth of its time. The limit of an import stays. */
const HASTE = 50;
const MAX_WAIT_MS = 60_000;
const hastyClock: Clock = {
  ...systemClock,
  after: (ms, work) => systemClock.after(ms < MAX_WAIT_MS ? ms / HASTE : ms, work),
  every: (ms, work) => systemClock.every(ms / HASTE, work),
};

/** Mirrors a synthetic save, or a copy of the folder `from`; nothing is read before the mirror is started or called. */
export async function aMirroredSave({
  save = twoPlayersOneCamp(),
  from,
  ...options
}: { save?: SaveWorld; from?: string } & Partial<SaveMirrorOptions> = {}) {
  const root = await aFolder();
  const folder = join(root.path, 'world');
  if (from === undefined) await writeSaveFolder(folder, save, { era: 'D' });
  else cpSync(from, folder, { recursive: true, mode: 0 });
  const world = new World({ name: '', origin: 'save', createdAtMs: 0, seed: 0 });
  const stage = new MirrorStage();
  const [applied, parts, problems]: [AppliedSync[], MirrorPart[], string[]] = [[], [], []];
  let refusal: Error | undefined;
  const mirror = new SaveMirror({
    folder,
    catalogueFolder: join(root.path, 'no catalogue'),
    clock: hastyClock,
    settleMs: 500,
    everyMs: 5000,
    report: (problem) => problems.push(problem),
    async send(part) {
      if (refusal !== undefined) throw refusal;
      parts.push(part);
      let sync: AppliedSync | undefined;
      do sync = stage.take(world, structuredClone(part));
      while (part.last !== undefined && sync === undefined);
      if (sync === undefined) return;
      applied.push(sync);
      world.clearJournal();
    },
    ...options,
  });
  return {
    ...{ folder, mirror, world, problems },
    /** Applied syncs, oldest first. */
    applied,
    /** Sent parts. */
    parts,
    /** Makes the game refuse parts. */
    refuse(error: Error | undefined) {
      refusal = error;
    },
    async [Symbol.asyncDispose]() {
      await mirror.stop();
      await root[Symbol.asyncDispose]();
    },
  };
}

/** Writes a file as the game does: beside its target, and then renamed. */
export function replaceFile(folder: string, path: string, bytes: Uint8Array): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.tmp`, bytes);
  renameSync(`${file}.tmp`, file);
}

/** Packed files of a synthetic save. */
export async function packedFiles(save: SaveWorld): Promise<Map<string, Buffer>> {
  await using folder = await aFolder();
  await writeSaveFolder(folder.path, save, { era: 'D' });
  const players = readdirSync(join(folder.path, 'Players')).map((name) => `Players/${name}`);
  const files = new Map<string, Buffer>();
  for (const path of ['Level.sav', 'LevelMeta.sav', ...players]) {
    files.set(path, await readFile(join(folder.path, path)));
  }
  return files;
}

/** Saves as the game does, one file after another. */
export async function autosave(folder: string, save: SaveWorld): Promise<void> {
  for (const [path, bytes] of await packedFiles(save)) replaceFile(folder, path, bytes);
}

/** A record without what a service itself has observed of an account. */
function ofSave(record: object): object {
  const { playedMs: _, formerNames: __, addresses: ___, ...saved } = record as Partial<Account>;
  return saved;
}

/** Asserts that a world equals an import of a save folder. */
export async function assertMirrors(world: World, folder: string): Promise<void> {
  const save = await readSaveFolder(folder);
  const imported = importSave(save, { catalogue, nowMs: 0, seed: 1 });
  for (const name of MIRRORED_TABLES) {
    const [found, expected] = [world, imported].map(
      (source) =>
        new Map<string, object>([...source[name].entries()].map(([key, record]) => [key, ofSave(record)])),
    );
    assert.deepEqual(found, expected, name);
  }
  assert.deepEqual(new Map(world.locations.entries()), new Map(imported.locations.entries()));
}

/** The synthetic save in which everybody has these levels, and Zoe these technology points. */
export function aSaveOf({ level, points = 0 }: { level: number; points?: number }): SaveWorld {
  const save = twoPlayersOneCamp();
  return {
    ...save,
    characters: save.characters.map((character) => ({ ...character, level })),
    players: save.players.map((player) => ({ ...player, technologyPoints: points })),
  };
}
