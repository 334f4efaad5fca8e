import Type, { type Static } from 'typebox';
import { CATALOGUE_LANGUAGES, CATALOGUE_TABLES } from './catalogue-tables.ts';
import { LIMITS } from './limits.ts';
import { route } from './route.ts';
import { closedObject, Texts } from './shapes.ts';

/** An empty text means none, or not known, also in a column of numbers. */
export const CatalogueCell = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  Texts,
  Type.Array(Type.Number()),
  Type.Record(Type.String(), Type.Number()),
]);
export type CatalogueCell = Static<typeof CatalogueCell>;

export const CatalogueTable = closedObject({
  Columns: Texts,
  Rows: Type.Array(Type.Array(CatalogueCell)),
});
export type CatalogueTable = Static<typeof CatalogueTable>;

export const getCatalogue = route('GET /v1/palatine/catalogue', {
  tag: 'Catalogue',
  permission: 'Palatine.Catalogue.Read',
  title: 'Get catalogue',
  summary: 'Every id of the game with its display name: items, Pals, technologies and so on',
  notes: notes(),
  query: Type.Object({
    Language: Type.Optional(
      Type.String({
        maxLength: LIMITS.filterChars,
        description: `Language of the names: ${CATALOGUE_LANGUAGES.join(', ')}; English unless given`,
      }),
    ),
  }),
  reply: closedObject({
    Version: Type.String({ description: 'Changes with the content' }),
    Items: CatalogueTable,
    Pals: CatalogueTable,
    Technologies: CatalogueTable,
    Passives: CatalogueTable,
    Skills: CatalogueTable,
    NPCs: CatalogueTable,
    Eggs: CatalogueTable,
    MapObjects: CatalogueTable,
    Research: CatalogueTable,
    Bosses: CatalogueTable,
    Expeditions: CatalogueTable,
    Relics: CatalogueTable,
    Places: CatalogueTable,
  }),
  errors: ['VALIDATION_FAILED'],
  examples: [{ query: { Language: 'en' } }],
});
export type CatalogueReply = Static<typeof getCatalogue.reply>;

function notes(): string {
  const tables = Object.entries<{ use: string; columns: Record<string, string> }>(CATALOGUE_TABLES).map(
    ([name, { use, columns }]) => {
      const described = Object.entries(columns).map(([column, description]) =>
        description === '' ? `\`${column}\`` : `\`${column}\` (${description})`,
      );
      return `- **${name}**: ${use}. ${described.join(', ')}.`;
    },
  );
  return [
    'This is where ids come from. The service matches them in any case and answers with the spelling of this list. ' +
      "Files in the operator's `Catalogue` folder count; they are read at the start. On the command line " +
      '`palatine find NAME` searches the same list.',
    'What has no name in a language has its English one, as do NPCs, expeditions and towers everywhere.',
    'The answer is large and changes only with the service or its files: keep it, and send its ETag in ' +
      '`If-None-Match`. A table has `Columns` and `Rows`, each row with one cell per column. ' +
      'An empty text stands for none or unknown, also in a column of numbers.',
    tables.join('\n'),
  ].join('\n\n');
}
