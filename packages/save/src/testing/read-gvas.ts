import type { SaveContainer } from '../format/container.ts';
import { ReadJob } from '../read/open-save.ts';
import { readSaveFile } from '../read/read-file.ts';

/** Unpacks one .sav file without parsing it; `fileBytes` is its packed size. Throws `SaveError`. */
export async function readGvas(
  path: string,
): Promise<{ container: SaveContainer; gvas: Buffer; fileBytes: number }> {
  const job = new ReadJob();
  const { container, fileBytes, value } = await readSaveFile(job, path, path, ({ bytes }) =>
    Buffer.from(bytes),
  );
  return { container, gvas: value, fileBytes };
}
