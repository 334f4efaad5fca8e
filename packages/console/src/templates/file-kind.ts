import type { CheckedField, FileProblem, FileVersion, ImportRulesReply } from '@palatine/contract';
import type { WriteName } from '../outbox/entry.ts';
import type { JsonObject } from './json-document.ts';

/** A file in the list beside the editor. */
export interface FileRow {
  readonly Name: string;
  readonly Bytes: number;
  readonly ChangedAt: string;
  readonly ETag: string;
  readonly Problems: readonly FileProblem[];
  /** The species of a template; '' for rules. */
  readonly PalID: string;
  readonly Level?: number | undefined;
}

/** A file in the editor. */
export interface OpenFile extends Omit<FileRow, 'PalID' | 'Level'> {
  readonly Text: string;
}

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
  | { readonly path: string; readonly control: 'flag' | 'text' }
  | { readonly path: string; readonly control: 'choice'; readonly choices: readonly string[] }
  | { readonly path: string; readonly control: 'species' }
  | { readonly path: string; readonly control: 'species list' | 'skills' | 'passives' };

/** Fields that belong together, under a heading of the texts. */
export interface FormGroup {
  readonly id: 'who' | 'strength' | 'ivs' | 'souls' | 'skills' | 'allowed' | 'limits' | 'actions';
  readonly fields: readonly FormField[];
}

/** Pal templates or import rules: two kinds of files with one editor. */
export interface FileKind {
  readonly id: 'templates' | 'rules';
  readonly groups: readonly FormGroup[];
  /** What a new file begins with. */
  readonly fresh: JsonObject;
  list(
    find: string,
    signal: AbortSignal,
  ): Promise<{ Total: number; Matching: number; rows: readonly FileRow[] }>;
  open(name: string, signal: AbortSignal): Promise<OpenFile>;
  versions(name: string, signal: AbortSignal): Promise<readonly FileVersion[]>;
  check(name: string, text: string, signal: AbortSignal): Promise<CheckResult>;
  /** The routes that save and delete a file. */
  readonly writes: { readonly put: WriteName; readonly delete: WriteName };
  mayWrite(): boolean;
}
