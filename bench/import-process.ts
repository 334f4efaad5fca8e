import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readGvas, readSaveFolder } from '@palatine/save';

/** Imports or decompresses one save folder in a fresh process. */

export interface ImportFigures {
  /** Without the start of the process. */
  seconds: number;
  /** Peak resident memory of the process. */
  peakBytes: number;
  /** Only of a decompression. */
  fileBytes?: number;
  gvasBytes?: number;
}

const [work, folder = '', file = ''] = process.argv.slice(2);
const figures = work === 'import' ? await importFolder() : await decompressFolder();
const peakBytes = process.resourceUsage().maxRSS * 1024;
process.stdout.write(JSON.stringify({ ...figures, peakBytes } satisfies ImportFigures));

/** The work of maintenance/make-world-worker.ts on a save. */
async function importFolder() {
  const { importSave, loadCatalogue } = await import('@palatine/world');
  const { createStore } = await import('@palatine/server/store/store.ts');
  const { recordsDigest } = await import('@palatine/server/store/base-save.ts');
  const { keptSave } = await import('@palatine/server/maintenance/kept-save.ts');
  const begunAt = performance.now();
  const catalogue = loadCatalogue();
  const kept = keptSave();
  const save = await readSaveFolder(folder, { onFile: kept.onFile });
  const world = importSave(save, { catalogue, nowMs: Date.now(), seed: 1 });
  const files = kept.files();
  const base = files && { atMs: Date.now(), folder, records: recordsDigest(world), files };
  createStore(file, world, { base });
  return { seconds: (performance.now() - begunAt) / 1000 };
}

/** The minimum work of any import: reads and unpacks the files that an import reads. */
async function decompressFolder() {
  const begunAt = performance.now();
  let fileBytes = 0;
  let gvasBytes = 0;
  for (const path of filesOf(folder)) {
    const { gvas, fileBytes: packed } = await readGvas(path);
    fileBytes += packed;
    gvasBytes += gvas.length;
  }
  return { seconds: (performance.now() - begunAt) / 1000, fileBytes, gvasBytes };
}

function filesOf(save: string): string[] {
  return readdirSync(save, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^(Level|LevelMeta|Players[\\/][0-9A-Fa-f]{32})\.sav$/.test(name))
    .map((name) => join(save, name));
}
