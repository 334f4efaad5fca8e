import { ZERO_GUID } from '../format/guid.ts';
import { CorruptDataError } from '../format/save-error.ts';
import type { SaveGuid, SaveVector } from '../format/save-types.ts';
import { ByteReader } from './byte-reader.ts';

/** A property list ends with `None`: 4 + 5 bytes, which is the least a struct body can have. */
export const SMALLEST_STRUCT_BYTES = 9;

/**
 * Walks property lists without making an object per property: `next()` reads a tag into the fields, the
 * caller reads or skips the value, `endValue()` checks that it ended where the tag said.
 *
 *     while (reader.next()) {
 *       const end = reader.valueEnd;
 *       switch (reader.name) {
 *         case 'level': level = reader.integer(); break;
 *         default: reader.skip();
 *       }
 *       reader.endValue(end);
 *     }
 */
export class PropertyReader extends ByteReader {
  /** In lower case: the game changed the case of names between versions. */
  name = '';
  type = '';
  /** Where the value ends. Copy it before reading a nested list. */
  valueEnd = 0;
  structType = '';
  /** Of an array or a set. */
  elementType = '';
  keyType = '';
  mapValueType = '';
  #flag = false;
  #nameStart = -1;
  /** Called for a known property whose type is not the expected one; the value is then skipped. */
  onUnexpectedType: (name: string, type: string) => void = () => {};

  /** Reads the next tag; false at the end of the list. */
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
    // A place is short and plain; the bytes at this one are no name.
    return /^\w{1,100}$/.test(name) ? name : `byte ${this.#nameStart}`;
  }

  #header(): void {
    switch (this.type) {
      case 'StructProperty':
        this.structType = this.text();
        this.take(16);
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
        break;
      case 'EnumProperty':
      case 'ByteProperty':
        this.structType = this.text();
        break;
      default:
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

  /** Whether the property is a struct of that type, or of any; skips it when not. */
  isStruct(structType?: string): boolean {
    if (this.type === 'StructProperty' && (structType === undefined || structType === this.structType)) {
      return true;
    }
    this.#unexpected();
    return false;
  }

  bool(fallback = false): boolean {
    if (this.type === 'BoolProperty') return this.#flag;
    this.#unexpected();
    return fallback;
  }

  /** Any number type: the game changed several from Int to Byte, UInt16 or Int64. */
  number(fallback = 0): number {
    switch (this.type) {
      case 'IntProperty':
        return this.i32();
      case 'UInt32Property':
        return this.u32();
      case 'Int64Property':
      case 'UInt64Property':
        return this.i64();
      case 'UInt16Property':
        return this.u16();
      case 'FloatProperty':
        return this.f32();
      case 'DoubleProperty':
        return this.f64();
      case 'ByteProperty':
        if (this.structType === 'None') return this.u8();
    }
    this.#unexpected();
    return fallback;
  }

  bigTicks(): bigint {
    if (this.type === 'Int64Property' || (this.type === 'StructProperty' && this.structType === 'DateTime')) {
      return this.bigI64();
    }
    this.#unexpected();
    return 0n;
  }

  /** A Str, Name, Object or Enum value as stored. */
  string(): string {
    switch (this.type) {
      case 'NameProperty':
      case 'StrProperty':
      case 'EnumProperty':
      case 'ObjectProperty':
        return this.text();
      case 'ByteProperty':
        if (this.structType !== 'None') return this.text();
    }
    this.#unexpected();
    return '';
  }

  /** An enum value without its `EType::` prefix. */
  word(fallback: string): string {
    return wordOf(this.string()) || fallback;
  }

  /** A list of names, texts or enum values as stored. */
  strings(): string[] {
    if (this.type === 'ArrayProperty') {
      switch (this.elementType) {
        case 'NameProperty':
        case 'StrProperty':
        case 'EnumProperty':
          return this.texts();
      }
    }
    this.#unexpected();
    return [];
  }

  words(): string[] {
    return this.strings().map(wordOf);
  }

  guidValue(): SaveGuid {
    return this.isStruct('Guid') ? this.guid() : ZERO_GUID;
  }

  vectorValue(): SaveVector {
    return this.isStruct('Vector') ? this.vector() : { x: 0, y: 0, z: 0 };
  }

  /** A FixedPoint64: thousandths, returned divided by 1000. */
  fixedPoint(): number {
    let value = 0;
    if (!this.isStruct()) return value;
    while (this.next()) {
      const end = this.valueEnd;
      if (this.name === 'value') value = this.number() / 1000;
      else this.skip();
      this.endValue(end);
    }
    return value;
  }

  /** The `ID` of a PalContainerId. */
  containerId(): SaveGuid {
    return this.isStruct() ? this.containerIdBody() : ZERO_GUID;
  }

  containerIdBody(): SaveGuid {
    let id = ZERO_GUID;
    while (this.next()) {
      const end = this.valueEnd;
      if (this.name === 'id') id = this.guidValue();
      else this.skip();
      this.endValue(end);
    }
    return id;
  }

  /**
   * Opens an array of structs and returns how many bodies follow. Another type of property is skipped and
   * counts 0.
   */
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
    return this.#checkCount(count, SMALLEST_STRUCT_BYTES);
  }

  /** Opens a map and returns how many pairs follow; a pair has at least `pairBytes`. */
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
    return count;
  }

  /** Opens a byte array: its length, with the reader at its first byte; -1 when it is none (then skipped). */
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
export function wordOf(enumValue: string): string {
  const at = enumValue.lastIndexOf('::');
  return at < 0 ? enumValue : enumValue.slice(at + 2);
}
