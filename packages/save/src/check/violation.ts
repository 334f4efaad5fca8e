import { INVARIANTS } from '../texts/invariants.ts';

export interface SaveViolation {
  readonly code: InvariantCode;
  /** Path of the file inside the save folder, with forward slashes. */
  readonly file: string;
  /** The GUID of the record that breaks it, or a place such as `worldSaveData.GroupSaveDataMap[3]`. */
  readonly subject: string;
  /** Description of the violation for the owner of a server. */
  readonly message: string;
  /** Absent where the code alone tells how bad it is. */
  readonly grade?: ViolationGrade;
}

/** `left by the game`: a version of the game leaves such a thing behind. `unknown, kept`: its sizes fit, so it stays. */
export type ViolationGrade = 'left by the game' | 'unknown, kept';

/** The violations that `before` lacks, by code, grade and subject, counting how often each subject has one. */
export function newViolations(before: readonly SaveViolation[], after: readonly SaveViolation[]) {
  const counts = new Map<string, number>();
  for (const violation of before) counts.set(keyOf(violation), (counts.get(keyOf(violation)) ?? 0) + 1);
  return after.filter((violation) => {
    const remaining = counts.get(keyOf(violation)) ?? 0;
    counts.set(keyOf(violation), remaining - 1);
    return remaining <= 0;
  });
}

function keyOf({ code, grade, subject }: SaveViolation): string {
  return `${code} ${grade ?? ''} ${subject}`;
}

export class ViolationList {
  readonly file: string;
  readonly list: SaveViolation[];

  constructor(file: string, list: SaveViolation[] = []) {
    this.file = file;
    this.list = list;
  }

  /** A sentence may begin with the name of a record: it gets its capital here. */
  add(code: InvariantCode, subject: string, message: string, grade?: ViolationGrade): void {
    this.addAsIs(code, subject, message.charAt(0).toUpperCase() + message.slice(1), grade);
  }

  /** For a sentence that may begin with a place in the file. */
  addAsIs(code: InvariantCode, subject: string, message: string, grade?: ViolationGrade): void {
    this.list.push({ code, file: this.file, subject, message, ...(grade && { grade }) });
  }
}

export { INVARIANTS };

export type InvariantCode = keyof typeof INVARIANTS;
