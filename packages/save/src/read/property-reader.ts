import { ZERO_GUID } from '../format/guid.ts';
import { NUMBER_TYPES, TEXT_TYPES } from '../format/property-types.ts';
import { CorruptDataError } from '../format/save-error.ts';
import type { SaveGuid, SaveVector } from '../format/save-types.ts';
import { ByteReader } from './byte-reader.ts';

/** The smallest struct body is an empty property list: `None`, 4 + 5 bytes. */
export const MIN_STRUCT_BYTES = 9;
const LISTED_TEXTS: ReadonlySet<string> = new Set(['NameProperty', 'StrProperty', 'EnumProperty']);

/** Walks property lists without an object for each: `next()` reads a tag, the caller its value, `endValue()` checks. */
export class PropertyReader extends ByteReader {
  /** Name of the property in lower case: the game changed the case of names between versions. */
  name = '';
  type = '';
  /** Offset of the value's end. Copy it before reading a nested list. */
  valueEnd = 0;
  structType = '';
  elementType = '';
  keyType = '';
  mapValueType = '';
  #flag = false;
  #nameStart = -1;
  /** Called for a known property of an unexpected type, whose value is then skipped. */
  onUnexpectedType: (name: string, type: string) => void = () => {};

  /** Reads the next tag. False at the end of the list. */
  next(): boolean {
    const nameStart = this.at;
    this.name = this.key();
    this.#nameStart = nameStart;
    if (this.name === 'none') return false;
    this.type = this.text();
    const size = this.i32();
    this.i32(); // array index, always 0
    this.#header();
    if (this.u8() !== 0) this.take(16);
    if (size < 0 || size > this.left) {
      throw new CorruptDataError(
        `property ${this.spelledName()} claims ${size} bytes, ${this.left} are left`,
      );
    }
    this.valueEnd = this.at + size;
    return true;
  }

  /** The name of the last tag as the file spells it, for messages; '' before the first. */
  spelledName(): string {
    if (this.#nameStart < 0 || this.name === '') return '';
    const reader = new ByteReader(this.bytes);
    reader.at = this.#nameStart;
    const name = reader.text();
    // The bytes of a damaged tag are not a name: report their offset.
    return /^\w{1,100}$/.test(name) ? name : `byte ${this.#nameStart}`;
  }

  #header(): void {
    switch (this.type) {
      case 'StructProperty':
      case 'EnumProperty':
      case 'ByteProperty':
        this.structType = this.text();
        if (this.type === 'StructProperty') this.take(16);
        break;
      case 'ArrayProperty':
      case 'SetProperty':
        this.elementType = this.text();
        break;
      case 'MapProperty':
        this.keyType = this.text();
        this.mapValueType = this.text();
        break;
      case 'BoolProperty':
        this.#flag = this.u8() !== 0;
    }
  }

  skip(): void {
    this.at = this.valueEnd;
  }

  endValue(end: number): void {
    if (this.at !== end)
      throw new CorruptDataError(`the value before byte ${this.at} should end at byte ${end}`);
  }

