import { ZERO_GUID } from '../format/guid.ts';
import { SaveError, withSaveErrors } from '../format/save-error.ts';
import { ByteReader } from '../read/byte-reader.ts';
import { SaveEditError } from './edits.ts';
import {
  RECORD_IDS,
  type RecordId,
  readRecordId,
  readTag,
  type SectionLayout,
  sectionLayout,
  skipList,
  type Tag,
  type WorldLayout,
  worldLayout,
} from './level-sections.ts';
import { emptySection, sectionRank } from './new-section.ts';
import { blobInBytes, blobInTree, type RecordBlob, setBlobInTree } from './record-blob.ts';
import { type RecordTree, readRecord, writeRecord } from './record-tree.ts';
import { applySplices, int32Splice, type Splice } from './splice.ts';

/** A section of `worldSaveData` whose records can be edited one by one. */
export type SectionName = keyof typeof RECORD_IDS;

/** Edits records of Level.sav and splices the changed ones into its bytes. A `SaveError` names the record. */
export class LevelEditor {
  readonly gvas: Buffer;
  readonly file: string;
  readonly #layout: WorldLayout;
  readonly #sections = new Map<SectionName, SectionEditor>();
  /** Sections that the file lacks. */
  readonly #newSections = new Map<SectionName, SectionEditor>();

  /** `gvas` are the unpacked bytes of Level.sav, `file` its path for messages. */
  constructor(gvas: Buffer, file: string) {
    this.gvas = gvas;
    this.file = file;
    this.#layout = withSaveErrors(() => worldLayout(gvas), file);
  }

  /** A section. One that the file lacks has no records, and is created at its place when one is added. */
  section(name: SectionName): SectionEditor {
    const cached = this.#sections.get(name) ?? this.#newSections.get(name);
    if (cached !== undefined) return cached;
    const key = name.toLowerCase();
    const present = this.#layout.sections.find((tag) => tag.name.toLowerCase() === key);
    const bytes = present ? this.gvas : emptySection(name);
    const open = () => {
      const tag = present ?? (readTag(new ByteReader(bytes)) as Tag); // an empty section has a tag
      return new SectionEditor(bytes, this.file, RECORD_IDS[name], sectionLayout(bytes, tag));
    };
    const section = withSaveErrors(open, this.file, () => `worldSaveData.${name}`);
    (present ? this.#sections : this.#newSections).set(name, section);
    return section;
  }

  /** The edited bytes; the original buffer when nothing was changed. */
  write(): Buffer {
    const splices: Splice[] = [];
    let grown = 0;
    for (const section of this.#sections.values()) {
      const edited = section.splices();
      splices.push(...edited.splices);
      grown += edited.grown;
    }
    // New sections behind one section keep their order.
    const added = [...this.#newSections].toSorted(([a], [b]) => sectionRank(a) - sectionRank(b));
    for (const [name, editor] of added) {
      const edited = editor.splices().splices;
      if (edited.length === 0) continue;
      const start = this.#placeOf(name);
      const section = applySplices(emptySection(name), edited);
      splices.push({ start, end: start, bytes: section });
      grown += section.length;
    }
    if (splices.length === 0) return this.gvas;
    const { sizeAt, valueStart, valueEnd } = this.#layout.tag;
    if (grown !== 0) splices.push(int32Splice(sizeAt, valueEnd - valueStart + grown));
    return applySplices(this.gvas, splices);
  }

  #placeOf(name: SectionName): number {
    const rank = sectionRank(name);
    const later = this.#layout.sections.find((tag) => sectionRank(tag.name) > rank);
    return later?.start ?? this.#layout.end;
  }
}

/** The records of one section by id. Of an id that occurs twice, the one in use is unknown. */
export class SectionEditor {
  readonly #gvas: Buffer;
  readonly #file: string;
  readonly #layout: SectionLayout;
  readonly #indexes = new Map<string, number>();
  readonly #ambiguous = new Set<string>();
  /** Parsed records, by index. */
  readonly #read = new Map<number, RecordTree>();
  readonly #removed = new Set<number>();
  readonly #added = new Map<string, RecordTree>();

