import { BASE_BYTES, keptSave, recordsDigest } from '@palatine/engine/base-states';
import { writeDemoHistory } from '@palatine/engine/demo-history';
import { onWorldFile } from '@palatine/engine/open-world-file';
import { createStore } from '@palatine/engine/store';
import { ConfigError } from '@palatine/platform/config-error';
import { job } from '@palatine/platform/job';
import { LEVEL } from '@palatine/save/folder-files';
import { SaveError } from '@palatine/save/save-error';
import { noteOf, type SaveNote } from '@palatine/save/save-types';
import { loadCatalogue } from '@palatine/world/catalogue';
import { makeDemoWorld } from '@palatine/world/demo';
import { makeDemoPast } from '@palatine/world/demo-past';
import type { DraftedWorld, MakeWorldInput, ProgressCalls } from './make-world.ts';

const TOO_LARGE =
  `the files of the save have more than ${BASE_BYTES / 1024 ** 2} MiB together, so no copy of them is kept: ` +
  'palatine save apply cannot write changes of this world into the save';
const NOT_KEPT: SaveNote = { file: LEVEL, place: '', message: TOO_LARGE };

job<MakeWorldInput, DraftedWorld, ProgressCalls>(async (input, calls) => {
  const { origin, file, history, catalogueFolder } = input;
  const catalogue = loadCatalogue({ overlay: catalogueFolder });
  const nowMs = Date.now();
  const onProgress = (done: number, of: number) =>
    void calls.progress({ doing: 'storing the world', done, of });
  if (origin.from === 'demo') {
    void calls.progress({ doing: 'creating the demo world' });
    const { world, banlist } = makeDemoWorld({ catalogue, seed: origin.seed, nowMs, sizes: origin.sizes });
    // A world of given sizes is for tests and measurements, which have to know what is in it.
    const isStandard = Object.keys(origin.sizes).length === 0;
    const past = isStandard && history !== undefined ? makeDemoPast(world, banlist, nowMs) : undefined;
    const store = { demoBans: banlist, audit: past?.audit, onProgress };
    onWorldFile(file, () => createStore(file, world, store));
    if (past === undefined || history === undefined) return { banlist, warnings: [] };
    writeDemoHistory(history, `demo ${new Date(nowMs).toISOString()}`, past.sessions, nowMs);
    const demo = { name: world.info.name, players: world.accounts.size, guilds: world.guilds.size };
    return { banlist, demo, warnings: [] };
  }
  try {
    void calls.progress({ doing: 'reading the save' });
    const { readSaveFolder } = await import('@palatine/save/read-save-folder');
    const { importSave } = await import('@palatine/world/import-save');
    const gathered = keptSave();
    const { onFile } = gathered;
    const save = await readSaveFolder(origin.folder, { allWarnings: origin.allWarnings ?? false, onFile });
    void calls.progress({ doing: 'filling the world' });
    const files = gathered.files();
    const notes = files ? [] : [NOT_KEPT];
    const world = importSave(save, { catalogue, nowMs, seed: origin.seed, name: origin.name, notes });
    const base = files && { atMs: nowMs, folder: origin.folder, records: recordsDigest(world), files };
    onWorldFile(file, () => createStore(file, world, { base, onProgress }));
    return { banlist: undefined, warnings: [...save.warnings.map(noteOf), ...notes] };
  } catch (error) {
    if (error instanceof SaveError) throw new ConfigError(`${origin.folder}: ${error.message}`);
    throw error;
  }
});
