import { PalatineError } from '@palatine/client';
import {
  type CheckedField,
  type FileProblem,
  type FileVersion,
  GENDERS,
  type ImportRuleRow,
  type ImportRulesReply,
  type PalTemplateRow,
  putImportRule,
  putTemplate,
} from '@palatine/contract';
import { computed, signal } from '@preact/signals';
import { fieldOf, type JsonObject, parseDocument, printDocument, withField } from '../data/json-document.ts';
import { address, hrefOf } from '../navigation/router.ts';
import type { WriteName } from '../outbox/entry.ts';
import { newKey, send } from '../outbox/outbox.ts';
import { client, may } from '../session/session.ts';
import type { Texts } from '../texts/texts.ts';

/** A file in the list beside the editor: a template, or rules, which have no species. */
export type FileRow = PalTemplateRow;

/** A file in the editor. */
export type OpenFile = ImportRuleRow & { readonly Text: string };

/** The address of a file, beside the list as it is; `''`: of the list alone. */
export function fileHref(kind: Pick<FileKind, 'id'>, name: string, more: { new?: '1' } = {}): string {
  const of = (parameter: string) => address.value.query.get(parameter) ?? '';
  const query = { find: of('find'), sort: of('sort'), order: of('order') };
  const file = name === '' ? '' : `/${encodeURIComponent(name)}`;
  return hrefOf(`/templates/${kind.id}${file}`, { ...query, ...more });
}

/** The service's verdict on a text that is not saved. */
export interface CheckResult {
  readonly problems: readonly FileProblem[];
  readonly fields?: readonly CheckedField[];
  readonly inForce?: ImportRulesReply | undefined;
}

/** One field of the form. */
export type FormField =
  | { readonly path: string; readonly control: 'number'; readonly min: number; readonly max: number }
  | { readonly path: string; readonly control: 'choice'; readonly choices: readonly string[] }
  | { readonly path: string; readonly control: 'flag' | 'text' | 'species' }
  | { readonly path: string; readonly control: 'list'; readonly kind: 'Pals' | 'Skills' | 'Passives' };

const bytesOf = (path: string, names: readonly string[]): FormField[] =>
  names.map((name) => ({ path: `${path}.${name}`, control: 'number', min: 0, max: 255 }));

/** The numbers that templates and rules hold of IVs and of souls. */
const FIGURES = {
  ivs: bytesOf('IVs', ['Health', 'AttackMelee', 'AttackShot', 'Defense']),
  souls: bytesOf('PalSouls', ['Health', 'Attack', 'Defense', 'CraftSpeed']),
};

/** Lists hold at most this many files; the rest is found by name. */
const LISTED = 500;

const listQuery = (find: string) => ({ Limit: LISTED, ...(find !== '' && { Find: find }) });

/** Pal templates or import rules: two kinds of files with one editor. */
export interface FileKind {
  readonly id: 'templates' | 'rules';
  /** Fields that belong together, under headings of the texts. */
  readonly groups: Readonly<Partial<Record<keyof Texts['templates']['groups'], readonly FormField[]>>>;
  readonly fresh: JsonObject;
  list(find: string, signal: AbortSignal): Promise<readonly FileRow[]>;
  open(name: string, signal: AbortSignal): Promise<OpenFile>;
  versions(name: string, signal: AbortSignal): Promise<readonly FileVersion[]>;
  check(name: string, text: string, signal: AbortSignal): Promise<CheckResult>;
  /** The routes that save and delete a file. */
  readonly writes: { readonly put: WriteName; readonly delete: WriteName };
  mayWrite(): boolean;
  /** The action that brings earlier content back. */
  readonly restore: 'restoreTemplate' | 'restoreRules';
}

/** Initial contents of new files that are copies, by name. */
export const beginnings = new Map<string, JsonObject>();

/** The file that is edited. Form and text are two views of one text. `file` is undefined for one that is not there yet. */
export function createEditor(kind: FileKind, name: string, file: OpenFile | undefined) {
  const base = signal(file);
  const text = signal(file?.Text ?? printDocument(beginnings.get(name) ?? kind.fresh));
  const error = signal<unknown>(undefined);
  const theirs = signal<OpenFile | undefined>(undefined);
  const parsed = computed(() => parseDocument(text.value));

  /** @returns the file as it was saved; undefined when it was not. */
  async function save(label: string): Promise<OpenFile | undefined> {
    const outcome = await send({
      route: kind.writes.put as 'putTemplate', // both routes take the same call
      label,
      key: newKey(),
      params: { name },
      ifMatch: base.value?.ETag ?? null,
      body: { Text: text.value },
    });
    error.value = undefined;
    if (outcome.state === 'done') {
      const saved = outcome.reply as OpenFile; // as both routes answer
      base.value = saved;
      return saved;
    }
    if (outcome.state === 'stopped') return undefined;
    error.value = outcome.error;
    if (outcome.error instanceof PalatineError && outcome.error.code === 'FILE_CHANGED') {
      theirs.value = await kind.open(name, new AbortController().signal).catch(() => undefined);
    }
    return undefined;
  }

  return {
    name,
    text,
    /** The file as it was read or saved last; undefined for one that is not there yet. */
    file: base,
    parsed,
    /** Whether the text differs from the file as it was read. */
    isChanged: computed(() => text.value !== base.value?.Text),
    error,
    /** The file on the disk, when it has changed since it was read: nothing is saved over it unasked. */
    theirs,
    field: (path: string) => (parsed.value.ok ? fieldOf(parsed.value.value, path) : undefined),
    /** Sets a field of the document; undefined takes it out. Does nothing while the text is not valid JSON. */
    setField(path: string, value: unknown): void {
      if (!parsed.value.ok) return;
      text.value = printDocument(withField(parsed.value.value, path, value));
    },
    save,
    /** Reads the file again, where nothing is typed that it would take away. */
    async reread(): Promise<void> {
      const isUntouched = text.value === base.value?.Text;
      const current = await kind.open(name, new AbortController().signal).catch(() => undefined);
      if (current === undefined || !isUntouched) return; // the next save finds out what has changed
      base.value = current;
      text.value = current.Text;
    },
    /** Goes on with the file on the disk: with its text, or with this one over it. */
    resolve(keep: 'mine' | 'theirs'): void {
      const current = theirs.value;
      if (current === undefined) return;
      base.value = current;
      if (keep === 'theirs') text.value = current.Text;
      theirs.value = undefined;
      error.value = undefined;
    },
  };
}

