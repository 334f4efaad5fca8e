import type { InvariantCode } from './invariants.ts';
import type { SaveViolation } from './violation.ts';

/** Collects the violations of one file. */
export class ViolationList {
  readonly file: string;
  readonly list: SaveViolation[];

  constructor(file: string, list: SaveViolation[] = []) {
    this.file = file;
    this.list = list;
  }

  add(code: InvariantCode, subject: string, message: string): void {
    this.list.push({ code, file: this.file, subject, message });
  }
}
