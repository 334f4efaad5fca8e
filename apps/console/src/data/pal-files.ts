import type {
  CheckedField,
  FileProblem,
  FileVersion,
  ImportRuleRow,
  ImportRulesReply,
  PalTemplateRow,
} from '@palatine/contract';
import { client } from '../session/session.ts';

/** A file in the list beside the editor: a template, or rules, which have no species. */
export type FileRow = PalTemplateRow;

/** A file in the editor. */
export type OpenFile = ImportRuleRow & { readonly Text: string };

/** The service's verdict on a text that is not saved. */
export interface CheckResult {
  readonly problems: readonly FileProblem[];
  readonly fields?: readonly CheckedField[];
  readonly inForce?: ImportRulesReply | undefined;
}

/** Reads the files of a kind. */
export interface FileReads {
  /** The action that brings earlier content back. */
  readonly restore: 'restoreTemplate' | 'restoreRules';
  list(find: string, signal: AbortSignal): Promise<readonly FileRow[]>;
  open(name: string, signal: AbortSignal): Promise<OpenFile>;
  versions(name: string, signal: AbortSignal): Promise<readonly FileVersion[]>;
  check(name: string, text: string, signal: AbortSignal): Promise<CheckResult>;
}

/** Lists hold at most this many files; the rest is found by name. */
const LISTED = 500;

const listQuery = (find: string) => ({ Limit: LISTED, ...(find !== '' && { Find: find }) });

/** Pal templates and import rules of the operator, by the names that events have for them. */
export const PAL_FILES: Readonly<Record<'template' | 'rules', FileReads>> = {
  template: {
    restore: 'restoreTemplate',
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
  },
  rules: {
    restore: 'restoreRules',
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
  },
};
