/** A lossless tree of a GVAS file (real-saves.test.ts of save-tools), several times as slow as `readSaveFolder`. */
export interface PropertyTree {
  /** The bytes before the first property. */
  header: Uint8Array;
  className: string;
  properties: TreeProperty[];
  /** The bytes after the property list: four zeros in every save so far. */
  footer: Uint8Array;
}

export interface TreeProperty {
  name: string;
  /** `IntProperty`, `StructProperty` … */
  type: string;
  /** The type names in the tag: struct type, enum type, element type, or key and value type. */
  types: string[];
  /** 16 bytes, zero in every save so far; null unless a struct. */
  structGuid: Uint8Array | null;
  index: number;
  guid: Uint8Array | null;
  value: TreeValue;
}

export type TreeValue =
  | boolean
  | number
  | bigint
  | string
  /** Vector, Rotator, Quat and their like. */
  | number[]
  /** The elements of a byte array, RawData among them: the game reads what we do not understand yet. */
  | Uint8Array
  | { kind: 'list'; properties: TreeProperty[] }
  | { kind: 'array'; elements: TreeValue[]; structs: TreeStructs | null }
  | { kind: 'map'; entries: [TreeValue, TreeValue][] }
  /** The bytes of a value of unknown type or unusual encoding. */
  | { kind: 'raw'; bytes: Uint8Array };

type Kind = Extract<TreeValue, { kind: string }>['kind'];

export function isKind<K extends Kind>(value: TreeValue, kind: K): value is Extract<TreeValue, { kind: K }> {
  return typeof value === 'object' && 'kind' in value && value.kind === kind;
}

/** The tag inside an array of structs. */
export type TreeStructs = { name: string; structType: string; guid: Uint8Array };

/** Maps whose keys are bare GUIDs, which the file does not say, in lower case (docs/save-format.md#property-lists). */
export const GUID_KEYED_MAPS: ReadonlySet<string> = new Set(
  `basecampsavedata groupsavedatamap guildextrasavedatamap invadersavedata supplyinfos
lockgimmicksavedata levelobjectrecoverpartysavedata playerlastusedtimes rewardsavedatamap
spawnerdatamapbylevelobjectinstanceid fishingspotsavedata raidbossareainstancesavedatamap
foundtreasuremappointmap`.split(/\s+/),
);

/** The structs that are stored as bare numbers: count and type. */
export const NUMBER_STRUCTS: Readonly<Record<string, { count: number; type: 'f32' | 'f64' | 'i32' | 'u8' }>> =
  {
    Vector: { count: 3, type: 'f64' },
    Rotator: { count: 3, type: 'f64' },
    Quat: { count: 4, type: 'f64' },
    Vector2D: { count: 2, type: 'f64' },
    LinearColor: { count: 4, type: 'f32' },
    Color: { count: 4, type: 'u8' },
    IntPoint: { count: 2, type: 'i32' },
  };

/** Deeper nesting is damage: real saves have less than 20 levels. */
export const MAX_NESTING = 64;
