/**
 * A save file that cannot be used: absent, truncated, of another kind, or damaged beyond one record.
 * The only error that reading a save folder throws.
 */
export class SaveError extends Error {
  /** Path of the file inside the save folder, with forward slashes. */
  readonly file: string;
  /** Where in the file: a property path such as `worldSaveData.GroupSaveDataMap[3]`, or ''. */
  readonly place: string;
  /** What was wrong, without file and place. */
  readonly reason: string;

  constructor(file: string, place: string, reason: string, options?: ErrorOptions) {
    super(place === '' ? `${file}: ${reason}` : `${file}: ${place}: ${reason}`, options);
    this.name = 'SaveError';
    this.file = file;
    this.place = place;
    this.reason = reason;
  }
}

/** Bytes that do not fit the format. It stays inside this package: it ends as a warning or a `SaveError`. */
export class CorruptDataError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Damage';
  }
}

const LONGEST_QUOTE = 60;

/** A text of a file for a message: quoted, and short whatever the file says. */
export function quoted(text: string): string {
  return JSON.stringify(text.length <= LONGEST_QUOTE ? text : `${text.slice(0, LONGEST_QUOTE)}…`);
}
