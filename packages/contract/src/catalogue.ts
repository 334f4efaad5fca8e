import { CATALOGUE_LANGUAGES, CATALOGUE_TABLE_NAMES, CATALOGUE_TABLES } from './catalogue-tables.ts';
import { ANY_TOKEN, route } from './route.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';

/** An empty text means none, or not known, also in a column of numbers. */
export const CatalogueCell = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  Type.Texts,
  Type.Array(Type.Number()),
  Type.Record(Type.String(), Type.Number()),
]);
export type CatalogueCell = Type.Static<typeof CatalogueCell>;

export const CatalogueTable = Type.closedObject({
  Columns: Type.Texts,
  Rows: Type.Array(Type.Array(CatalogueCell)),
});
export type CatalogueTable = Type.Static<typeof CatalogueTable>;

export const getCatalogue = route('GET /v1/palatine/catalogue', 'Get catalogue', {
  tag: 'Catalogue',
  permission: ANY_TOKEN,
  summary: 'Every id of the game with its display name: items, Pals, technologies and so on',
  notes: catalogueNotes(),
  query: Type.Object({
    Language: Type.filter(`Language of the names: ${CATALOGUE_LANGUAGES.join(', ')}; English unless given`),
  }),
  reply: Type.closedObject({
    Version: Type.text('Changes with the content'),
    ...Type.eachOf(CATALOGUE_TABLE_NAMES, CatalogueTable),
  }),
  examples: [{ query: { Language: 'en' } }],
});
export type CatalogueReply = Type.Static<typeof getCatalogue.reply>;

function catalogueNotes(): string {
  const tables = Object.entries<{ use: string; columns: Record<string, string> }>(CATALOGUE_TABLES).map(
    ([name, { use, columns }]) => {
      const described = Object.entries(columns).map(([column, description]) =>
        description === '' ? `\`${column}\`` : `\`${column}\` (${description})`,
      );
      return `- **${name}**: ${use}. ${described.join(', ')}.`;
    },
  );
  return [...notes.getCatalogue, tables.join('\n')].join('\n\n');
}

export function catalogueRows({ Columns, Rows }: CatalogueTable): Record<string, CatalogueCell>[] {
  return Rows.map((row) => Object.fromEntries(row.map((cell, at) => [Columns[at] ?? '', cell])));
}