export type Editor = ReturnType<typeof createEditor>;

/** The Pal templates of the operator. */
export const templateKind: FileKind = {
  id: 'templates',
  fresh: { PalID: 'SheepBall', Level: 1 },
  groups: {
    who: [
      { path: 'PalID', control: 'species' },
      { path: 'Nickname', control: 'text' },
      { path: 'Gender', control: 'choice', choices: GENDERS },
      { path: 'Shiny', control: 'flag' },
    ],
    strength: [
      { path: 'Level', control: 'number', min: 1, max: 100 },
      { path: 'PartnerSkillLevel', control: 'number', min: 1, max: 5 },
      { path: 'FriendshipPoints', control: 'number', min: 0, max: 200_000 },
    ],
    ...FIGURES,
    skills: [
      { path: 'Passives', control: 'list', kind: 'Passives' },
      { path: 'ActiveSkills', control: 'list', kind: 'Skills' },
      { path: 'LearntSkills', control: 'list', kind: 'Skills' },
    ],
  },
  async list(find, signal) {
    return (await client().getTemplates({ query: listQuery(find), signal })).Templates;
  },
  open: (name, signal) => client().getTemplate({ params: { name }, signal }),
  async versions(name, signal) {
    return (await client().getTemplateVersions({ params: { name }, signal })).Versions;
  },
  async check(_name, text, signal) {
    const { Fields } = await client().checkTemplate({ body: { Text: text }, signal });
    return { problems: [], fields: Fields };
  },
  writes: { put: 'putTemplate', delete: 'deleteTemplate' },
  mayWrite: () => may(putTemplate),
  restore: 'restoreTemplate',
};

/** The import rules of the operator. */
export const rulesKind: FileKind = {
  id: 'rules',
  fresh: {},
  groups: {
    allowed: [
      { path: 'Disabled', control: 'flag' },
      { path: 'PalSelectionMode', control: 'choice', choices: ['AllowAllExceptBanned', 'AllowOnlyListed'] },
      { path: 'BannedPalIDs', control: 'list', kind: 'Pals' },
      { path: 'AllowedPalIDs', control: 'list', kind: 'Pals' },
      { path: 'DisallowedPassives', control: 'list', kind: 'Passives' },
      { path: 'AllowGenderNone', control: 'flag' },
    ],
    actions: [
      { path: 'MaxValueLimitAction', control: 'choice', choices: ['BlockImport', 'ClampToMaxValues'] },
      { path: 'DisallowedPassivesAction', control: 'choice', choices: ['BlockImport', 'RemoveFromPal'] },
      { path: 'BanIfPalIsImpossible', control: 'flag' },
    ],
    limits: [
      { path: 'MaxLevel', control: 'number', min: 1, max: 100 },
      { path: 'MaxRank', control: 'number', min: 1, max: 5 },
      { path: 'ConditionMode', control: 'choice', choices: ['None', 'RequirePalCaptureCount'] },
      { path: 'RequiredCaptureCount', control: 'number', min: 0, max: 9999 },
    ],
    ...FIGURES,
  },
  async list(find, signal) {
    const { Rules } = await client().getImportRules({ query: listQuery(find), signal });
    return Rules.map((row) => ({ ...row, PalID: row.Name === 'Default' ? '' : row.Name }));
  },
  open: (name, signal) => client().getImportRule({ params: { name }, signal }),
  async versions(name, signal) {
    return (await client().getImportRuleVersions({ params: { name }, signal })).Versions;
  },
  async check(name, text, signal) {
    const body = { Name: name || 'Default', Text: text };
    const { Problems, InForce } = await client().checkImportRule({ body, signal });
    return { problems: Problems, inForce: InForce };
  },
  writes: { put: 'putImportRule', delete: 'deleteImportRule' },
  mayWrite: () => may(putImportRule),
  restore: 'restoreRules',
};
