import { jsonBaseName, type Problem } from '@palatine/contract';
import { isObject, jsonFault } from '@palatine/platform/json';
import { getOrAdd } from '../../catalogue/table.ts';
import type { GameContext } from '../../state/game-context.ts';
import type { PalDraft } from '../../state/pal-species.ts';
import { findSpecies, type NamingGame, quoted } from '../validation.ts';
import { readTemplateFields } from './import-pal-template.ts';
import { type RulesGame, type RulesOrProblems, readImportRules } from './import-rules.ts';
import type { Template } from './template-fields.ts';

export class TemplateError extends Error {
  /** Paths point into the template. */
  readonly problems: readonly Problem[];

  constructor(template: string, problems: readonly Problem[]) {
    const texts = problems.map(({ Path, Message }) =>
      Path === '' ? Message : `${Path.slice(1)} ${Message}`,
    );
    super(`template ${quoted(template)}: ${texts.join('; ')}`);
    this.name = 'TemplateError';
    this.problems = problems;
  }
}

/** The Pal of Pals/Templates/<name>.json under the current rules. Throws a TemplateError. */
export function readPalTemplate(game: NamingGame, name: string): PalDraft {
  const file = jsonBaseName(name);
  if (file === undefined) throw new TemplateError(name, [whole('must be a plain file name')]);
  const template = readTemplate(game, name, file);
  if (!isObject(template)) throw new TemplateError(name, [whole('the file must hold an object')]);
  const rules = rulesOfTemplate(game, template);
  if ('problems' in rules) throw new TemplateError(name, rules.problems);
  const { draft, problems } = readTemplateFields(game, template, rules);
  if (draft === undefined) throw new TemplateError(name, problems);
  return draft;
}

const whole = (Message: string): Problem => ({ Path: '', Message });

function readTemplate({ files }: GameContext, name: string, file: string): unknown {
  let template: unknown;
  try {
    template = files.palTemplate(file);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new TemplateError(name, [whole(`the file ${jsonFault(error, 'is not valid JSON')}`)]);
  }
  if (template === undefined) throw new TemplateError(name, [whole('there is no such file')]);
  return template;
}

/** The import rules for the species of a template, or the problems of their files. */
export function rulesOfTemplate(game: RulesGame, template: Template): RulesOrProblems {
  const palId = Object.hasOwn(template, 'PalID') ? template.PalID : undefined;
  const ids = typeof palId === 'string' ? [palId] : [];
  const spellings = ids.flatMap((id) => [findSpecies(game, id)?.id ?? id, id]);
  const fileNames = spellings.filter((id) => jsonBaseName(id) === id);
  return readImportRules(game, fileNames);
}

/** The game for one command: a file that a body names a thousand times is read once. */
export function withFilesReadOnce<Game extends GameContext>(game: Game): Game {
  const once = (read: (name: string) => unknown): ((name: string) => unknown) => {
    const answers = new Map<string, () => unknown>();
    return (name) => getOrAdd(answers, name, () => attempt(() => read(name)))();
  };
  const palTemplate = once((name) => game.files.palTemplate(name));
  const importRules = once((name) => game.files.importRules(name));
  return { ...game, files: { ...game.files, palTemplate, importRules } };
}

/** The outcome of a call, repeatable: its value, or its error. */
function attempt(call: () => unknown): () => unknown {
  try {
    const value = call();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
