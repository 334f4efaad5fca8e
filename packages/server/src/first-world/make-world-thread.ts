import { parentPort, workerData } from 'node:worker_threads';
import { readSaveFolder, SaveError } from '@palisade/save';
import { importSave, loadCatalogue, makeDemoWorld } from '@palisade/world';
import { createStore } from '../store/store.ts';
import type { MakeWorldData, MakeWorldReply, Origin } from './make-world.ts';

const { origin, file } = workerData as MakeWorldData;
parentPort?.postMessage(await make(origin));

async function make(origin: Origin): Promise<MakeWorldReply> {
  const catalogue = loadCatalogue();
  const nowMs = Date.now();
  if (origin.from === 'demo') {
    const { world, banlist } = makeDemoWorld({ catalogue, seed: origin.seed, nowMs, sizes: origin.sizes });
    createStore(file, world);
    return { banlist, warnings: [] };
  }
  try {
    const save = await readSaveFolder(origin.folder);
    createStore(file, importSave(save, { catalogue, nowMs, seed: origin.seed }));
    return { banlist: undefined, warnings: save.warnings };
  } catch (error) {
    if (error instanceof SaveError) return { refused: `${origin.folder}: ${error.message}` };
    throw error;
  }
}
