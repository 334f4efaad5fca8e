import { PalatineError } from '@palatine/client';
import { GENDERS, putImportRule, putTemplate } from '@palatine/contract';
import { computed, signal } from '@preact/signals';
import { fieldOf, type JsonObject, parseDocument, printDocument, withField } from '../data/json-document.ts';
import { type FileReads, type OpenFile, PAL_FILES } from '../data/pal-files.ts';
import { address, hrefOf } from '../navigation/router.ts';
import type { WriteName } from '../outbox/entry.ts';
import { newKey, send } from '../outbox/outbox.ts';
import { may } from '../session/session.ts';
import type { Texts } from '../texts/texts.ts';

/** The address of a file, beside the list as it is; `''`: of the list alone. */
export function fileHref(kind: Pick<FileKind, 'id'>, name: string, more: { new?: '1' } = {}): string {
  const of = (parameter: string) => address.value.query.get(parameter) ?? '';
  const query = { find: of('find'), sort: of('sort'), order: of('order') };
  const file = name === '' ? '' : `/${encodeURIComponent(name)}`;
  return hrefOf(`/templates/${kind.id}${file}`, { ...query, ...more });
}

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

/** Pal templates or import rules: two kinds of files with one editor. */
export interface FileKind extends FileReads {
  readonly id: 'templates' | 'rules';
  /** Fields that belong together, under headings of the texts. */
  readonly groups: Readonly<Partial<Record<keyof Texts['templates']['groups'], readonly FormField[]>>>;
  readonly fresh: JsonObject;
  /** The routes that save and delete a file. */
  readonly writes: { readonly put: WriteName; readonly delete: WriteName };
  mayWrite(): boolean;
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

export const templateKind: FileKind = {
  id: 'templates',
  ...PAL_FILES.template,
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
  writes: { put: 'putTemplate', delete: 'deleteTemplate' },
  mayWrite: () => may(putTemplate),
};

export const rulesKind: FileKind = {
  id: 'rules',
  ...PAL_FILES.rules,
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
  writes: { put: 'putImportRule', delete: 'deleteImportRule' },
  mayWrite: () => may(putImportRule),
};
