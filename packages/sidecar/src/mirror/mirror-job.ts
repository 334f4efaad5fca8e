import { job } from '@palatine/platform/job';
import { loadCatalogue } from '@palatine/world/catalogue';
import type { ImportThreadCalls, ThreadReply } from './import-in-thread.ts';
import { SaveImporter } from './save-importer.ts';

// The job runs for many saves, since it keeps the records of the last: only differences are sent.
job<string, void, ImportThreadCalls>(async (catalogue, { next }) => {
  const importer = new SaveImporter(loadCatalogue({ overlay: catalogue }));
  let reply: ThreadReply | undefined;
  for (;;) {
    const request = await next(reply);
    if (request === undefined) return;
    if (request.type === 'import') reply = await importer.import(request.request);
    else reply = { type: 'part', part: importer.nextPart() };
  }
});
