/** Bounds of reading a save by its size on disk, since anybody may have made it (decision 0003). */
export const SAVE_LIMITS = {
  /** A file, and the same file unpacked. The largest known, a dimension storage, has 73 MB. */
  fileBytes: 1024 ** 3,
  /** Unpacked bytes for each byte of a file. Real files: up to 16 in Level.sav, 3 in player files. */
  unpackedBytesPerByte: 64,
  /** Unpacked bytes beyond that, for the files of a folder together. */
  spareUnpackedBytes: 96 * 1024 ** 2,
  /** Values for each byte of a file. Real folders: up to 0.08. */
  valuesPerByte: 1,
  /** Values beyond that, for the files of a folder together. */
  spareValues: 200_000,
  /** Values granted per record: a character, a container, a map object … has about as many texts and lists. */
  valuesPerRecord: 10,
  /** UTF-16 units of a text; the rest is cut. Ids have up to 60, and callers of the service may send 256. */
  textUnits: 256,
  unitsPerValue: 32,
  /** Entries of Players/, of any kind. A player has two files since 1.0. */
  playersEntries: 50_000,
  /** All files of a folder together. */
  folderBytes: 2 * 1024 ** 3,
} as const;

/** A bound that grows with the size of each file, and a spare amount that all files of a folder share. */
export function allowance(perByte: number, spare: number) {
  let left = spare;
  return {
    limitFor: (fileBytes: number) => fileBytes * perByte + left,

    /** Takes what a file used beyond the factor from the spare amount. */
    spend(fileBytes: number, used: number): void {
      left = Math.max(0, left - Math.max(0, used - fileBytes * perByte));
    },
  };
}
