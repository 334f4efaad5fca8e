/** An unusable save file: absent, truncated, of another kind, or badly damaged. Reading throws no other. */
export class SaveError extends Error {
  /** Path of the file inside the save folder, with forward slashes. */
  readonly file: string;
  /** Place in the file: a property path such as `worldSaveData.GroupSaveDataMap[3]`, or ''. */
  readonly place: string;
  /** The cause in words, without file and place. */
  readonly reason: string;

  constructor(file: string, place: string, reason: string, options?: ErrorOptions) {
    super(place === '' ? `${file}: ${reason}` : `${file}: ${place}: ${reason}`, options);
    this.name = 'SaveError';
    this.file = file;
    this.place = place;
    this.reason = reason;
  }
}

const REASONS: Partial<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is not a folder',
  ELOOP: 'is a link that leads in a circle',
  EACCES: 'cannot be read by this user',
  EPERM: 'cannot be read by this user',
};

/** Why a file or folder could not be read, as the rest of a sentence: the text of the system repeats the path. */
export function ioReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? `cannot be read: the system reports an error${code && ` (${code})`}`;
}

/** Bytes that do not fit the format. Stays inside this package: readers turn it into a warning or a `SaveError`. */
export class CorruptDataError extends Error {
  override readonly name: string = 'CorruptDataError';
}

/** Runs `read`, and turns damage that it meets into a `SaveError` of that file and place. */
export function withSaveErrors<T>(read: () => T, file: string, place: () => string = () => ''): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CorruptDataError)) throw error;
    throw new SaveError(file, place(), error.message, { cause: error });
  }
}

/** More values than a file of that size may hold: the whole file is refused, not the record. */
export class ValueLimitError extends CorruptDataError {
  override readonly name = 'ValueLimitError';

  constructor() {
    super('it announces more values than a save of its size holds');
  }
}

const MAX_QUOTE = 60;

/** Quotes a text of a file for a message and cuts it at 60 characters. */
export function quoted(text: string): string {
  return JSON.stringify(text.length <= MAX_QUOTE ? text : `${text.slice(0, MAX_QUOTE)}…`);
}
