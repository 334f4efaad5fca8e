import { parentPort, workerData } from 'node:worker_threads';
import { readSaveFolder, SaveError } from '@palatine/save';
import { importSave, makeDemoWorld, type World } from '@palatine/world';
import { openCatalogue } from '../data-folder/catalogue.ts';
import { createStore } from '../store/store.ts';
import { onWorldFile } from '../store/world-file-error.ts';
import type { MakeWorldData, MakeWorldReply, Origin, Progress } from './make-world.ts';

const { origin, file, catalogueFolder } = workerData as MakeWorldData;
parentPort?.postMessage(await createWorld(origin));

function report(progress: Progress): void {
  parentPort?.postMessage({ progress } satisfies MakeWorldReply);
}

function store(world: World): void {
  onWorldFile(file, () => {
    createStore(file, world, (done, of) => report({ doing: 'storing the world', done, of }));
  });
}

async function createWorld(origin: Origin): Promise<MakeWorldReply> {
  const catalogue = openCatalogue({ catalogue: catalogueFolder });
  const nowMs = Date.now();
  if (origin.from === 'demo') {
    report({ doing: 'making the demo world' });
    const { world, banlist } = makeDemoWorld({ catalogue, seed: origin.seed, nowMs, sizes: origin.sizes });
    store(world);
    return { banlist, warnings: [] };
  }
  try {
    report({ doing: 'reading the save' });
    const save = await readSaveFolder(origin.folder);
    report({ doing: 'filling the world' });
    store(importSave(save, { catalogue, nowMs, seed: origin.seed }));
    return { banlist: undefined, warnings: save.warnings };
  } catch (error) {
    if (error instanceof SaveError) return { refused: `${origin.folder}: ${error.message}` };
    throw error;
  }
}
