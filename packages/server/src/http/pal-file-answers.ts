import { setImmediate as nextTurn } from 'node:timers/promises';
import { DEFAULT_PAGE, type FileProblem, type FileVersion, problemsRefusal } from '@palatine/contract';
import {
  type FileState,
  type KeptVersion,
  readVersioned,
  type VersionedFile,
} from '../data-folder/file-versions.ts';
import { isObject } from '../data-folder/is-object.ts';
import type { PalFile, PalFiles } from '../data-folder/pal-files.ts';
import { decodeUtf8, FILE_BYTES, UnreadableFileError } from '../data-folder/read-file.ts';
import { formatJson, jsonFault, parseJson } from '../data-folder/read-json.ts';
import type { Token } from '../data-folder/tokens.ts';
import type { OwnWrite } from './own-writes.ts';

// What the routes of Pal templates and of import rules have in common.

/** A file with its content; undefined where it holds no JSON object, and then `problem` says so. */
export interface ParsedFile extends PalFile {
  /** Empty for a file that cannot be read. */
  readonly text: string;
  readonly content: Record<string, unknown> | undefined;
  readonly problem: string | undefined;
}

export function parsed(file: PalFile): ParsedFile {
  const { text, fault } =
    file.state === undefined ? { text: '', fault: file.fault } : textOf(file.state.bytes);
  if (fault !== undefined) return { ...file, text, content: undefined, problem: fault };
  const { content, problem } = objectIn(text);
  return { ...file, text, content, problem };
}

/** The text of a file; empty for another encoding than UTF-8, since saving it would lose characters. */
function textOf(bytes: Uint8Array): { text: string; fault: string | undefined } {
  try {
    return { text: decodeUtf8('', bytes), fault: undefined };
  } catch (error) {
    if (error instanceof UnreadableFileError) return { text: '', fault: error.reason };
    throw error;
  }
}

/** The JSON object that a text holds; `problem` says why it holds none. */
export function objectIn(text: string): Pick<ParsedFile, 'content' | 'problem'> {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    return { content: undefined, problem: `is no valid JSON: ${jsonFault(error as SyntaxError)}` };
  }
  return isObject(value)
    ? { content: value, problem: undefined }
    : { content: undefined, problem: 'must hold a JSON object' };
}

/** The fields that every answer about a file has. */
export function fileFieldsOf(
  { name, state, changedAtMs }: PalFile,
  Problems: FileProblem[],
): { Name: string; Bytes: number; ChangedAt: string; ETag: string; Problems: FileProblem[] } {
  return {
    Name: name,
    Bytes: state?.bytes.length ?? 0,
    ChangedAt: new Date(changedAtMs).toISOString(),
    ETag: state?.etag ?? '',
    Problems,
  };
}

export function versionAnswer({ replacedAtMs, etag, bytes }: KeptVersion): FileVersion {
  return {
    ReplacedAt: new Date(replacedAtMs).toISOString(),
    ETag: etag,
    Bytes: bytes.length,
    Text: textOf(bytes).text,
  };
}

/** What a write of a file comes to, with its sentence and its event. */
export function savedFile(
  kind: 'template' | 'rules',
  name: string,
  { reply, action, token }: { reply: object; action: 'created' | 'changed' | 'deleted'; token: Token },
): OwnWrite {
  const summary = `${kind === 'rules' ? 'import rules' : kind} ${name} ${action}`;
  return {
    reply,
    summary,
    event: { type: 'template.saved', data: { kind, name, action, issuer: token.name } },
  };
}

/** A file of the operator as text; `fault` says why it cannot be read. Without a file, none of the three is there. */
export function readVersionedText(file: VersionedFile): {
  state: FileState | undefined;
  text: string | undefined;
  fault: string | undefined;
} {
  try {
    const state = readVersioned(file);
    return { state, text: state && decodeUtf8(file.file, state.bytes), fault: undefined };
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return { state: undefined, text: undefined, fault: error.reason };
  }
}

/** Files that are read in one turn of the event loop. */
const FILES_IN_A_TURN = 16;

/** A page of the files whose name has the text, and the cursor of the next one. */
export async function pageOfFiles<Row>(
  files: PalFiles,
  { Find = '', Limit = DEFAULT_PAGE, Cursor = '' }: { Find?: string; Limit?: number; Cursor?: string },
  rowOf: (file: PalFile) => Row,
): Promise<{ Total: number; Matching: number; rows: Row[]; Next?: string }> {
  const names = files.names();
  const wanted = Find.toLowerCase();
  const matching = names.filter((name) => name.toLowerCase().includes(wanted));
  const page = matching.filter((name) => name > Cursor).slice(0, Limit);
  const rows: Row[] = [];
  for (const [at, name] of page.entries()) {
    if (at % FILES_IN_A_TURN === FILES_IN_A_TURN - 1) await nextTurn();
    const file = readStill(files, name);
    if (file !== undefined) rows.push(rowOf(file));
  }
  const last = page.at(-1);
  const more = last !== undefined && last !== matching.at(-1);
  return { Total: names.length, Matching: matching.length, rows, ...(more && { Next: last }) };
}

/** Undefined for a file that was removed since the folder was listed. */
function readStill(files: PalFiles, name: string): PalFile | undefined {
  return files.names().includes(name) ? files.read(name) : undefined;
}

/** A body's content and the bytes to save, text to the letter. Throws VALIDATION_FAILED. */
export function contentOf(
  object: object | undefined,
  text: string | undefined,
  field: string,
): { content: Record<string, unknown>; bytes: Buffer } {
  if ((object === undefined) === (text === undefined)) {
    throw problemsRefusal('VALIDATION_FAILED', [{ Path: '', Message: `must hold either ${field} or Text` }]);
  }
  const bytes = Buffer.from(text ?? formatJson(object));
  const { content, problem } = objectIn(bytes.toString('utf8'));
  if (content === undefined) {
    throw problemsRefusal('VALIDATION_FAILED', [{ Path: '/Text', Message: problem ?? '' }]);
  }
  if (bytes.length > FILE_BYTES.pal) {
    const Path = text === undefined ? `/${field}` : '/Text';
    const Message = `makes a file of ${bytes.length} bytes; at most ${FILE_BYTES.pal} are read`;
    throw problemsRefusal('VALIDATION_FAILED', [{ Path, Message }]);
  }
  return { content, bytes };
}
