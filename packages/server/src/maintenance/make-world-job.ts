import { readSaveFolder, SaveError } from '@palatine/save';
import { importSave, makeDemoWorld } from '@palatine/world';
import { openCatalogue } from '../data-folder/catalogue.ts';
import { ConfigError } from '../data-folder/config-error.ts';
import { job } from '../jobs/job.ts';
import { recordsDigest } from '../store/base-save.ts';
import { createStore } from '../store/store.ts';
import { onWorldFile } from '../store/world-file-error.ts';
import { keptSave, notKept } from './kept-save.ts';
import type { DraftedWorld, MakeWorldInput, ProgressCalls } from './make-world.ts';

job<MakeWorldInput, DraftedWorld, ProgressCalls>(async ({ origin, file, catalogueFolder }, calls) => {
  const catalogue = openCatalogue({ catalogue: catalogueFolder });
  const nowMs = Date.now();
  const onProgress = (done: number, of: number) =>
    void calls.progress({ doing: 'storing the world', done, of });
  if (origin.from === 'demo') {
    void calls.progress({ doing: 'making the demo world' });
    const { world, banlist } = makeDemoWorld({ catalogue, seed: origin.seed, nowMs, sizes: origin.sizes });
    onWorldFile(file, () => createStore(file, world, { demoBans: banlist, onProgress }));
    return { banlist, warnings: [] };
  }
  try {
    void calls.progress({ doing: 'reading the save' });
    const kept = keptSave();
    const { onFile } = kept;
    const save = await readSaveFolder(origin.folder, { allWarnings: origin.allWarnings ?? false, onFile });
    void calls.progress({ doing: 'filling the world' });
    const files = kept.files();
    const warnings = files ? save.warnings : [...save.warnings, notKept()];
    const world = importSave(
      { ...save, warnings },
      { catalogue, nowMs, seed: origin.seed, name: origin.name },
    );
    const base = files && { atMs: nowMs, folder: origin.folder, records: recordsDigest(world), files };
    onWorldFile(file, () => createStore(file, world, { base, onProgress }));
    return { banlist: undefined, warnings };
  } catch (error) {
    if (error instanceof SaveError) throw new ConfigError(`${origin.folder}: ${error.message}`);
    throw error;
  }
});
