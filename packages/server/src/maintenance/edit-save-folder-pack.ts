import {
  type EditedFile,
  type OpenSave,
  type OpenSaveFile,
  packInBackground,
  writtenContainer,
} from '@palatine/save';

/** The files of a save with the edited ones in their places. */
export function withEdited(files: OpenSave, edited: readonly EditedFile[]): OpenSave {
  const after = new Map(files);
  for (const { path, gvas } of edited) after.set(path, { ...fileOf(files, path), gvas });
  return after;
}

/** Packs the edited files, each in the container that its file is written in. @returns their bytes by path. */
export async function packEdited(
  files: OpenSave,
  edited: readonly EditedFile[],
): Promise<ReadonlyMap<string, Buffer>> {
  const entries = await Promise.all(
    edited.map(async ({ path, gvas }): Promise<[string, Buffer]> => {
      const container = writtenContainer(path, fileOf(files, path).container);
      return [path, await packInBackground(gvas, container)];
    }),
  );
  return new Map(entries);
}

function fileOf(files: OpenSave, path: string): OpenSaveFile {
  const file = files.get(path);
  if (file === undefined) throw new Error(`an edit made the file ${path}, which was not read`);
  return file;
}
