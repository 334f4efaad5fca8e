import { CATALOGUE_LANGUAGES } from '@palatine/contract';
import { type FoundId, findIds, ID_KINDS, type IdKind, inLanguage, LOCAL_LANGUAGES } from '@palatine/world';
import { openCatalogue } from '../data-folder/catalogue.ts';
import { UsageError } from '../data-folder/config-error.ts';
import { choiceOf } from './choice.ts';
import { command } from './command.ts';
import { columns } from './terminal.ts';
import { parseWholeNumber } from './whole-number.ts';

const SHOWN = 20;
const MOST_SHOWN = 1000;

export const find = command(
  {
    name: 'find',
    positionals: ['TEXT...'],
    description: 'find ids of items, Pals, technologies and so on, by name or spelling',
    flags: {
      kind: { value: 'KIND', multiple: true, description: `only of this kind: ${ID_KINDS.join(', ')}` },
      language: { value: 'TAG', description: `language of the names: ${CATALOGUE_LANGUAGES.join(', ')}` },
      limit: { value: 'N', description: `show at most so many, 1 to ${MOST_SHOWN} (default ${SHOWN})` },
    },
    notes: [
      'It needs no server and no data folder. Files in the Catalogue folder of the data folder count.',
      'GET /v1/palatine/catalogue has everything that can be found.',
    ],
  },
  ({ positionals, flags, data, terminal }) => {
    const text = positionals.join(' ');
    const limit = limitOf(flags.limit);
    const catalogue = openCatalogue(data);
    // One more than is shown: whether there are more is worth a line.
    const language = languageOf(flags.language);
    const named = language === undefined ? catalogue : inLanguage(catalogue, language);
    const found = findIds(named, text, { kinds: kindsOf(flags.kind), limit: limit + 1 });
    if (catalogue.problems.length > 0) {
      terminal.warn(`parts of ${data.catalogue} are wrong and left out; palatine doctor lists them`);
    }
    const shown = found.slice(0, limit);
    terminal.printJson({ found: shown, more: found.length > limit });
    terminal.print(...(shown.length > 0 ? columns(shown.map(rowOf)) : [`Nothing is called "${text}".`]));
    if (found.length > limit) terminal.print(`There are more; --limit ${limit * 2} shows them.`);
    return 0;
  },
);

function rowOf({ kind, id, name, note }: FoundId): string[] {
  return [kind, id, name, note];
}

function kindsOf(typed: readonly string[] = []): readonly IdKind[] {
  if (typed.length === 0) return ID_KINDS;
  return typed.flatMap((name) => choiceOf('find: --kind', name, ID_KINDS) ?? []);
}

/** Undefined for English, whose names are those of the catalogue itself. */
function languageOf(typed: string | undefined) {
  const tag = choiceOf('find: --language', typed, CATALOGUE_LANGUAGES);
  return LOCAL_LANGUAGES.find((language) => language === tag);
}

function limitOf(typed: string | undefined): number {
  if (typed === undefined) return SHOWN;
  const limit = parseWholeNumber(typed, MOST_SHOWN);
  if (limit !== undefined) return limit;
  throw new UsageError(`find: --limit must be a whole number from 1 to ${MOST_SHOWN}`);
}
