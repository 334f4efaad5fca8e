import { type CatalogueReply, type CatalogueTableName, catalogueRows } from '@palatine/contract';

/** Columns of numbers in which an empty text stands for unknown or none. */
type Numbers<Column extends string> = Readonly<Record<Column, number | ''>>;
type Texts<Column extends string> = Readonly<Record<Column, string>>;
type Named = Texts<'ID' | 'Name'>;

/** The columns that the console reads, by table; `GET /v1/palatine/catalogue` describes them. */
export interface CatalogueEntries {
  Items: Named & Texts<'Type' | 'Subtype'> & Numbers<'Stack' | 'Weight' | 'Rarity'>;
  Pals: Named &
    Numbers<'Deck'> & {
      readonly Elements: readonly string[];
      readonly Work: Readonly<Record<string, number>>;
    };
  Technologies: Named &
    Texts<'Requires'> & { readonly Level: number; readonly Cost: number; readonly Ancient: boolean };
  Passives: Named & { readonly Rank: number };
  Skills: Named & Texts<'Element'> & Numbers<'Power'>;
  NPCs: Named;
  Eggs: Named;
  MapObjects: Named & Texts<'Menu'>;
  Research: Named & Texts<'Category'> & Numbers<'RequiredWork'>;
  Bosses: Named & Texts<'Kind' | 'Tower' | 'Key' | 'HardKey'> & Numbers<'Level'>;
  Expeditions: Named & Texts<'Element'> & Numbers<'Seconds' | 'Strength' | 'ElementCount'>;
  Relics: Named;
  Places: Named &
    Texts<'Kind' | 'Subject'> &
    Numbers<'Z' | 'Level'> & { readonly X: number; readonly Y: number };
}
export type CatalogueKind = keyof CatalogueEntries & CatalogueTableName;

/** The catalogue in one language. Ids are matched in any case, as the service does. */
export interface Catalogue {
  readonly language: string;
  entries<Kind extends CatalogueKind>(kind: Kind): readonly CatalogueEntries[Kind][];
  get<Kind extends CatalogueKind>(kind: Kind, id: string): CatalogueEntries[Kind] | undefined;
}

/** Reads an answer of the service. Tables become objects when they are first asked for. */
export function readCatalogue(reply: CatalogueReply, language: string): Catalogue {
  const tables = new Map<CatalogueKind, { rows: readonly Named[]; byId: Map<string, Named> }>();
  const table = (kind: CatalogueKind) => {
    const entriesOfKind = tables.get(kind);
    if (entriesOfKind !== undefined) return entriesOfKind;
    // The service sends the columns that its contract names.
    const rows = catalogueRows(reply[kind]) as unknown as readonly Named[];
    const read = { rows, byId: new Map(rows.map((row) => [row.ID.toLowerCase(), row])) };
    tables.set(kind, read);
    return read;
  };
  return {
    language,
    entries: <Kind extends CatalogueKind>(kind: Kind) =>
      table(kind).rows as readonly CatalogueEntries[Kind][],
    get: <Kind extends CatalogueKind>(kind: Kind, id: string) =>
      table(kind).byId.get(id.toLowerCase()) as CatalogueEntries[Kind] | undefined,
  };
}
