import { parentPort, workerData } from 'node:worker_threads';
import type { Banlist } from '@palatine/contract';
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

function store(world: World, demoBans?: Banlist): void {
  onWorldFile(file, () => {
    createStore(file, world, (done, of) => report({ doing: 'storing the world', done, of }), demoBans);
  });
}

async function createWorld(origin: Origin): Promise<MakeWorldReply> {
  const catalogue = openCatalogue({ catalogue: catalogueFolder });
  const nowMs = Date.now();
  if (origin.from === 'demo') {
    report({ doing: 'making the demo world' });
    const { world, banlist } = makeDemoWorld({ catalogue, seed: origin.seed, nowMs, sizes: origin.sizes });
    store(world, banlist);
    return { banlist, warnings: [] };
  }
  try {
    report({ doing: 'reading the save' });
    const save = await readSaveFolder(origin.folder, { allWarnings: origin.allWarnings ?? false });
    report({ doing: 'filling the world' });
    store(importSave(save, { catalogue, nowMs, seed: origin.seed, name: origin.name }));
    return { banlist: undefined, warnings: save.warnings };
  } catch (error) {
    if (error instanceof SaveError) return { refused: `${origin.folder}: ${error.message}` };
    throw error;
  }
}
