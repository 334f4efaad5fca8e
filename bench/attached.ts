import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inflateSync } from 'node:zlib';
import type { ProgressionReply } from '@palatine/contract';
import type { SaveEdit } from '@palatine/save/edits';
import { pack } from '@palatine/save/pack';
import { patchSave } from '@palatine/save/patch-save';
import { openSave } from '@palatine/save/read-save-folder';
import { get, load } from './load.ts';
import {
  type Column,
  inTurns,
  newDataFolder,
  newFolder,
  printTable,
  type Row,
  type Scale,
  saveFolders,
  startBare,
  startPalatine,
} from './shared.ts';

/** The files have to stand still for so long before they are read. */
const SETTLE_SECONDS = 0.5;
const SERVED_WITHIN_MS = 60_000;
/** Between two looks whether an autosave is served. */
const LOOK_MS = 10;
const PER_SECOND = 50;
const VERSION = '/v1/pdapi/version';
const PACKED_HEADER_BYTES = 12;

/** A save in which the game saves from time to time. */
interface PlayedSave {
  folder: string;
  /** The player whose technology points count the autosaves. */
  uid: string;
  /** Changes every Pal and that player, and puts the files in place, Level.sav last. @returns the paths. */
  autosave(points: number): string[];
}

interface Figures {
  servedSeconds: number;
  p50Ms: number;
  p99Ms: number;
}

const COLUMNS: readonly Column<Figures>[] = [
  ['served after s', ({ servedSeconds }) => servedSeconds],
  ['/version p50 ms', ({ p50Ms }) => p50Ms],
  ['p99 ms', ({ p99Ms }) => p99Ms],
];

/**
 * From an autosave of the game to the response that shows it, and what other requests notice of it. The baseline reads and
 * inflates the files of the autosave, and answers the requests by node:http.
 */
export async function benchAttached(scale: Scale): Promise<void> {
  const rows: Row<Figures>[] = [];
  for (const [name, from] of Object.entries(await saveFolders({ ...scale, realSaves: 1 }))) {
    const save = await playedSave(from);
    await using palatine = await startPalatine(attachedDataFolder(save.folder));
    await untilServed(palatine.port, save.uid, () => true);
    await using bare = await startBare({ [VERSION]: String(await get(palatine.port, VERSION)) });
    const requests = [{ path: VERSION }];
    const options = { requests, connections: 8, forMs: scale.roundMs, perSecond: PER_SECOND };
    let points = 10_000;
    let written: string[] = [];
    const turns = await inTurns(scale.repeats, {
      palatine: {
        async measure() {
          points += 1;
          written = save.autosave(points);
          const startedAt = performance.now();
          const [figures, servedAt] = await Promise.all([
            load(palatine, options),
            untilServed(palatine.port, save.uid, (shownPoints) => shownPoints === points),
          ]);
          return { ...figures, servedSeconds: (servedAt - startedAt) / 1000 };
        },
      },
      bare: {
        async measure() {
          const startedAt = performance.now();
          for (const path of written)
            inflateSync(readFileSync(join(save.folder, path)).subarray(PACKED_HEADER_BYTES));
          const servedSeconds = (performance.now() - startedAt) / 1000;
          return { ...(await load(bare, options)), servedSeconds };
        },
      },
    });
    rows.push({ name: `${name}, bare`, measured: turns.bare });
    rows.push({ name: '  Palatine', measured: turns.palatine, baseline: turns.bare });
  }
  printTable(`An autosave, ${SETTLE_SECONDS} s of settling included`, COLUMNS, rows);
}

/** Copies a save below the folders in which a game server keeps it. */
async function playedSave(from: string): Promise<PlayedSave> {
  const folder = join(newFolder(), 'SaveGames', '0', '2B1A0CC1A1614048B76A4CE931342C8F');
  mkdirSync(folder, { recursive: true });
  cpSync(from, folder, { recursive: true });
  const { files, save } = await openSave(folder);
  const [player] = save.players;
  if (player === undefined) throw new Error(`${from} holds no player`);
  const pals = save.characters.filter(({ isPlayer }) => !isPlayer);
  const newId = () => {
    throw new Error('an autosave makes nothing new');
  };
  return {
    folder,
    uid: player.uid,
    autosave(points) {
      const edits: SaveEdit[] = pals.map(({ instanceId }) => ({
        kind: 'changeCharacter',
        instanceId,
        fields: { stomach: 100 + (points % 50) },
      }));
      edits.push({ kind: 'playerFile', file: player.file, technologyPoints: points });
      const changed = patchSave(files, edits, { newId, nowMs: Date.now() });
      const paths = changed.map(({ path }) => path).sort((a, b) => (a < b ? 1 : -1)); // Players/… before Level.sav
      for (const { path, gvas } of changed) writeFileSync(join(folder, `${path}.tmp`), pack(gvas, 'PlZ1'));
      for (const path of paths) renameSync(join(folder, `${path}.tmp`), join(folder, path));
      return paths;
    },
  };
}

/** A data folder that is attached to a save; nothing answers at the REST address. */
function attachedDataFolder(SaveFolder: string): string {
  const data = newDataFolder({
    'Config.json': { playerResolution: 'Known' },
    'Server.json': {
      SaveFolder,
      Rest: { Url: 'http://127.0.0.1:1', PasswordFile: 'password' },
      Polls: { SettleSeconds: SETTLE_SECONDS },
    },
  });
  writeFileSync(join(data, 'password'), 'bench');
  return data;
}

/** Waits until the technology points of a player are as they should be. @returns when they were seen. */
async function untilServed(
  port: number,
  uid: string,
  isServed: (points: number) => boolean,
): Promise<number> {
  const endMs = performance.now() + SERVED_WITHIN_MS;
  while (performance.now() < endMs) {
    const body = await get(port, `/v1/pdapi/progression/${uid}`).catch(() => undefined); // not known yet
    if (body !== undefined) {
      const { Progression } = JSON.parse(String(body)) as ProgressionReply;
      if (isServed(Progression.Currencies.technologyPoints)) return performance.now();
    }
    await delay(LOOK_MS);
  }
  throw new Error(`an autosave was not served within ${SERVED_WITHIN_MS / 1000} s`);
}
