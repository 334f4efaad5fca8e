import { parentPort, workerData } from 'node:worker_threads';
import { readSaveFolder, SaveError } from '@palatine/save';
import { importSave, makeDemoWorld, type World } from '@palatine/world';
import { openCatalogue } from '../data-folder/catalogue.ts';
import { recordsDigest } from '../store/base-save.ts';
import { type CreateOptions, createStore } from '../store/store.ts';
import { onWorldFile } from '../store/world-file-error.ts';
import { keptSave, notKept } from './kept-save.ts';
import type { MakeWorldData, MakeWorldReply, Origin, Progress } from './make-world.ts';

const { origin, file, catalogueFolder } = workerData as MakeWorldData;
parentPort?.postMessage(await createWorld(origin));

function report(progress: Progress): void {
  parentPort?.postMessage({ progress } satisfies MakeWorldReply);
}

function store(world: World, options: CreateOptions): void {
  onWorldFile(file, () => {
    const onProgress = (done: number, of: number) => report({ doing: 'storing the world', done, of });
    createStore(file, world, { ...options, onProgress });
  });
}

async function createWorld(origin: Origin): Promise<MakeWorldReply> {
  const catalogue = openCatalogue({ catalogue: catalogueFolder });
  const nowMs = Date.now();
  if (origin.from === 'demo') {
    report({ doing: 'making the demo world' });
    const { world, banlist } = makeDemoWorld({ catalogue, seed: origin.seed, nowMs, sizes: origin.sizes });
    store(world, { demoBans: banlist });
    return { banlist, warnings: [] };
  }
  try {
    report({ doing: 'reading the save' });
    const kept = keptSave();
    const { onFile } = kept;
    const save = await readSaveFolder(origin.folder, { allWarnings: origin.allWarnings ?? false, onFile });
    report({ doing: 'filling the world' });
    const files = kept.files();
    const warnings = files ? save.warnings : [...save.warnings, notKept()];
    const world = importSave(
      { ...save, warnings },
      { catalogue, nowMs, seed: origin.seed, name: origin.name },
    );
    const base = files && { atMs: nowMs, folder: origin.folder, records: recordsDigest(world), files };
    store(world, { base });
    return { banlist: undefined, warnings };
  } catch (error) {
    if (error instanceof SaveError) return { refused: `${origin.folder}: ${error.message}` };
    throw error;
  }
}
