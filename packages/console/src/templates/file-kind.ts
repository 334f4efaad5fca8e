import type {
  CheckedField,
  FileProblem,
  FileVersion,
  ImportRuleRow,
  ImportRulesReply,
  PalTemplateRow,
} from '@palatine/contract';
import type { JsonObject } from '../data/json-document.ts';
import type { WriteName } from '../outbox/entry.ts';

/** A file in the list beside the editor: a template, or rules, which have no species. */
export type FileRow = PalTemplateRow;

/** A file in the editor. */
export type OpenFile = ImportRuleRow & { readonly Text: string };

/** What the service makes of a text, without saving it. */
export interface CheckResult {
  readonly problems: readonly FileProblem[];
  /** Field by field, for a template. */
  readonly fields?: readonly CheckedField[];
  /** What would count, for rules. */
  readonly inForce?: ImportRulesReply | undefined;
}

/** One field of the form. */
export type FormField =
  | { readonly path: string; readonly control: 'number'; readonly min: number; readonly max: number }
  | { readonly path: string; readonly control: 'choice'; readonly choices: readonly string[] }
  | { readonly path: string; readonly control: 'flag' | 'text' | 'species' }
  | { readonly path: string; readonly control: 'list'; readonly kind: 'Pals' | 'Skills' | 'Passives' };

/** Number fields of one object of a document, such as the four IVs. */
function numbersOf(path: string, names: readonly string[], max: number): FormField[] {
  return names.map((name) => ({ path: `${path}.${name}`, control: 'number', min: 0, max }));
}

/** The numbers that templates and rules hold of IVs and of souls. */
export const IVS = numbersOf('IVs', ['Health', 'AttackMelee', 'AttackShot', 'Defense'], 255);
export const SOULS = numbersOf('PalSouls', ['Health', 'Attack', 'Defense', 'CraftSpeed'], 255);

/** Lists hold at most so many files; the rest is found by name. */
const LISTED = 500;

/** The query of a list of files. */
export function listQuery(find: string) {
  return { Limit: LISTED, ...(find !== '' && { Find: find }) };
}

/** Fields that belong together, under a heading of the texts. */
interface FormGroup {
  readonly id: 'who' | 'strength' | 'ivs' | 'souls' | 'skills' | 'allowed' | 'limits' | 'actions';
  readonly fields: readonly FormField[];
}

/** Pal templates or import rules: two kinds of files with one editor. */
export interface FileKind {
  readonly id: 'templates' | 'rules';
  readonly groups: readonly FormGroup[];
  readonly fresh: JsonObject;
  list(find: string, signal: AbortSignal): Promise<readonly FileRow[]>;
  open(name: string, signal: AbortSignal): Promise<OpenFile>;
  versions(name: string, signal: AbortSignal): Promise<readonly FileVersion[]>;
  check(name: string, text: string, signal: AbortSignal): Promise<CheckResult>;
  /** The routes that save and delete a file. */
  readonly writes: { readonly put: WriteName; readonly delete: WriteName };
  mayWrite(): boolean;
}
