import { parentPort, workerData } from 'node:worker_threads';
import { openCatalogue } from '../data-folder/catalogue.ts';
import type { ImportThreadData, ThreadReply, ThreadRequest } from './import-in-thread.ts';
import { SaveImporter } from './save-importer.ts';

/** The thread that imports saves for a mirror. It answers every request but `confirm` and `end` with one reply. */

const { catalogueFolder } = workerData as ImportThreadData;
const importer = new SaveImporter(openCatalogue({ catalogue: catalogueFolder }));

function reply(message: ThreadReply): void {
  parentPort?.postMessage(message);
}

async function take(request: ThreadRequest): Promise<void> {
  if (request.type === 'import') reply(await importer.import(request.request));
  if (request.type === 'nextPart') reply({ type: 'part', part: importer.nextPart() });
  if (request.type === 'confirm') importer.confirm();
  if (request.type === 'end') parentPort?.close();
}

// What it throws ends the thread.
parentPort?.on('message', (request: ThreadRequest) => void take(request));
reply({ type: 'ready' });
