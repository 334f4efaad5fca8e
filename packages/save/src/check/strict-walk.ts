import { NUMBER_TYPES, TEXT_TYPES, typeNamesOf } from '../format/property-types.ts';
import { CorruptDataError, quoted } from '../format/save-error.ts';
import { ByteReader } from '../read/byte-reader.ts';
import { readGvasHeader } from '../read/gvas-header.ts';
import { GUID_KEYED_MAPS, MAX_NESTING, NUMBER_STRUCTS } from '../tree/property-tree.ts';
import type { ViolationList } from './violation.ts';

const NUMBER_BYTES = { u8: 1, u16: 2, i32: 4, u32: 4, f32: 4, f64: 8 };

/** Sizes of the structs that are not property lists (docs/save-format.md#structs). */
const STRUCT_BYTES: ReadonlyMap<string, number> = new Map([
  ['Guid', 16],
  ['DateTime', 8],
  ['Timespan', 8],
  ...Object.entries(NUMBER_STRUCTS).map(
    ([name, { count, type }]) => [name, count * NUMBER_BYTES[type]] as const,
  ),
]);

/** Bytes of values in arrays, maps and sets, and of properties. Others are texts or structs. */
const PLAIN_BYTES: ReadonlyMap<string, number> = new Map([
  ['BoolProperty', 1],
  ['Int64Property', 8],
  ['UInt64Property', 8],
  ...[...NUMBER_TYPES].map(([name, type]) => [name, NUMBER_BYTES[type]] as const),
]);

/** Maximum properties of one list; real ones have up to 70. Bounds the search for duplicates. */
const MAX_PROPERTIES = 1000;

/** Checks every size, count and text end of a file (D1), and that no list has a property twice (D2). Keeps no values. */
export class StrictWalk extends ByteReader {
  readonly #violations: ViolationList;
  /** Offsets of the names of the properties around `at`, and the element of each that is an array or a map. */
  readonly #nameStarts = new Int32Array(MAX_NESTING + 2);
  readonly #elements = new Int32Array(MAX_NESTING + 2);
  /** The names of all lists around `at`, in lower case. */
  readonly #names: string[] = [];
  #base = '';

  constructor(bytes: Uint8Array, violations: ViolationList) {
    super(bytes);
    this.#violations = violations;
  }