  constructor(gvas: Buffer, file: string, id: RecordId, layout: SectionLayout) {
    this.#gvas = gvas;
    this.#file = file;
    this.#layout = layout;
    for (let index = 0; index + 1 < layout.starts.length; index += 1) {
      const name = this.#idOf(id, index);
      if (this.#indexes.has(name)) this.#ambiguous.add(name);
      else this.#indexes.set(name, index);
    }
  }

  /** The ids of the records, each once, in their order. Those that were removed are left out. */
  ids(): string[] {
    const stored = [...this.#indexes].flatMap(([id, index]) => (this.#removed.has(index) ? [] : [id]));
    return [...stored, ...this.#added.keys()];
  }

  has(id: string): boolean {
    return this.#added.has(id) || this.#indexOf(id) !== undefined;
  }

  /** A record to read or change in place; undefined for none. Throws a `SaveEditError` for a double id. */
  findRecord(id: string): RecordTree | undefined {
    const index = this.#indexOf(id);
    if (index !== undefined && this.#ambiguous.has(id)) {
      throw new SaveEditError(`${this.#place()} has two records ${id}: neither can be edited`);
    }
    const record = this.viewRecord(id);
    if (index !== undefined && record !== undefined) this.#read.set(index, record);
    return record;
  }

  /** Like `findRecord`. Throws a `SaveError` if it is absent. */
  requireRecord(id: string): RecordTree {
    const record = this.findRecord(id);
    if (record === undefined) throw new SaveError(this.#file, this.#place(), `it has no record ${id}`);
    return record;
  }

  /** A record for reading only: unless `findRecord` returned it, its changes are lost. The first of several with one id. */
  viewRecord(id: string): RecordTree | undefined {
    const added = this.#added.get(id);
    if (added !== undefined) return added;
    const index = this.#indexOf(id);
    return index === undefined ? undefined : (this.#read.get(index) ?? this.#parse(index));
  }

  /** The bytes of a record as the file holds them; undefined if absent. */
  recordBytes(id: string): Buffer | undefined {
    const index = this.#indexOf(id);
    return index === undefined ? undefined : this.#bytes(index);
  }

  /** A blob of a record, as edited so far; undefined for none. `holder`: the path of its struct. */
  findBlob(id: string, holder: readonly string[]): RecordBlob | undefined {
    const added = this.#added.get(id);
    if (added !== undefined) return blobInTree(added.properties, holder);
    const index = this.#indexOf(id);
    if (index === undefined) return undefined;
    return this.#atRecord(index, () => {
      const record = this.#read.get(index);
      return record ? blobInTree(record.properties, holder) : blobInBytes(this.#valueReader(index), holder);
    });
  }

  /** Reads a blob of a record. Throws a `SaveError` that names the record if the blob is absent or damaged. */
  readBlob<T>(id: string, holder: readonly string[], read: (blob: RecordBlob) => T): T {
    const blob = this.findBlob(id, holder);
    const index = this.#indexes.get(id);
    if (blob === undefined)
      throw new SaveError(this.#file, this.#place(index), `it has no blob ${holder.join('.')}`);
    return this.#atRecord(index, () => read(blob));
  }

  /** Changes a record of the file. Throws a `SaveError` that names it for what does not fit the format. */
  changeRecord(id: string, change: (record: RecordTree) => void): void {
    const record = this.requireRecord(id);
    this.#atRecord(this.#indexes.get(id), () => change(record));
  }

  /** Changes a blob of a record. Throws like `readBlob`. */
  changeBlob(id: string, holder: readonly string[], change: (blob: RecordBlob) => Uint8Array): void {
    const bytes = this.readBlob(id, holder, change);
    this.changeRecord(id, ({ properties }) => setBlobInTree(properties, holder, bytes));
  }

  /** Appends a record whose key has the section's form. Throws a `SaveEditError` for a used id. */
  add(id: string, record: RecordTree): void {
    if (this.has(id)) throw new SaveEditError(`${this.#place()} has a record ${id} already`);
    this.#added.set(id, record);
  }

  /** Removes a record. Throws like `requireRecord`. */
  remove(id: string): void {
    this.requireRecord(id);
    if (this.#added.delete(id)) return;
    this.#removed.add(this.#indexes.get(id) as number); // just found
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
    if (this.#added.size > 0) {
      splice(tag.valueEnd, tag.valueEnd, Buffer.concat([...this.#added.values()].map(writeRecord)));
    }
    const count = starts.length - 1 - this.#removed.size + this.#added.size;
    if (count !== starts.length - 1) splices.push(int32Splice(countAt, count));
    if (grown !== 0) {
      splices.push(int32Splice(tag.sizeAt, tag.valueEnd - tag.valueStart + grown));
      if (innerSizeAt !== null) {
        splices.push(int32Splice(innerSizeAt, this.#gvas.readInt32LE(innerSizeAt) + grown));
      }
    }
    return { splices, grown };
  }

  #indexOf(id: string): number | undefined {
    const index = this.#indexes.get(id);
    return index === undefined || this.#removed.has(index) ? undefined : index;
  }

  #parse(index: number): RecordTree {
    return this.#atRecord(index, () => readRecord(this.#bytes(index), this.#layout.keys));
  }

  #atRecord<T>(index: number | undefined, read: () => T): T {
    return withSaveErrors(read, this.#file, () => this.#place(index));
  }

  #reader(index: number): ByteReader {
    return new ByteReader(this.#gvas, this.#start(index), this.#end(index));
  }

  /** Positioned at the properties of a record, behind its key. */
  #valueReader(index: number): ByteReader {
    const reader = this.#reader(index);
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
    const reader = id.in === 'blob' ? this.#valueReader(index) : this.#reader(index);
    return readRecordId(reader, id) ?? ZERO_GUID;
  }
}
