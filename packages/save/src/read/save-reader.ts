import { CorruptDataError, quoted } from '../format/save-error.ts';
import type { WarningLog } from '../format/warning-log.ts';
import { type BlobVersions, blobVersions, NO_VERSIONS } from './blob-versions.ts';
import { PropertyReader } from './property-reader.ts';

/** Where the RawData of one record lies, and the layouts it is written in. Used again for the next record. */
export class Blob {
  /** -1: there is none. */
  start = -1;
  length = 0;
  versions: BlobVersions = NO_VERSIONS;
  /** The property it belongs to, for places: '' is the record itself. */
  readonly owner: string;

  constructor(owner = '') {
    this.owner = owner;
  }

  clear(): void {
    this.start = -1;
    this.length = 0;
    this.versions = NO_VERSIONS;
  }
}

/** How many damaged records of one section are told one by one; the rest is counted. */
const DAMAGED_TOLD = 20;

/**
 * A property reader that knows which file and record it is in, and reads RawData blobs. A damaged blob costs
 * its record and a warning; damage between the blobs flies on to the caller.
 */
export class SaveReader extends PropertyReader {
  readonly file: string;
  readonly warnings: WarningLog;
  /** The map or array being read, such as `worldSaveData.GroupSaveDataMap`. */
  section = '';
  /** The index in that section; -1 outside the records. */
  record = -1;
  /** Layouts of the blob being read. */
  versions: BlobVersions = NO_VERSIONS;

  constructor(bytes: Uint8Array, file: string, warnings: WarningLog) {
    super(bytes);
    this.file = file;
    this.warnings = warnings;
    this.onUnexpectedType = (name, type) => {
      this.warn(`type ${this.section} ${name}`, `${name} is a ${quoted(type)} here and was passed over`);
    };
  }

  place(blob?: Blob): string {
    const record = this.record < 0 ? this.section : `${this.section}[${this.record}]`;
    if (!blob) return record;
    return `${record}${blob.owner === '' ? '' : `.${blob.owner}`}.RawData`;
  }

  /** Adds a warning at the present record. What comes again under the same `kind` is counted. */
  warn(kind: string, message: string, blob?: Blob, inFull = 1): void {
    this.warnings.add(kind, this.file, () => this.place(blob), message, inFull);
  }

  /** The record at hand cannot be used and is left out. */
  warnSkipped(reason: string, blob?: Blob): void {
    this.warn(`skipped ${this.section}`, reason, blob, DAMAGED_TOLD);
  }

  /** Reads a `RawData` or `CustomVersionData` property into `blob`; false for any other, which is left alone. */
  blobProperty(blob: Blob): boolean {
    if (this.name === 'rawdata') {
      blob.length = this.byteArray();
      blob.start = blob.length < 0 ? -1 : this.at;
      this.skip();
      return true;
    }
    if (this.name === 'customversiondata') {
      const length = this.byteArray();
      if (length >= 0) blob.versions = blobVersions(this.bytes, this.at, this.at + length);
      this.skip();
      return true;
    }
    return false;
  }

  /** Reads a struct that holds a blob and nothing else of interest. */
  blobStruct(blob: Blob): void {
    if (!this.isStruct()) return;
    while (this.next()) {
      const end = this.valueEnd;
      if (!this.blobProperty(blob)) this.skip();
      this.endValue(end);
    }
  }

  /**
   * Runs `read` on the bytes of a blob. Null, with a warning, when they are damaged or absent; null without
   * one when the blob is empty, which means "nothing".
   */
  inBlob<T>(blob: Blob, read: (reader: this) => T): T | null {
    if (blob.start < 0) {
      this.warnSkipped('has no RawData', blob);
      return null;
    }
    if (blob.length === 0) return null;
    const { at, end, versions } = this;
    this.at = blob.start;
    this.end = blob.start + blob.length;
    this.versions = blob.versions;
    try {
      const result = read(this);
      if (this.at !== this.end) this.#warnLeftover(blob);
      return result;
    } catch (error) {
      if (!(error instanceof CorruptDataError)) throw error;
      this.warnSkipped(error.message, blob);
      return null;
    } finally {
      this.at = at;
      this.end = end;
      this.versions = versions;
    }
  }

  #warnLeftover(blob: Blob): void {
    const message = `${this.left} bytes of a newer version were passed over`;
    this.warn(`newer ${this.section}.${blob.owner}`, message, blob);
  }

  /**
   * The u32 that ends a class level of a blob. False when it is not 0: something unknown follows, so the
   * caller returns what it has and the rest is passed over.
   */
  mark(): boolean {
    if (!this.versions.mark || this.u32() === 0) return true;
    this.warn(`mark ${this.section}`, 'something newer follows and was passed over');
    this.at = this.end;
    return false;
  }

  /** Bytes that the closing mark of the blob takes. */
  get markBytes(): number {
    return this.versions.mark ? 4 : 0;
  }
}