  walkFile(): void {
    this.#reporting(() => {
      readGvasHeader(this);
      this.#list(0);
      const footer = this.left === 4 ? this.u32() : -1;
      if (footer !== 0) throw new CorruptDataError('its properties are not followed by four zeros');
    });
  }

  /** Walks the property list of a blob, which begins at `start` and ends before `end`. `place` names it in messages. */
  walkBlobList(start: number, end: number, place: string): void {
    this.at = start;
    this.end = end;
    this.#base = place;
    this.#reporting(() => this.#list(0));
  }

  #reporting(walk: () => void): void {
    try {
      walk();
    } catch (error) {
      this.#report(error, -1);
    }
  }

  #list(depth: number): void {
    if (depth > MAX_NESTING) throw new CorruptDataError('properties are nested too deep');
    const names = this.#names;
    const first = names.length;
    for (;;) {
      const nameStart = this.at;
      const name = this.#name();
      if (name === 'none') break;
      this.#nameStarts[depth] = nameStart;
      this.#elements[depth] = -1;
      this.#property(name, depth, first);
    }
    names.length = first;
  }

  #property(name: string, depth: number, firstOfList: number): void {
    const type = this.#type();
    const size = this.i32();
    const index = this.i32();
    if (type === 'BoolProperty') this.#flag();
    const typeNames = typeNamesOf(type);
    const first = typeNames > 0 ? this.#type() : '';
    const second = typeNames > 1 ? this.#type() : '';
    if (type === 'StructProperty') this.take(16);
    if (this.#flag()) this.take(16);
    if (size < 0 || size > this.left) {
      throw new CorruptDataError(`${quoted(name)} in it claims ${size} bytes of ${this.left}`);
    }
    if (index === 0) this.#once(name, depth, firstOfList);
    const end = this.at + size;
    const outerEnd = this.end;
    this.end = end;
    try {
      this.#value(name, type, first, second, depth);
      if (this.at !== end)
        throw new CorruptDataError(`its value ends ${end - this.at} bytes before its size`);
    } catch (error) {
      const unknown = this.#unknownIn(name, type, first, second, end - size);
      if (unknown === '') this.#report(error, depth);
      else this.#reportUnknown(unknown, depth);
      this.at = end;
      this.#names.length = firstOfList;
    }
    this.end = outerEnd;
  }

  #once(name: string, depth: number, firstOfList: number): void {
    const names = this.#names;
    if (names.length - firstOfList >= MAX_PROPERTIES) {
      throw new CorruptDataError(`it holds more than ${MAX_PROPERTIES} properties`);
    }
    for (let at = firstOfList; at < names.length; at += 1) {
      if (names[at] !== name) continue;
      const place = this.#place(depth);
      this.#violations.add('D2', place, `The property ${place} occurs twice: the game may use either.`);
    }
    names.push(name);
  }

  #value(name: string, type: string, first: string, second: string, depth: number): void {
    switch (type) {
      case 'BoolProperty':
        return;
      case 'StructProperty':
        return this.#struct(first, depth);
      case 'ArrayProperty':
        return this.#array(first, depth);
      case 'MapProperty':
        return this.#map(name, first, second, depth);
      case 'SetProperty':
        this.#noRemovedKeys();
        return this.#elementsOf(first, this.#count(), depth);
      case 'ByteProperty':
        if (first === 'None') this.take(1);
        else this.#skipText();
        return;
      default:
        // A type of a newer version is passed over by its size.
        if (!this.#isPlain(type)) this.at = this.end;
        else this.#plain(type, depth);
    }
  }

  #isPlain(type: string): boolean {
    return PLAIN_BYTES.has(type) || TEXT_TYPES.has(type) || type === 'StructProperty';
  }

  /** A value in the encoding of arrays, sets and maps; a struct is a property list. */
  #plain(type: string, depth: number): void {
    if (type === 'StructProperty') return this.#list(depth + 1);
    const bytes = PLAIN_BYTES.get(type);
    if (bytes !== undefined) this.take(bytes);
    else if (TEXT_TYPES.has(type)) this.#skipText();
    else throw new CorruptDataError(`${quoted(type)} is not a known type`);
  }

  #struct(structType: string, depth: number): void {
    const bytes = STRUCT_BYTES.get(structType);
    if (bytes === undefined) this.#list(depth + 1);
    else this.take(bytes);
  }

  #array(elementType: string, depth: number): void {
    if (elementType !== 'StructProperty') return this.#elementsOf(elementType, this.#count(), depth);
    const { count, structType } = this.#innerTag();
    for (let index = 0; index < count; index += 1) {
      this.#elements[depth] = index;
      this.#struct(structType, depth);
    }
  }

  /** The count of an array of structs, and the tag behind it. */
  #innerTag(): { count: number; structType: string } {
    const count = this.#count();
    this.#skipText();
    if (this.#type() !== 'StructProperty') throw new CorruptDataError('its inner tag is of another type');
    const size = this.i32();
    this.take(4);
    const structType = this.#type();
    this.take(16);
    this.#flag();
    if (size !== this.left) {
      throw new CorruptDataError(`its inner size is ${size}, but its elements have ${this.left} bytes`);
    }
    return { count, structType };
  }

  #elementsOf(type: string, count: number, depth: number): void {
    const bytes = PLAIN_BYTES.get(type);
    if (bytes !== undefined) return void this.take(count * bytes);
    for (let index = 0; index < count; index += 1) {
      this.#elements[depth] = index;
      this.#plain(type, depth);
    }
  }

  #map(name: string, keyType: string, valueType: string, depth: number): void {
    this.#noRemovedKeys();
    const hasGuidKeys = keyType === 'StructProperty' && GUID_KEYED_MAPS.has(name);
    const count = this.#count();
    for (let index = 0; index < count; index += 1) {
      this.#elements[depth] = index;
      if (hasGuidKeys) this.take(16);
      else this.#plain(keyType, depth);
      this.#plain(valueType, depth);
    }
  }

  #noRemovedKeys(): void {
    if (this.u32() !== 0) throw new CorruptDataError('it has removed keys, which no save has');
  }

  /** A count of elements of one byte or more. */
  #count(): number {
    const count = this.u32();
    if (count > this.left) throw new CorruptDataError(`it announces ${count} elements in ${this.left} bytes`);
    return count;
  }

  #flag(): boolean {
    const byte = this.u8();
    if (byte > 1) throw new CorruptDataError(`${byte} is not a boolean`);
    return byte === 1;
  }

  #name(): string {
    const name = this.key();
    if (name === '') throw new CorruptDataError('a name without characters');
    return name;
  }

  #type(): string {
    const type = this.text();
    if (type === '') throw new CorruptDataError('a type without characters');
    return type;
  }

  #skipText(): void {
    const length = this.i32();
    const width = length < 0 ? 2 : 1;
    const start = this.take(Math.abs(length) * width);
    if (length !== 0 && this.bytes.readUIntLE(this.at - width, width) !== 0) {
      throw new CorruptDataError(`the text at byte ${start} has no end`);
    }
  }

  /** Whether a property list begins there, by its first property. Other structs have their own layouts. */
  #isListAt(start: number): boolean {
    this.at = start;
    try {
      return this.#name() === 'none' || this.#type().endsWith('Property');
    } catch (error) {
      if (error instanceof CorruptDataError) return false;
      throw error;
    }
  }

  /** The structs of a value that are no property lists, although its sizes fit: `a FutureStruct`; '' for damage. */
  #unknownIn(name: string, type: string, first: string, second: string, start: number): string {
    this.at = start;
    try {
      if (type === 'StructProperty') {
        return STRUCT_BYTES.has(first) || this.#isListAt(start) ? '' : `is a ${first}, an unknown struct`;
      }
      if (type === 'ArrayProperty' && first === 'StructProperty') {
        const { count, structType } = this.#innerTag();
        const isKnown = count === 0 || STRUCT_BYTES.has(structType) || this.#isListAt(this.at);
        return isKnown ? '' : `holds each a ${structType}, an unknown struct`;
      }
      if (type !== 'MapProperty' && type !== 'SetProperty') return '';
      this.#noRemovedKeys();
      const holds = 'holds structs of an unknown layout';
      const isEmpty = this.#count() === 0;
      if (isEmpty || GUID_KEYED_MAPS.has(name)) return '';
      if (first === 'StructProperty' && !this.#isListAt(this.at)) return holds;
      this.#plain(first, MAX_NESTING - 1);
      return second === 'StructProperty' && !this.#isListAt(this.at) ? holds : '';
    } catch (error) {
      if (error instanceof CorruptDataError) return '';
      throw error;
    }
  }

  #reportUnknown(found: string, depth: number): void {
    const message = `${this.#place(depth)} ${found}: it is kept byte by byte.`;
    this.#violations.addAsIs('D1', this.#place(depth), message, 'unknown, kept');
  }

  #report(error: unknown, depth: number): void {
    if (!(error instanceof CorruptDataError)) throw error;
    const place = this.#place(depth);
    this.#violations.addAsIs('D1', place, `${place || 'The file'} does not fit its sizes: ${error.message}.`);
  }

  /** The path of the property at `depth`, such as `worldSaveData.ItemContainerSaveData[3].Slots`; -1 is the file. */
  #place(depth: number): string {
    const names: string[] = [];
    const reader = new ByteReader(this.bytes);
    for (let level = 0; level <= depth; level += 1) {
      reader.at = this.#nameStarts[level] as number; // as many as MAX_NESTING allows
      const element = level < depth ? (this.#elements[level] as number) : -1;
      names.push(`${reader.text()}${element < 0 ? '' : `[${element}]`}`);
    }
    return `${this.#base}${names.join('.')}`.trimEnd();
  }
}
