import { chmodSync, cpSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { readSaveFolder } from '@palatine/save/read-save-folder';
import {
  deflatedCopy,
  inTurns,
  newFolder,
  printTable,
  type Row,
  RUN_COLUMNS,
  type Run,
  runNode,
  runPalatine,
  type Scale,
  saveFolders,
} from './shared.ts';

const HOUR_MS = 3_600_000;

/** The least work of an edit: reads and inflates the files, deflates and writes Level.sav. */
const REPACK = `const { readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { deflateSync, inflateSync } = require('node:zlib');
const folder = process.argv[1];
for (const name of readdirSync(folder)) {
  const gvas = inflateSync(readFileSync(folder + '/' + name));
  if (name === 'Level.sav') writeFileSync(folder + '/' + name, deflateSync(gvas));
}`;

/** Tried in turn: a save of a game before 1.0 takes no experience. */
const EDITS = [
  ['exp', '--amount', '100'],
  ['points', '--technology', '1'],
] as const;
const MAX_PLAYERS_TRIED = 3;

/** Progress given to a player of a save folder, against a process that only inflates and deflates the same bytes. */
export async function benchSaveEdit(scale: Scale): Promise<void> {
  const rows: Row<Run>[] = [];
  for (const [name, folder] of Object.entries(await saveFolders(scale))) {
    const edit = await possibleEdit(folder);
    if (edit === undefined) {
      process.stdout.write(`\n${name} is left out: every edit of it is refused.\n`);
      continue;
    }
    const deflated = await deflatedCopy(folder);
    const turns = await inTurns(scale.repeats, {
      repack: { measure: () => runNode('-e', REPACK, deflated) },
      edit: { measure: () => editCopy(folder, edit) },
    });
    rows.push({ name: `${name}, inflated and deflated`, measured: turns.repack });
    rows.push({ name: `  save ${edit[0]}`, measured: turns.edit, baseline: turns.repack });
  }
  printTable('Edit of a save', RUN_COLUMNS, rows);
}

/** The first of EDITS that some player takes: the words after `palatine save`. */
async function possibleEdit(folder: string): Promise<string[] | undefined> {
  const players = (await readSaveFolder(folder)).players.slice(0, MAX_PLAYERS_TRIED);
  for (const [command, ...flags] of EDITS) {
    for (const { uid } of players) {
      const edit = [command, '--player', uid, ...flags];
      const run = await editCopy(folder, [...edit, '--dry-run']).catch(() => undefined); // refused
      if (run !== undefined) return edit;
    }
  }
  return undefined;
}

function editCopy(folder: string, edit: readonly string[]): Promise<Run> {
  return runPalatine('save', ...edit, '--save', settledCopy(folder), '--data', newFolder());
}

/** A copy that looks as if the game had written it an hour ago: a save that may be in use is not edited. */
function settledCopy(folder: string): string {
  const copy = join(newFolder(), 'world');
  cpSync(folder, copy, { recursive: true });
  const then = new Date(Date.now() - HOUR_MS);
  for (const { name, parentPath } of readdirSync(copy, { recursive: true, withFileTypes: true })) {
    chmodSync(join(parentPath, name), 0o755); // the real saves may be read-only
    utimesSync(join(parentPath, name), then, then);
  }
  return copy;
}
