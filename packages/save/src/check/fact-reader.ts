import { CorruptDataError } from '../format/save-error.ts';
import { WarningLog } from '../format/warning-log.ts';
import { type Blob, SaveReader } from '../read/save-reader.ts';
import { StrictWalk } from './strict-walk.ts';
import type { ViolationList } from './violation.ts';

/** Reads the facts of invariants and skips all else by its size. A blob of wrong length violates D1; its facts apply. */
export class FactReader extends SaveReader {
  readonly violations: ViolationList;
  readonly #walk: StrictWalk;

  constructor(bytes: Uint8Array, violations: ViolationList) {
    super(bytes, violations.file, new WarningLog()); // ignored: the walk reports them
    this.violations = violations;
    this.#walk = new StrictWalk(bytes, violations);
  }

  /** Walks the property list that begins here strictly, and stays. `id` names its record in messages. */
  walkList(id: string): void {
    this.#walk.walkBlobList(this.at, this.end, `${id} `);
  }

  /** Reads `count` records into `facts`. Those before a damaged one stay. */
  collect<T>(facts: T[], count: number, read: (index: number) => T): void {
    for (let index = 0; index < count; index += 1) facts.push(read(index));
  }

  /** A value may end early or late: the strict walk checks the sizes. */
  override endValue(end: number): void {
    this.at = end;
  }

  /** Walks a property list: `read` reads the value of the property in `name`, or leaves it unread. */
  fields(read: (name: string) => void): void {
    while (this.next()) {
      const end = this.valueEnd;
      read(this.name);
      this.endValue(end);
    }
  }

  /** Walks the property list of a struct; skips any other property. */
  structFields(read: (name: string) => void): void {
    if (this.type === 'StructProperty') this.fields(read);
  }

  /** Runs `read` on a blob that is not empty. One that ends early or late is a violation of `subject`. */
  factsIn(blob: Blob, subject: () => string, read: () => void): void {
    if (blob.start < 0 || blob.length === 0) return;
    const { at, end, versions } = this;
    this.at = blob.start;
    this.end = blob.start + blob.length;
    this.versions = blob.versions;
    try {
      read();
      if (this.at !== this.end) throw new CorruptDataError(`${this.left} bytes are left at its end`);
    } catch (error) {
      if (!(error instanceof CorruptDataError)) throw error;
      const message = `The record ${subject()} does not have its layout: ${error.message}.`;
      this.violations.add('D1', subject(), message);
    } finally {
      this.at = at;
      this.end = end;
      this.versions = versions;
    }
  }

  /** Reads the mark, a zero that ends each class level of a blob since mid 2025. */
  override mark(): true {
    if (this.versions.mark && this.u32() !== 0) {
      throw new CorruptDataError(
        `the mark at byte ${this.at - 4} is not zero, so something before it is missing`,
      );
    }
    return true;
  }
}
