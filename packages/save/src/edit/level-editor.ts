import { ZERO_GUID } from '../format/guid.ts';
import { CorruptDataError, SaveError } from '../format/save-error.ts';
import { ByteReader } from '../read/byte-reader.ts';
import {
  readTag,
  type SectionLayout,
  sectionLayout,
  skipList,
  type Tag,
  type WorldLayout,
  worldLayout,
} from './level-sections.ts';
import { blobInBytes, blobInTree, type RecordBlob, setBlobInTree } from './record-blob.ts';
import { type RecordTree, readRecord, writeRecord } from './record-tree.ts';
import { applySplices, int32Splice, type Splice } from './splice.ts';

/** How a record of each editable section is named: by its key, or by the first bytes of a blob. */
const RECORD_IDS = {
  CharacterSaveParameterMap: { in: 'key', property: 'InstanceId' },
  ItemContainerSaveData: { in: 'key', property: 'ID' },
  CharacterContainerSaveData: { in: 'key', property: 'ID' },
  GroupSaveDataMap: { in: 'guid' },
  BaseCampSaveData: { in: 'guid' },
  GuildExtraSaveDataMap: { in: 'guid' },
  InvaderSaveData: { in: 'guid' },
  DynamicItemSaveData: { in: 'blob', path: ['RawData'], offset: 16 },
  MapObjectSaveData: { in: 'blob', path: ['Model', 'RawData'], offset: 0 },
  WorkSaveData: { in: 'blob', path: ['RawData'], offset: 0 },
} as const satisfies Record<string, RecordId>;

type RecordId =
  | { in: 'guid' }
  | { in: 'key'; property: string }
  | { in: 'blob'; path: readonly string[]; offset: number };

/** A section of `worldSaveData` whose records can be edited one by one. */
export type SectionName = keyof typeof RECORD_IDS;

/**
 * Edits the records of Level.sav and leaves every other byte alone. A record is read as a tree only when it is asked
 * for; writing splices the changed records into the bytes and corrects the counts and sizes around them.
 *
 * Errors are `SaveError`s that name the record.
 */
export class LevelEditor {
  readonly gvas: Buffer;
  readonly file: string;
  readonly #layout: WorldLayout;
  readonly #sections = new Map<SectionName, SectionEditor>();

  /** `gvas` are the unpacked bytes of Level.sav, `file` its path for messages. */
  constructor(gvas: Buffer, file: string) {
    this.gvas = gvas;
    this.file = file;
    this.#layout = this.#named('', () => worldLayout(gvas));
  }

  /** True when the file has the section; saves leave out empty ones. */
  has(name: SectionName): boolean {
    return this.#tagOf(name) !== undefined;
  }

  section(name: SectionName): SectionEditor {
    const known = this.#sections.get(name);
    if (known !== undefined) return known;
    const tag = this.#tagOf(name);
    if (tag === undefined)
      throw new SaveError(this.file, `worldSaveData.${name}`, 'the save has no such section');
    const section = this.#named(
      `worldSaveData.${name}`,
      () => new SectionEditor(this.gvas, this.file, RECORD_IDS[name], sectionLayout(this.gvas, tag)),
    );
    this.#sections.set(name, section);
    return section;
  }

  /** The edited bytes; the very bytes it was made of when nothing was changed. */
  write(): Buffer {
    const splices: Splice[] = [];
    let grown = 0;
    for (const section of this.#sections.values()) {
      const edited = section.splices();
      splices.push(...edited.splices);
      grown += edited.grown;
    }
    if (splices.length === 0) return this.gvas;
    const { sizeAt, valueStart, valueEnd } = this.#layout.tag;
    if (grown !== 0) splices.push(int32Splice(sizeAt, valueEnd - valueStart + grown));
    return applySplices(this.gvas, splices);
  }

  #tagOf(name: SectionName): Tag | undefined {
    const key = name.toLowerCase();
    return this.#layout.sections.find((tag) => tag.name.toLowerCase() === key);
  }

  #named<T>(place: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof CorruptDataError)) throw error;
      throw new SaveError(this.file, place, error.message, { cause: error });
    }
  }
}

