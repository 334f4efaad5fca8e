import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { loadWorld } from '@palatine/engine/store';
import type { SaveEdit } from '@palatine/save/edits';
import { pack } from '@palatine/save/pack';
import { patchSave } from '@palatine/save/patch-save';
import { openSave, readSaveFolder } from '@palatine/save/read-save-folder';
import { SOUND } from '@palatine/save/testing';
import { runCommand, succeeds } from './run-cli.ts';
import { aCopyOf, aSaveFolder, type SaveFolder, settle } from './sound-save-folders.ts';
import { startService } from './start-service.ts';

const ITEMS = '000003E8-00000000-00000000-0000ABCD';

export interface Installation {
  readonly save: string;
  readonly data: string;
  readonly above: string;
  readonly server: string;
}

export interface ImportedSave extends Installation, Disposable {
  readonly world: string;
  /** The uid of a player, in 32 digits. */
  readonly zoe: string;
  post(path: string, body: object): Promise<void>;
  grant(items: readonly { ItemID: string; Count: number }[]): Promise<void>;
  /** Changes the save as the game does while it is played, an hour ago: stone is laid into the chest of the guild. */
  gameSaves(edits?: readonly SaveEdit[]): Promise<void>;
  /** Changes the world file, which nobody has open. */
  changeRecords(change: (database: DatabaseSync) => void): void;
}

/** Imports a save, by default the sound one. `using` removes both. */
export async function aWorldOf(saveFolder = aSaveFolder()): Promise<ImportedSave> {
  const installation = installationIn(saveFolder);
  const { save, data } = installation;
  mkdirSync(data);
  writeFileSync(join(data, 'Config.json'), '{"playerResolution":"Known"}');
  await succeeds(['world', 'import', save, '--data', data]);
  return installation;
}

/** A copy of an imported save, as if it had been imported from there. `using` removes it. */
export function aCopyOfWorld({ save, data }: Installation): ImportedSave {
  const copy = installationIn(aCopyOf(save));
  cpSync(data, copy.data, { recursive: true });
  copy.changeRecords((database) => database.prepare('update bases set folder = ?').run(copy.save));
  return copy;
}

function installationIn(saveFolder: SaveFolder): ImportedSave {
  const [save, data] = [saveFolder.folder, join(saveFolder.beside, 'data')];
  const [world, zoe] = [join(data, 'world.db'), SOUND.zoe.replaceAll('-', '')];

  async function post(path: string, body: object): Promise<void> {
    await using service = await startService({ data });
    const response = await service.post(`/v1/pdapi/${path}`, body, {
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(response.status, 200, await response.text());
  }

  return {
    save,
    data,
    above: saveFolder.beside,
    server: join(saveFolder.beside, '..', '..', '..'),
    world,
    zoe,
    post,
    grant: (items) => post(`give/items/${zoe}`, { Items: items }),
    gameSaves: (edits = [STONE_IN_CHEST]) => saveAsGame(save, edits),
    changeRecords(change) {
      using database = new DatabaseSync(world);
      change(database);
    },
    [Symbol.dispose]: () => saveFolder[Symbol.dispose](),
  };
}

const STONE_IN_CHEST: SaveEdit = {
  kind: 'itemContainer',
  containerId: SOUND.chest,
  slots: new Map([[7, { itemId: 'Stone', count: 3, dynamic: null }]]),
};

async function saveAsGame(folder: string, edits: readonly SaveEdit[]): Promise<void> {
  const { files } = await openSave(folder);
  const newId = () => assert.fail('no record is new');
  for (const { path, gvas } of patchSave(files, edits, { newId, nowMs: 0 })) {
    writeFileSync(join(folder, path), pack(gvas, 'PlZ1'));
  }
  settle(folder);
}

interface ApplyAnswer {
  written: boolean;
  save: string;
  files: string[];
  records: { section: string; id: string; change: string }[];
  backup: string | null;
  replayed: boolean;
  rejected: string[];
  notes: string[];
  keptAside: string | null;
  error?: string;
}

export async function applied({ save, data }: Installation, ...more: string[]) {
  const args = ['save', 'apply', '--save', save, '--data', data, ...more, '--json'];
  const { code, stdout, stderr } = await runCommand(args);
  return { code, text: `${stdout}${stderr}`, answer: JSON.parse(stdout) as ApplyAnswer };
}

export async function itemsOfZoe(folder: string): Promise<[string, number][]> {
  return stacksIn(folder, ITEMS);
}

async function stacksIn(folder: string, containerId: string): Promise<[string, number][]> {
  const { itemContainers } = await readSaveFolder(folder);
  const slots = itemContainers.find(({ id }) => id === containerId)?.slots ?? [];
  return slots.filter(({ count }) => count > 0).map(({ itemId, count }) => [itemId, count]);
}

/** The contents of the chest of the guild after `gameSaves`. */
export const CHEST_OF_GAME: [string, number][] = [
  ['Wood', 9],
  ['Stone', 3],
];

export async function chestOf(folder: string): Promise<[string, number][]> {
  return stacksIn(folder, SOUND.chest);
}

export function stonesInWorld({ data }: Installation): number | undefined {
  const { world } = loadWorld(join(data, 'world.db'));
  const slots = Object.values(world.containers.get(SOUND.chest)?.slots ?? {});
  return slots.find(({ itemId }) => itemId === 'Stone')?.count;
}

export function fullInventory(): SaveEdit {
  const stack = { itemId: 'Stone', count: 9999, dynamic: null };
  return {
    kind: 'itemContainer',
    containerId: ITEMS,
    slots: new Map(Array.from({ length: 45 }, (_, slot) => [slot, stack])),
  };
}
