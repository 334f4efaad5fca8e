import { ReadJob } from '../read/open-save.ts';
import { readSaveFile } from '../read/read-file.ts';

/** Unpacks one .sav file without parsing it. Throws `SaveError`. */
export async function readGvas(path: string) {
  const read = await readSaveFile(new ReadJob(), path, path, ({ bytes }) => Buffer.from(bytes));
  return { container: read.container, gvas: read.value };
}
