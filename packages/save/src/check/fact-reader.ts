import { CorruptDataError } from '../format/save-error.ts';
import { type BlobVersions, blobVersions, NO_VERSIONS } from '../read/blob-versions.ts';
import { PropertyReader } from '../read/property-reader.ts';
import { NameTable } from './name-table.ts';
import { StrictWalk } from './strict-walk.ts';
import type { ViolationList } from './violation-list.ts';

/** Where a RawData blob lies, and its layout versions. Reused for the next record. */
export interface BlobRange {
  /** -1 where the record has none. */
  start: number;
  end: number;
  versions: BlobVersions;
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
  readonly #names: NameTable;
  readonly #walk: StrictWalk;
  /** The last list of versions of each length, and where it lies. */
  readonly #versionLists = new Map<number, { start: number; versions: BlobVersions }>();

  constructor(bytes: Uint8Array, violations: ViolationList) {
    super(bytes);
    this.violations = violations;
    this.#names = new NameTable(this.bytes);
    this.#walk = new StrictWalk(bytes, violations);
  }

  override text(): string {
    const { at } = this;
    const length = this.i32();
    if (this.#names.takes(length)) return this.#names.text(this.#nameStart(length), length);
    this.at = at;
    return super.text();
  }

  override key(): string {
    const { at } = this;
    const length = this.i32();
    if (this.#names.takes(length)) return this.#names.key(this.#nameStart(length), length);
    this.at = at;
    return super.key();
  }

  #nameStart(length: number): number {
    const start = this.take(length);
    if (this.bytes[start + length - 1] !== 0)
      throw new CorruptDataError(`the text at byte ${start} has no end`);
    return start;
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
      if (length >= 0) blob.versions = this.#versionsAt(this.at, length);
    }
  }

  /** A save repeats a few lists of versions thirty thousand times, hardly two of one length. */
  #versionsAt(start: number, length: number): BlobVersions {
    const known = this.#versionLists.get(length);
    if (known !== undefined && this.#isSame(known.start, start, length)) return known.versions;
    const versions = blobVersions(this.bytes, start, start + length);
    this.#versionLists.set(length, { start, versions });
    return versions;
  }

  #isSame(one: number, other: number, length: number): boolean {
    for (let at = 0; at < length; at += 1) {
      if (this.bytes[one + at] !== this.bytes[other + at]) return false;
    }
    return true;
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

  /**
   * Runs `read` on the bytes of a blob that is not empty. A blob that ends too soon or too late is a violation of
   * `subject`.
   */
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
