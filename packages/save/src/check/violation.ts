import type { InvariantCode } from './invariants.ts';

/** An invariant that a save breaks. */
export interface SaveViolation {
  readonly code: InvariantCode;
  /** Path of the file inside the save folder, with forward slashes. */
  readonly file: string;
  /** The GUID of the record that breaks it, or a place such as `worldSaveData.GroupSaveDataMap[3]`. */
  readonly subject: string;
  /** What is wrong, in words that the owner of a server understands. */
  readonly message: string;
}

/** The violations that `before` lacks, by code and subject, counting how often each subject has one. */
export function newViolations(
  before: readonly SaveViolation[],
  after: readonly SaveViolation[],
): SaveViolation[] {
  const known = new Map<string, number>();
  for (const violation of before) known.set(keyOf(violation), (known.get(keyOf(violation)) ?? 0) + 1);
  return after.filter((violation) => {
    const left = known.get(keyOf(violation)) ?? 0;
    known.set(keyOf(violation), left - 1);
    return left <= 0;
  });
}

function keyOf({ code, subject }: SaveViolation): string {
  return `${code} ${subject}`;
}

/** Collects the violations of one file. */
export class ViolationList {
  readonly file: string;
  readonly list: SaveViolation[];

  constructor(file: string, list: SaveViolation[] = []) {
    this.file = file;
    this.list = list;
  }

  /** A sentence may begin with the name of a record: it gets its capital here. */
  add(code: InvariantCode, subject: string, message: string): void {
    this.addAsIs(code, subject, message.charAt(0).toUpperCase() + message.slice(1));
  }

  /** For a sentence that may begin with a place in the file. */
  addAsIs(code: InvariantCode, subject: string, message: string): void {
    this.list.push({ code, file: this.file, subject, message });
  }
}
