import {
  type EditedFile,
  type OpenSave,
  type OpenSaveFile,
  packInBackground,
  unpackSave,
  writtenContainer,
} from '@palatine/save';

/** The files of a save with the edited ones in their places. */
export function withEdited(files: OpenSave, edited: readonly EditedFile[]): OpenSave {
  const after = new Map(files);
  for (const { path, gvas } of edited) after.set(path, { ...fileOf(files, path), gvas });
  return after;
}

/**
 * Packs the edited files, each in the container that its file is written in, and unpacks them again.
 * @returns the bytes of the files by path. Throws an Error when unpacking gives other bytes.
 */
export async function packEdited(
  files: OpenSave,
  edited: readonly EditedFile[],
): Promise<ReadonlyMap<string, Buffer>> {
  const packed = new Map<string, Buffer>();
  for (const { path, gvas } of edited) {
    const bytes = await packInBackground(gvas, writtenContainer(path, fileOf(files, path).container));
    if (
      unpackSave(new Map([[path, bytes]]))
        .get(path)
        ?.gvas.equals(gvas) !== true
    ) {
      throw new Error(`${path}: packing changed its bytes`);
    }
    packed.set(path, bytes);
  }
  return packed;
}

function fileOf(files: OpenSave, path: string): OpenSaveFile {
  const file = files.get(path);
  if (file === undefined) throw new Error(`an edit made the file ${path}, which was not read`);
  return file;
}
