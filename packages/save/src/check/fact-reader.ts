import { CorruptDataError } from '../format/save-error.ts';
import { type BlobVersions, blobVersions, NO_VERSIONS } from '../read/blob-versions.ts';
import { PropertyReader } from '../read/property-reader.ts';
import { StrictWalk } from './strict-walk.ts';
import type { ViolationList } from './violation-list.ts';

/** Where a RawData blob lies, and its layout versions. Reused for the next record. */
export interface BlobRange {
  /** -1 where the record has none. */
  start: number;
  end: number;
  versions: BlobVersions;
}

/** Reads a property into `T`, by its name in lower case. A Map, since a file may name a property `constructor`. */
export type FactTable<T> = ReadonlyMap<string, (reader: FactReader, target: T) => void>;

export function factTable<T>(fields: Record<string, (reader: FactReader, target: T) => void>): FactTable<T> {
  return new Map(Object.entries(fields));
}

export function noBlob(): BlobRange {
  return { start: -1, end: -1, versions: NO_VERSIONS };
}

/**
 * Reads the facts that invariants are about. Everything else is passed over by its size: the strict walk checks the
 * sizes. A blob that does not end on its last byte is a violation of D1, and what was read of it counts.
 */
export class FactReader extends PropertyReader {
  readonly violations: ViolationList;
  /** Of the blob being read. */
  versions: BlobVersions = NO_VERSIONS;
  readonly #walk: StrictWalk;

  constructor(bytes: Uint8Array, violations: ViolationList) {
    super(bytes);
    this.violations = violations;
    this.#walk = new StrictWalk(bytes, violations);
  }

  /** Walks the property list that begins here strictly, and stays. `id` names its record in messages. */
  walkList(id: string): void {
    this.#walk.walkBlobList(this.at, this.end, `${id} `);
  }

  /** Walks a property list: `read` reads the value of the property in `name`, or leaves it unread. */
  fields(read: (name: string) => void): void {
    while (this.next()) {
      const end = this.valueEnd;
      read(this.name);
      this.at = end;
    }
  }

  /** Walks the property list of a struct into `target`, by a table of names in lower case. */
  structFacts<T>(table: FactTable<T>, target: T): void {
    this.structFields((name) => table.get(name)?.(this, target));
  }

  /** Walks the property list of a struct; of another property nothing is read. */
  structFields(read: (name: string) => void): void {
    if (this.type === 'StructProperty') this.fields(read);
  }

  /** Notes where the blob lies when the property in `name` is one of its two. */
  blobField(blob: BlobRange): void {
    if (this.name === 'rawdata') {
      const length = this.byteArray();
      if (length < 0) return;
      blob.start = this.at;
      blob.end = this.at + length;
    } else if (this.name === 'customversiondata') {
      const length = this.byteArray();
      if (length >= 0) blob.versions = blobVersions(this.bytes, this.at, this.at + length);
    }
  }

  /** Reads the blob of a property list of which nothing else matters. */
  blobFields(blob: BlobRange): void {
    resetBlob(blob);
    this.fields(() => this.blobField(blob));
  }

  /** Like `blobFields`, for a struct. */
  blobStruct(blob: BlobRange): void {
    resetBlob(blob);
    if (this.type === 'StructProperty') this.fields(() => this.blobField(blob));
  }

  /** Runs `read` on a blob that is not empty. One that ends early or late is a violation of `subject`. */
  inBlob(blob: BlobRange, subject: () => string, read: () => void): void {
    if (blob.start < 0 || blob.start === blob.end) return;
    const { at, end, versions } = this;
    this.at = blob.start;
    this.end = blob.end;
    this.versions = blob.versions;
    try {
      read();
      if (this.at !== this.end) throw new CorruptDataError(`${this.left} bytes are left at its end`);
    } catch (error) {
      if (!(error instanceof CorruptDataError)) throw error;
      this.violations.add(
        'D1',
        subject(),
        `The record ${subject()} does not have its layout: ${error.message}.`,
      );
    } finally {
      this.at = at;
      this.end = end;
      this.versions = versions;
    }
  }

  /** Reads the mark, a zero that ends each class level of a blob since mid 2025. */
  mark(): void {
    if (this.versions.mark && this.u32() !== 0) {
      throw new CorruptDataError(
        `the mark at byte ${this.at - 4} is not zero, so something before it is missing`,
      );
    }
  }

  get markBytes(): number {
    return this.versions.mark ? 4 : 0;
  }

  /** Reads a count and calls `read` so many times. */
  each(elementBytes: number, read: (index: number) => void): void {
    const count = this.count(elementBytes);
    for (let index = 0; index < count; index += 1) read(index);
  }
}

export function resetBlob(blob: BlobRange): void {
  blob.start = -1;
  blob.end = -1;
  blob.versions = NO_VERSIONS;
}
