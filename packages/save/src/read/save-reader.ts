import { CorruptDataError, quoted, ValueLimitError } from '../format/save-error.ts';
import { SAVE_LIMITS } from '../format/save-limits.ts';
import type { SaveEra, SaveWarningKind } from '../format/save-types.ts';
import type { WarningLog } from '../format/warning-log.ts';
import { type BlobVersions, blobVersions, eraOf, NO_VERSIONS } from './blob-versions.ts';
import { PropertyReader } from './property-reader.ts';

/** Range of the RawData of one record, and its layout versions. */
export class Blob {
  /** Offset of the first byte; -1 when the record has no RawData. */
  start = -1;
  length = 0;
  versions: BlobVersions = NO_VERSIONS;
  /** The property that holds the blob, for places in messages; '' is the record itself. */
  readonly owner: string;

  constructor(owner = '') {
    this.owner = owner;
  }
}

/** Damaged records of one section that get their own warning; the rest is counted. */
const LISTED_DAMAGED_RECORDS = 20;

/** Reads properties and RawData blobs at a known place. A damaged blob costs its record; other damage is thrown. */
export class SaveReader extends PropertyReader {
  readonly file: string;
  readonly warnings: WarningLog;
  /** The map or array being read, such as `worldSaveData.GroupSaveDataMap`. */
  section = '';
  /** The index in that section; -1 outside its records. */
  record = -1;
  /** Layout versions of the blob being read. */
  versions: BlobVersions = NO_VERSIONS;
  /** The era of the newest layout read so far. */
  era: SaveEra = 'A';

  constructor(bytes: Uint8Array, file: string, warnings: WarningLog) {
    super(bytes);
    this.file = file;
    this.warnings = warnings;
    this.onUnexpectedType = (name, type) => {
      const message = `${name} is a ${quoted(type)} here and was passed over`;
      this.warn('UnknownType', message, { group: `${this.section} ${name}` });
    };
    this.onLongText = (units) => {
      this.warn('CutText', `a text of ${units} characters was cut at ${this.maxTextUnits}`);
    };
  }

  /** The section, record and blob being read, for messages. */
  place(blob?: Blob): string {
    const record = this.record < 0 ? this.section : `${this.section}[${this.record}]`;
    if (!blob) return record;
    return `${record}${blob.owner === '' ? '' : `.${blob.owner}`}.RawData`;
  }

  /** Adds a warning at the current record. At most `maxListed` of one kind and group are listed, the rest is counted. */
  warn(
    kind: SaveWarningKind,
    message: string,
    { blob, group = this.section, maxListed = 1 }: { blob?: Blob; group?: string; maxListed?: number } = {},
  ): void {
    const place = () => this.place(blob);
    this.warnings.add({ kind, file: this.file, place, message }, { group, maxListed });
  }

  /** Warns that the current record is unusable and left out. */
  warnSkipped(reason: string, blob?: Blob): void {
    this.warn('SkippedRecord', reason, { ...(blob && { blob }), maxListed: LISTED_DAMAGED_RECORDS });
  }

  /** Reads `count` records of the section and returns the usable ones: `read` returns null for the others. */
  eachRecord<T>(count: number, read: () => T | null): T[] {
    this.spendValues(count * (SAVE_LIMITS.valuesPerRecord - 1)); // as elements they are counted already
    const records: T[] = [];
    for (this.record = 0; this.record < count; this.record += 1) {
      const record = read();
      if (record !== null) records.push(record);
    }
    this.record = -1;
    return records;
  }

  /** Reads a `RawData` or `CustomVersionData` property into `blob` and skips any other. */
  blobProperty(blob: Blob): void {
    if (this.name === 'rawdata') {
      blob.length = this.byteArray();
      blob.start = blob.length < 0 ? -1 : this.at;
    } else if (this.name === 'customversiondata') {
      const length = this.byteArray();
      if (length >= 0) blob.versions = blobVersions(this.bytes, this.at, this.at + length);
    }
    this.skip();
  }

  /** Reads a property list of which only the blob matters. `owner`: the property that holds it. */
  blobList(owner?: string): Blob {
    const blob = new Blob(owner);
    while (this.next()) {
      const end = this.valueEnd;
      this.blobProperty(blob);
      this.endValue(end);
    }
    return blob;
  }

