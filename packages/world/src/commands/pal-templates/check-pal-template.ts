import { type CheckedField, Pal, type Problem } from '@palatine/contract';
import { words } from '@palatine/contract/words';
import { isObject } from '@palatine/platform/json';
import { toPalDto } from '../../queries/pals.ts';
import type { GameContext } from '../../state/game-context.ts';
import { withSuggestions } from '../validation.ts';
import { readTemplateFields, type TemplateGame } from './import-pal-template.ts';
import type { RulesForSpecies } from './import-rules.ts';
import { rulesOfTemplate } from './pal-template.ts';
import { bareName, type Template } from './template-fields.ts';

/** Dependencies of a check. Fields that a template leaves open, such as IVs, are random. */
export type CheckingGame = Pick<GameContext, 'catalogue' | 'rules' | 'random' | 'files'>;

interface CheckedTemplate {
  readonly Fields: readonly CheckedField[];
  /** The Pal that would be given; undefined for a template that is refused. */
  readonly Pal: Pal | undefined;
}

/** Reads a template as a grant would, and returns the outcome of each field. Grants nothing. */
export function checkPalTemplate(caller: CheckingGame, template: unknown): CheckedTemplate {
  if (!isObject(template)) return refused([{ Path: '', Message: 'must be an object' }]);
  const game = withSuggestions(caller);
  const rules = rulesOfTemplate(game, template);
  if ('problems' in rules) return refused(rules.problems);
  const { draft, problems, changes } = readTemplateFields(game, template, rules);
  const imported = draft ?? validDraft(game, template, rules, problems);
  const pal = imported && toPalDto(imported);
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

/** The draft without the refused fields, for the outcome of the others. */
function validDraft(game: TemplateGame, template: Template, rules: RulesForSpecies, problems: Problem[]) {
  const invalid = new Set(problems.map(({ Path }) => Path.split('/')[1]));
  const rest = Object.fromEntries(Object.entries(template).filter(([key]) => !invalid.has(key)));
  return readTemplateFields(game, rest, rules).draft;
}

/** A value of a template, at the depth at which its reader says something of it. */
interface TemplateLeaf {
  /** As the reader writes its paths: without the escapes of JSON pointers, which no field of a template needs. */
  readonly Path: string;
  readonly keys: readonly string[];
  readonly value: unknown;
}

/** Fields whose parts are reported one by one. */
const OBJECTS: readonly string[] = ['PalSouls', 'IVs', 'ExtraWorkSuitabilities'] satisfies (keyof Pal)[];

function leavesOf(template: Template): TemplateLeaf[] {
  return Object.entries(template).flatMap(([key, value]) => {
    const parts = OBJECTS.includes(key) && isObject(value) ? Object.entries(value) : [];
    if (parts.length === 0) return [{ Path: `/${key}`, keys: [key], value }];
    return parts.map(([part, inside]) => ({ Path: `/${key}/${part}`, keys: [key, part], value: inside }));
  });
}

const isWithin = (path: string, inner: string): boolean => inner === path || inner.startsWith(`${path}/`);

interface Findings {
  readonly problems: readonly Problem[];
  readonly changes: readonly Problem[];
  readonly pal: Pal | undefined;
}

function checkedField(leaf: TemplateLeaf, { problems, changes, pal }: Findings): CheckedField {
  const { Path, keys, value: Given } = leaf;
  const refusals = messagesAt(Path, problems);
  if (refusals !== '') return { Path, Given, Verdict: 'Refused', Why: refusals };
  const ignored = whyIgnored(keys);
  if (ignored !== undefined) return { Path, Given, Verdict: 'Ignored', Why: ignored };
  const notes = messagesAt(Path, changes);
  if (pal === undefined) return { Path, Given, Verdict: notes === '' ? 'Kept' : 'Clamped', Why: notes };
  const Taken = valueAt(pal, keys);
  const field = { Path, Given, ...(Taken !== undefined && { Taken }) };
  if (notes === '' && isKept(Given, Taken)) return { ...field, Verdict: 'Kept', Why: '' };
  return { ...field, Verdict: 'Clamped', Why: notes || (OTHERWISE[keys[0] ?? ''] ?? 'was adjusted') };
}

function messagesAt(path: string, problems: readonly Problem[]): string {
  return problems
    .filter(({ Path }) => isWithin(path, Path))
    .map(({ Message }) => Message)
    .join('; ');
}

/** Where a Pal of `GET /pals` is: a grant puts it into a free slot. */
const PLACES: readonly (keyof Pal)[] = words('team_slot_index page slot base_camp_slot_index');

function whyIgnored([key = '', part]: readonly string[]): string | undefined {
  const { properties } = Pal;
  if (PLACES.some((place) => place === key)) return 'a grant puts the Pal where there is room';
  if (!Object.hasOwn(properties, key)) return 'no field of a template has this name';
  if (part === undefined || (key !== 'PalSouls' && key !== 'IVs')) return undefined;
  return Object.hasOwn(properties[key].properties, part) ? undefined : `no field of ${key} has this name`;
}

/** Keys match in any case, as the names of work do. */
function valueAt(pal: Pal, keys: readonly string[]): unknown {
  let at: unknown = pal;
  for (const key of keys) {
    if (!isObject(at)) return undefined;
    const bare = bareName(key).toLowerCase();
    const entry = Object.entries(at).find(([name]) => name.toLowerCase() === bare);
    at = entry?.[1];
  }
  return at;
}

/** Names match in any case and without the prefix of an enum; duplicates in a list are ignored. */
function isKept(value: unknown, imported: unknown): boolean {
  if (typeof value === 'string') return nameOf(value) === nameOf(imported);
  if (!Array.isArray(value)) return value === imported;
  const names = new Set((Array.isArray(imported) ? imported : []).map(nameOf));
  return value.every((entry) => nameOf(entry) === '' || names.has(nameOf(entry)));
}

/** `None` is the game's empty name. */
function nameOf(value: unknown): string {
  const name = typeof value === 'string' ? bareName(value).toLowerCase() : '';
  return name === 'none' ? '' : name;
}

/** Why a value was adjusted without a limit of the import rules. */
const OTHERWISE: Readonly<Record<string, string>> = {
  Exp: 'the level decides: EXP of another level becomes the minimum of this one',
  HP: 'the maximum of the Pal is lower than in the template',
  Hunger: 'cannot exceed a full stomach',
};
