import { type CatalogueReply, type CatalogueTableName, catalogueRows } from '@palatine/contract';

/** A column of numbers in which an empty text stands for unknown or none. */
type MaybeNumber = number | '';

interface Named {
  readonly ID: string;
  readonly Name: string;
}

/** The columns that the console reads, by table; `GET /v1/palatine/catalogue` describes them. */
export interface CatalogueEntries {
  Items: Named & {
    readonly Type: string;
    readonly Subtype: string;
    readonly Stack: MaybeNumber;
    readonly Weight: MaybeNumber;
    readonly Rarity: MaybeNumber;
  };
  Pals: Named & {
    readonly Deck: MaybeNumber;
    readonly Elements: readonly string[];
    readonly Work: Readonly<Record<string, number>>;
  };
  Technologies: Named & {
    readonly Level: number;
    readonly Cost: number;
    readonly Ancient: boolean;
    readonly Requires: string;
  };
  Passives: Named & { readonly Rank: number };
  Skills: Named & { readonly Element: string; readonly Power: MaybeNumber };
  NPCs: Named;
  Eggs: Named;
  MapObjects: Named & { readonly Menu: string };
  Research: Named & {
    readonly Category: string;
    readonly Requires: string;
    readonly RequiredWork: MaybeNumber;
  };
  Bosses: Named & {
    readonly Kind: string;
    readonly Tower: string;
    readonly Level: MaybeNumber;
    readonly Key: string;
    readonly HardKey: string;
  };
  Expeditions: Named & {
    readonly Seconds: MaybeNumber;
    readonly Strength: MaybeNumber;
    readonly Element: string;
    readonly ElementCount: MaybeNumber;
  };
  Relics: Named;
  Places: Named & {
    readonly Kind: string;
    readonly Region: string;
    readonly X: number;
    readonly Y: number;
    readonly Z: MaybeNumber;
    readonly Subject: string;
    readonly Level: MaybeNumber;
  };
}
export type CatalogueKind = keyof CatalogueEntries & CatalogueTableName;

/** The catalogue in one language. Ids are matched in any case, as the service does. */
export interface Catalogue {
  readonly version: string;
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
    version: reply.Version,
    language,
    entries: <Kind extends CatalogueKind>(kind: Kind) =>
      table(kind).rows as readonly CatalogueEntries[Kind][],
    get: <Kind extends CatalogueKind>(kind: Kind, id: string) =>
      table(kind).byId.get(id.toLowerCase()) as CatalogueEntries[Kind] | undefined,
  };
}