  /** Reads a struct of which only the blob matters. */
  blobStruct(owner?: string): Blob {
    return this.isStruct() ? this.blobList(owner) : new Blob(owner);
  }

  /** Runs `read` on a blob. Null when it is empty, or, with a warning, damaged or absent. */
  inBlob<T>(blob: Blob, read: (reader: this) => T): T | null {
    if (blob.start < 0) {
      this.warnSkipped('has no RawData', blob);
      return null;
    }
    if (blob.length === 0) return null;
    const { at, end, versions } = this;
    const era = eraOf(blob.versions);
    if (era > this.era) this.era = era;
    this.at = blob.start;
    this.end = blob.start + blob.length;
    this.versions = blob.versions;
    try {
      const result = read(this);
      if (this.at !== this.end) this.#warnLeftover(blob);
      return result;
    } catch (error) {
      if (!(error instanceof CorruptDataError) || error instanceof ValueLimitError) throw error;
      this.warnSkipped(error.message, blob);
      return null;
    } finally {
      this.at = at;
      this.end = end;
      this.versions = versions;
    }
  }

  /** Runs `read` on the current property. Null, with a warning, when it is damaged; reading goes on. */
  inOptional<T>(read: () => T): T | null {
    const { end, valueEnd } = this;
    this.end = valueEnd;
    try {
      const result = read();
      this.endValue(valueEnd);
      return result;
    } catch (error) {
      if (!(error instanceof CorruptDataError) || error instanceof ValueLimitError) throw error;
      this.warnSkipped(error.message);
      return null;
    } finally {
      this.end = end;
      this.at = valueEnd;
      this.record = -1;
    }
  }

  #warnLeftover(blob: Blob): void {
    const message = `${this.left} bytes of a newer version were passed over`;
    this.warn('NewerBytes', message, { blob, group: `${this.section}.${blob.owner}` });
  }

  /** Reads the mark, a u32 of 0 after each class level of a blob since mid 2025. False for others: skips the rest. */
  mark(): boolean {
    if (!this.versions.mark || this.u32() === 0) return true;
    this.warn('NewerLayout', 'something newer follows and was passed over');
    this.at = this.end;
    return false;
  }

  /** Reads the last field of a blob, a GUID, and the mark. */
  lastGuid(): string {
    const guid = this.guid();
    this.mark();
    return guid;
  }

  get markBytes(): number {
    return this.versions.mark ? 4 : 0;
  }
}

/** Reads the value of one property into `target`, or skips it when its type is not the expected one. */
export type FieldReader<T> = (reader: SaveReader, target: T) => void;

/** The properties of a struct, by name in lower case. A Map, since a file may name a property `constructor`. */
export type FieldTable<T> = ReadonlyMap<string, FieldReader<T>>;

/** Builds a table from names as the game spells them; the game changed their case between versions. */
export function fieldTable<T>(fields: Readonly<Record<string, FieldReader<T>>>): FieldTable<T> {
  return new Map(Object.entries(fields).map(([name, read]) => [name.toLowerCase(), read]));
}

/** The fields of a record that make up a blob. */
export function blobFields<T>(blobOf: (target: T) => Blob): Record<string, FieldReader<T>> {
  const read: FieldReader<T> = (reader, target) => reader.blobProperty(blobOf(target));
  return { RawData: read, CustomVersionData: read };
}

/** Reads a property list into `target`, skipping what the table lacks. A section lasts for its value. */
export function readFields<T>(reader: SaveReader, fields: FieldTable<T>, target: T): void {
  const { section } = reader;
  while (reader.next()) {
    const end = reader.valueEnd;
    const read = fields.get(reader.name);
    if (read) read(reader, target);
    else reader.skip();
    reader.endValue(end);
    reader.section = section;
  }
}

/** Reads the body of a struct property like `readFields`; skips a property of another type. */
export function readStruct<T>(reader: SaveReader, fields: FieldTable<T>, target: T): void {
  if (reader.isStruct()) readFields(reader, fields, target);
}