  #unexpected(): void {
    this.onUnexpectedType(this.name, this.type);
    this.skip();
  }

  /** True for a struct of that type, or of any; skips other properties. */
  isStruct(structType?: string): boolean {
    const is = this.type === 'StructProperty' && (structType ?? this.structType) === this.structType;
    if (!is) this.#unexpected();
    return is;
  }

  bool(fallback = false): boolean {
    if (this.type === 'BoolProperty') return this.#flag;
    this.#unexpected();
    return fallback;
  }

  /** Reads any number type: the game changed several from Int to Byte, UInt16 or Int64. */
  number(fallback = 0): number {
    const { type } = this;
    if (type === 'Int64Property' || type === 'UInt64Property') return this.i64();
    const read = NUMBER_TYPES.get(type);
    if (read !== undefined && (type !== 'ByteProperty' || this.structType === 'None')) return this[read]();
    this.#unexpected();
    return fallback;
  }

  /** Reads an Int64 or a DateTime, in .NET ticks. */
  bigTicks(): bigint {
    if (this.type === 'Int64Property' || (this.type === 'StructProperty' && this.structType === 'DateTime')) {
      return this.bigI64();
    }
    this.#unexpected();
    return 0n;
  }

  /** Reads a Str, Name, Object or Enum value as stored. */
  string(): string {
    const isEnum = this.type === 'ByteProperty' && this.structType !== 'None';
    if (isEnum || TEXT_TYPES.has(this.type)) return this.text();
    this.#unexpected();
    return '';
  }

  /** Reads an enum value without its `EType::` prefix; `fallback` when it is empty. */
  enumName(fallback: string): string {
    return enumNameOf(this.string()) || fallback;
  }

  /** Reads a list of names, texts or enum values as stored. */
  strings(): string[] {
    if (this.type === 'ArrayProperty' && LISTED_TEXTS.has(this.elementType)) return this.texts();
    this.#unexpected();
    return [];
  }

  /** Reads a list of enum values without their `EType::` prefixes. */
  enumNames(): string[] {
    return this.strings().map(enumNameOf);
  }

  guidValue(): SaveGuid {
    return this.isStruct('Guid') ? this.guid() : ZERO_GUID;
  }

  vectorValue(): SaveVector {
    return this.isStruct('Vector') ? this.vector() : { x: 0, y: 0, z: 0 };
  }

  /** Reads a FixedPoint64, stored in thousandths, and divides it by 1000. */
  fixedPoint(): number {
    return this.isStruct() ? this.#only('value', 0, () => this.number() / 1000) : 0;
  }

  /** Reads a PalContainerId and returns its `ID`. */
  containerId(): SaveGuid {
    return this.isStruct() ? this.containerIdBody() : ZERO_GUID;
  }

  containerIdBody(): SaveGuid {
    return this.#only('id', ZERO_GUID, () => this.guidValue());
  }

  /** Reads a property list of which one property matters. */
  #only<T>(name: string, fallback: T, read: () => T): T {
    let value = fallback;
    while (this.next()) {
      const end = this.valueEnd;
      if (this.name === name) value = read();
      else this.skip();
      this.endValue(end);
    }
    return value;
  }

  /** Opens an array of structs and returns how many follow; skips any other property and returns 0. */
  structs(): number {
    if (this.type !== 'ArrayProperty' || this.elementType !== 'StructProperty') {
      this.#unexpected();
      return 0;
    }
    const count = this.u32();
    this.skipText();
    this.skipText();
    this.take(8);
    this.structType = this.text();
    this.take(17);
    return this.#checkCount(count, MIN_STRUCT_BYTES);
  }

  /** Opens a map and returns the number of pairs that follow, each of at least `pairBytes`. */
  pairs(pairBytes: number): number {
    if (this.type !== 'MapProperty') {
      this.#unexpected();
      return 0;
    }
    if (this.u32() !== 0) throw new CorruptDataError('a map with removed keys, which no save has');
    return this.#checkCount(this.u32(), pairBytes);
  }

  #checkCount(count: number, elementBytes: number): number {
    if (count * elementBytes > this.valueEnd - this.at) {
      throw new CorruptDataError(`${count} elements announced, ${this.valueEnd - this.at} bytes are left`);
    }
    this.spendValues(count);
    return count;
  }

  /** Opens a byte array and returns its length. Skips another type of property and returns -1. */
  byteArray(): number {
    if (this.type !== 'ArrayProperty' || this.elementType !== 'ByteProperty') {
      this.#unexpected();
      return -1;
    }
    const length = this.u32();
    if (this.at + length !== this.valueEnd) {
      throw new CorruptDataError(`${length} bytes announced, the property has ${this.valueEnd - this.at}`);
    }
    return length;
  }
}

/** `EPalGenderType::Male` is `Male`. */
export function enumNameOf(enumValue: string): string {
  const at = enumValue.lastIndexOf('::');
  return at < 0 ? enumValue : enumValue.slice(at + 2);
}
