import { ZERO_GUID } from '../format/guid.ts';
import type { SaveEra, SaveGuid, SaveVector } from '../format/save-types.ts';
import { ByteWriter } from '../write/byte-writer.ts';

/** Writes tagged properties: the counterpart of `PropertyReader`. */
export class PropertyWriter extends ByteWriter {
  /** Respells every property name, for testing that readers ignore the case. */
  readonly #spell: (name: string) => string;
  /** Decides the layouts. */
  readonly era: SaveEra;

  constructor(era: SaveEra = 'D', spell: (name: string) => string = (name) => name) {
    super();
    this.era = era;
    this.#spell = spell;
  }

  /** Returns the bytes of a blob, written with the same spelling. */
  blob(write: (writer: PropertyWriter) => void): Buffer {
    const inner = new PropertyWriter(this.era, this.#spell);
    write(inner);
    return inner.result();
  }

  #property(name: string, type: string, value: () => void, header: () => void = () => {}): void {
    this.text(this.#spell(name));
    this.text(type);
    const sizeAt = this.length;
    this.i32(0);
    this.i32(0);
    header();
    this.u8(0);
    const start = this.length;
    value();
    this.patchI32(sizeAt, this.length - start);
  }

  /** Writes a u32 count, and each element by `write`. */
  list<T>(elements: readonly T[], write: (element: T) => void): void {
    this.u32(elements.length);
    for (const element of elements) write(element);
  }

  /** Ends a property list. */
  none(): void {
    this.text('None');
  }

  int(name: string, value: number): void {
    this.#property(name, 'IntProperty', () => this.i32(value));
  }

  int64(name: string, value: bigint): void {
    this.#property(name, 'Int64Property', () => this.i64(value));
  }

  uint16(name: string, value: number): void {
    this.#property(name, 'UInt16Property', () => this.u16(value));
  }

  float(name: string, value: number): void {
    this.#property(name, 'FloatProperty', () => this.f32(value));
  }

  byte(name: string, value: number): void {
    const header = () => this.text('None');
    this.#property(name, 'ByteProperty', () => this.u8(value), header);
  }

  bool(name: string, value: boolean): void {
    const header = () => this.u8(value ? 1 : 0);
    this.#property(name, 'BoolProperty', () => {}, header);
  }

  str(name: string, value: string): void {
    this.#property(name, 'StrProperty', () => this.text(value));
  }

  name(name: string, value: string): void {
    this.#property(name, 'NameProperty', () => this.text(value));
  }

  enum(name: string, type: string, value: string): void {
    const header = () => this.text(type);
    this.#property(name, 'EnumProperty', () => this.text(`${type}::${value}`), header);
  }

  names(name: string, values: readonly string[]): void {
    this.#array(name, 'NameProperty', () => this.texts(values));
  }

  enums(name: string, type: string, values: readonly string[]): void {
    this.#array(name, 'EnumProperty', () => this.texts(values.map((value) => `${type}::${value}`)));
  }

  bytes(name: string, bytes: Uint8Array): void {
    this.#array(name, 'ByteProperty', () => {
      this.u32(bytes.length);
      this.raw(bytes);
    });
  }

  #array(name: string, elementType: string, value: () => void): void {
    this.#property(name, 'ArrayProperty', value, () => this.text(elementType));
  }

  struct(name: string, structType: string, body: () => void): void {
    this.#property(name, 'StructProperty', body, () => {
      this.text(structType);
      this.guid(ZERO_GUID);
    });
  }

  /** Writes a struct whose body is a property list; `list` writes its properties. */
  listStruct(name: string, structType: string, list: () => void): void {
    this.struct(name, structType, () => {
      list();
      this.none();
    });
  }

  guidProperty(name: string, guid: SaveGuid): void {
    this.struct(name, 'Guid', () => this.guid(guid));
  }

  vectorProperty(name: string, vector: SaveVector): void {
    this.struct(name, 'Vector', () => this.vector(vector));
  }

  dateTime(name: string, ticks: bigint): void {
    this.struct(name, 'DateTime', () => this.i64(ticks));
  }

  /** Writes `value` in thousandths. */
  fixedPoint(name: string, value: number): void {
    this.listStruct(name, 'FixedPoint64', () => this.int64('Value', BigInt(Math.round(value * 1000))));
  }

  containerId(name: string, id: SaveGuid): void {
    this.listStruct(name, 'PalContainerId', () => this.guidProperty('ID', id));
  }

  /** Writes an array of structs whose bodies are property lists; `list` writes the properties of one. */
  structs<T>(
    name: string,
    structType: string,
    elements: readonly T[],
    list: (element: T, index: number) => void,
  ): void {
    this.#array(name, 'StructProperty', () => {
      this.u32(elements.length);
      this.text(name);
      this.text('StructProperty');
      const sizeAt = this.length;
      this.i32(0);
      this.i32(0);
      this.text(structType);
      this.guid(ZERO_GUID);
      this.u8(0);
      const start = this.length;
      elements.forEach((element, index) => {
        list(element, index);
        this.none();
      });
      this.patchI32(sizeAt, this.length - start);
    });
  }

  /** Writes a map; `pair` writes one key and value, with the `None` of those that are property lists. */
  map<T>(name: string, keyType: string, valueType: string, pairs: readonly T[], pair: (pair: T) => void) {
    const value = () => {
      this.u32(0);
      this.list(pairs, pair);
    };
    this.#property(name, 'MapProperty', value, () => {
      this.text(keyType);
      this.text(valueType);
    });
  }
}
