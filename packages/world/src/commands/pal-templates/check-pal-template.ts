import type { CheckedField, Pal, Problem } from '@palatine/contract';
import { toPalDto } from '../../queries/pals.ts';
import type { GameContext } from '../../state/game-context.ts';
import { withSuggestions } from '../unknown-ids.ts';
import { checkedField, isWithin, leavesOf } from './checked-field.ts';
import { readTemplateFields, type TemplateGame } from './import-pal-template.ts';
import type { RulesForSpecies } from './import-rules.ts';
import { rulesOfTemplate } from './pal-template.ts';
import { isObject } from './template-fields.ts';

/** What a check is made with. Chance decides what a template leaves open, such as IVs. */
export type CheckingGame = Pick<GameContext, 'catalogue' | 'rules' | 'random' | 'files'>;

/** What an import would make of a template. */
export interface CheckedTemplate {
  readonly Fields: readonly CheckedField[];
  /** The Pal that would be given; undefined for a template that is refused. */
  readonly Pal: Pal | undefined;
}

/**
 * Reads a template as a grant does, under the import rules of this moment, and tells of each of its fields what comes
 * of it. Gives nobody anything.
 */
export function checkPalTemplate(caller: CheckingGame, template: unknown): CheckedTemplate {
  if (!isObject(template)) return refused([{ Path: '', Message: 'must be an object' }]);
  const game = withSuggestions(caller);
  const rules = rulesOfTemplate(game, template);
  if ('problems' in rules) return refused(rules.problems);
  const { draft, problems, changes } = readTemplateFields(game, template, rules);
  const taken = draft ?? draftOfTheRest(game, template, rules, problems);
  const pal = taken && toPalDto(taken);
  const leaves = leavesOf(template);
  const fields = leaves.map((leaf) => checkedField(leaf, { problems, changes, pal }));
  const elsewhere = problems.filter((problem) => !leaves.some(({ Path }) => isWithin(Path, problem.Path)));
  return { Fields: [...fields, ...refused(elsewhere).Fields], Pal: draft && pal };
}

function refused(problems: readonly Problem[]): CheckedTemplate {
  const Fields = problems.map(
    ({ Path, Message }): CheckedField => ({ Path, Verdict: 'Refused', Why: Message }),
  );
  return { Fields, Pal: undefined };
}

/** What would be taken without the fields that are refused: it says what becomes of the others. */
function draftOfTheRest(
  game: TemplateGame,
  template: Readonly<Record<string, unknown>>,
  rules: RulesForSpecies,
  problems: readonly Problem[],
) {
  const wrong = new Set(problems.map(({ Path }) => Path.split('/')[1]));
  const rest = Object.fromEntries(Object.entries(template).filter(([key]) => !wrong.has(key)));
  return readTemplateFields(game, rest, rules).draft;
}