/** The records of one section, by id. The first of two records with one id counts, as for the importer. */
export class SectionEditor {
  readonly #gvas: Buffer;
  readonly #file: string;
  readonly #layout: SectionLayout;
  readonly #indexes = new Map<string, number>();
  /** Records that were asked for, by index. */
  readonly #read = new Map<number, RecordTree>();
  readonly #removed = new Set<number>();
  readonly #added: RecordTree[] = [];

  constructor(gvas: Buffer, file: string, id: RecordId, layout: SectionLayout) {
    this.#gvas = gvas;
    this.#file = file;
    this.#layout = layout;
    for (let index = 0; index + 1 < layout.starts.length; index += 1) {
      const name = this.#idOf(id, index);
      if (!this.#indexes.has(name)) this.#indexes.set(name, index);
    }
  }

  /** The ids of the records of the file, each once, in their order. Those that were removed are left out. */
  ids(): string[] {
    return [...this.#indexes].flatMap(([id, index]) => (this.#removed.has(index) ? [] : [id]));
  }

  has(id: string): boolean {
    const index = this.#indexes.get(id);
    return index !== undefined && !this.#removed.has(index);
  }

  /** A record of the file, to read or to change in place; undefined where there is none. */
  get(id: string): RecordTree | undefined {
    const index = this.#indexes.get(id);
    if (index === undefined || this.#removed.has(index)) return undefined;
    const known = this.#read.get(index);
    if (known !== undefined) return known;
    const record = this.#parse(index);
    this.#read.set(index, record);
    return record;
  }

  /** Like `get`. Throws a `SaveError` where there is none. */
  require(id: string): RecordTree {
    const record = this.get(id);
    if (record === undefined) throw new SaveError(this.#file, this.#place(), `it has no record ${id}`);
    return record;
  }

  /** The bytes of a record as the file holds them; undefined where there is none. */
  bytes(id: string): Buffer | undefined {
    const index = this.#indexes.get(id);
    return index === undefined || this.#removed.has(index) ? undefined : this.#bytes(index);
  }

  /**
   * A blob of a record, as edited so far, without reading the record as a tree; undefined where there is none. `holder`
   * is the path of the struct that holds it, empty for the record itself.
   */
  blob(id: string, holder: readonly string[]): RecordBlob | undefined {
    const index = this.#indexes.get(id);
    if (index === undefined || this.#removed.has(index)) return undefined;
    const record = this.#read.get(index);
    return this.#named(index, () =>
      record === undefined
        ? blobInBytes(this.#valueReader(index), holder)
        : blobInTree(record.properties, holder),
    );
  }

  /** Reads a blob of a record. Throws a `SaveError` that names the record where there is none, or it is damaged. */
  requireBlob<T>(id: string, holder: readonly string[], read: (blob: RecordBlob) => T): T {
    const blob = this.blob(id, holder);
    if (blob === undefined)
      throw new SaveError(
        this.#file,
        this.#place(this.#indexes.get(id)),
        `it has no blob ${holder.join('.')}`,
      );
    return this.#named(this.#indexes.get(id), () => read(blob));
  }

  /** Changes a record of the file. Throws a `SaveError` that names it for what does not fit the format. */
  edit(id: string, change: (record: RecordTree) => void): void {
    const record = this.require(id);
    this.#named(this.#indexes.get(id), () => change(record));
  }

  /** Replaces a blob of a record. Throws a `SaveError` where there is none. */
  setBlob(id: string, holder: readonly string[], bytes: Uint8Array): void {
    this.edit(id, ({ properties }) => setBlobInTree(properties, holder, bytes));
  }

  /** Appends a record. Its key must have the form of the section's other keys. */
  add(record: RecordTree): void {
    this.#added.push(record);
  }

  /** Removes a record of the file. Throws a `SaveError` where there is none. */
  remove(id: string): void {
    this.require(id);
    this.#removed.add(this.#indexes.get(id) as number); // require has just found it
  }

  /** The splices of this section, and the bytes by which it grows. */
  splices(): { splices: Splice[]; grown: number } {
    const { starts, countAt, innerSizeAt, tag } = this.#layout;
    const splices: Splice[] = [];
    let grown = 0;
    const splice = (start: number, end: number, bytes: Buffer) => {
      splices.push({ start, end, bytes });
      grown += bytes.length - (end - start);
    };
    for (const index of this.#removed) splice(this.#start(index), this.#end(index), Buffer.alloc(0));
    for (const [index, record] of this.#read) {
      if (this.#removed.has(index)) continue;
      const bytes = writeRecord(record);
      if (!bytes.equals(this.#bytes(index))) splice(this.#start(index), this.#end(index), bytes);
    }
    if (this.#added.length > 0) {
      splice(tag.valueEnd, tag.valueEnd, Buffer.concat(this.#added.map(writeRecord)));
    }
    const count = starts.length - 1 - this.#removed.size + this.#added.length;
    if (count !== starts.length - 1) splices.push(int32Splice(countAt, count));
    if (grown !== 0) {
      splices.push(int32Splice(tag.sizeAt, tag.valueEnd - tag.valueStart + grown));
      if (innerSizeAt !== null) {
        splices.push(int32Splice(innerSizeAt, this.#gvas.readInt32LE(innerSizeAt) + grown));
      }
    }
    return { splices, grown };
  }

  #parse(index: number): RecordTree {
    return this.#named(index, () => readRecord(this.#bytes(index), this.#layout.keys));
  }

  #named<T>(index: number | undefined, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof CorruptDataError)) throw error;
      throw new SaveError(this.#file, this.#place(index), error.message, { cause: error });
    }
  }

  /** Stands at the properties of a record, behind its key. */
  #valueReader(index: number): ByteReader {
    const reader = new ByteReader(this.#gvas);
    reader.at = this.#start(index);
    reader.end = this.#end(index);
    if (this.#layout.keys === 'guid') reader.take(16);
    if (this.#layout.keys === 'list') skipList(reader);
    return reader;
  }

  #place(index?: number): string {
    return `worldSaveData.${this.#layout.name}${index === undefined ? '' : `[${index}]`}`;
  }

  #start(index: number): number {
    return this.#layout.starts[index] as number; // callers pass indexes of records
  }

  #end(index: number): number {
    return this.#layout.starts[index + 1] as number; // the last record too has an end
  }

  #bytes(index: number): Buffer {
    return this.#gvas.subarray(this.#start(index), this.#end(index));
  }

  /** The zero GUID for a record without an id. */
  #idOf(id: RecordId, index: number): string {
    const reader = new ByteReader(this.#gvas);
    reader.at = this.#start(index);
    reader.end = this.#end(index);
    if (id.in === 'guid') return reader.guid();
    if (id.in === 'key') return this.#guidIn(reader, [id.property], 0);
    if (this.#layout.keys === 'list') skipList(reader);
    return this.#guidIn(reader, id.path, 4 + id.offset); // a blob begins with its length
  }

  #guidIn(reader: ByteReader, path: readonly string[], offset: number): string {
    const [name = '', ...rest] = path;
    for (let tag = readTag(reader); tag !== null; tag = readTag(reader)) {
      if (tag.name.toLowerCase() !== name.toLowerCase()) reader.at = tag.valueEnd;
      else if (rest.length > 0) return this.#guidIn(reader, rest, offset);
      else if (tag.valueEnd - tag.valueStart < offset + 16) return ZERO_GUID;
      else {
        reader.at = tag.valueStart + offset;
        return reader.guid();
      }
    }
    return ZERO_GUID;
  }
}
