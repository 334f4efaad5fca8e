import { CATALOGUE_LANGUAGES, type CatalogueLanguage } from '@palatine/contract/catalogue-tables';
import { type Catalogue, loadCatalogue } from '@palatine/world/catalogue';
import { byMatch, type FindOptions, type FoundId, findIds, ID_KINDS } from '@palatine/world/find-ids';
import { inLanguage, LOCAL_LANGUAGES } from '@palatine/world/local-names';
import { command } from '../command/command.ts';
import { choiceOf, wholeNumberOf } from '../command/flags.ts';
import { columns } from '../command/terminal.ts';
import * as words from '../texts/commands.ts';

const LIMIT = 20;
const MAX_LIMIT = 1000;

export const find = command('find TEXT...', {
  ...words.find,
  flags: {
    'kind KIND...': `only of this kind: ${ID_KINDS.join(', ')}`,
    'language TAG': `language of the names: ${CATALOGUE_LANGUAGES.join(', ')}`,
    'limit N': `show at most N entries, 1 to ${MAX_LIMIT} (default ${LIMIT})`,
  },
  run({ positionals, flags, data, terminal }) {
    const text = positionals.join(' ');
    const limit = flags.limit === undefined ? LIMIT : wholeNumberOf('find: --limit', flags.limit, MAX_LIMIT);
    const catalogue = loadCatalogue({ overlay: data.catalogue });
    // One more than is printed, to know whether there are more.
    const kinds = flags.kind?.flatMap((name) => choiceOf('find: --kind', name, ID_KINDS) ?? []) ?? ID_KINDS;
    const options = { kinds, limit: limit + 1 };
    const tag = choiceOf('find: --language', flags.language, CATALOGUE_LANGUAGES);
    const results =
      tag === undefined ? findInAny(catalogue, text, options) : findIn(catalogue, tag, text, options);
    if (catalogue.problems.length > 0) {
      terminal.warn(`ignoring invalid parts of ${data.catalogue}; palatine doctor lists them`);
    }
    const listed = results.slice(0, limit);
    const rows = listed.map(({ kind, id, name, note }) => [kind, id, name, note]);
    const value = { found: listed, more: results.length > limit };
    terminal.show(value, ...(listed.length > 0 ? columns(rows) : [`No matches for "${text}".`]));
    if (results.length > limit) terminal.print(`There are more; --limit ${limit * 2} shows them.`);
  },
});

function findIn(catalogue: Catalogue, tag: CatalogueLanguage, text: string, options: FindOptions): FoundId[] {
  return findIds(tag === 'en' ? catalogue : inLanguage(catalogue, tag), text, options);
}

/** Searches English names and ids, and other languages if those match similar spellings only. */
function findInAny(catalogue: Catalogue, text: string, options: FindOptions): FoundId[] {
  const english = findIds(catalogue, text, options);
  if (english.some(isAsTyped)) return english;
  const results = new Map<string, FoundId>();
  for (const language of LOCAL_LANGUAGES) {
    for (const hit of findIn(catalogue, language, text, options).filter(isAsTyped)) {
      const key = `${hit.kind} ${hit.id}`;
      if (!results.has(key)) results.set(key, hit);
    }
  }
  if (results.size === 0) return english;
  return [...results.values()].sort(byMatch).slice(0, options.limit);
}

function isAsTyped({ match }: FoundId): boolean {
  return match !== 'spelling' && match !== 'wordSpelling';
}
