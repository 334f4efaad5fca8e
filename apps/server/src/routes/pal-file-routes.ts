import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  checkTemplate,
  DEFAULT_PAGE,
  type deleteImportRule,
  deleteTemplate,
  type FileProblem,
  type FileVersion,
  type getImportRule,
  type getImportRuleVersions,
  getTemplate,
  getTemplates,
  getTemplateVersions,
  type PalTemplateRow,
  problemsRefusal,
  type putImportRule,
  putTemplate,
} from '@palatine/contract';
import type { Token } from '@palatine/contract/tokens';
import { operatorFiles } from '@palatine/engine/operator-files';
import { type PalFile, type PalFiles, palFiles } from '@palatine/engine/pal-files';
import type { Clock } from '@palatine/platform/clock';
import type { KeptVersion } from '@palatine/platform/file-versions';
import { formatJson, objectIn } from '@palatine/platform/json';
import { FILE_BYTES } from '@palatine/platform/read-file';
import { serialize } from '@palatine/platform/response-bytes';
import type { FileWrite, MountFileWrite } from '@palatine/web/file-writes';
import { type Routes, replacedVersion } from '@palatine/web/routes';
import { checkPalTemplate } from '@palatine/world/pal-templates';
import type { Service } from '../service/service.ts';

/** A body that holds a file: either its content or its text. */
export interface PalFileBody {
  readonly Template?: object;
  readonly Rules?: object;
  readonly Text?: string;
}

/** Differences between the routes of Pal templates and those of import rules. */
export interface PalFileKind {
  readonly kind: 'template' | 'rules';
  /** The field of a body and of an answer with the content. */
  readonly field: 'Template' | 'Rules';
  readonly files: PalFiles;
  /** Why a file cannot be used, and more for its answer. */
  examine(file: PalFile): { readonly problems: FileProblem[]; readonly more?: object };
  /** Throws VALIDATION_FAILED for invalid content. */
  assertSound?(name: string, content: object, body: PalFileBody): void;
}

interface PalFileRoutes {
  readonly get: typeof getTemplate | typeof getImportRule;
  readonly versions: typeof getTemplateVersions | typeof getImportRuleVersions;
  readonly put: typeof putTemplate | typeof putImportRule;
  readonly remove: typeof deleteTemplate | typeof deleteImportRule;
}

/** Mounts one file, its former versions, and how it is replaced and deleted. */
export function mountPalFile(
  { routes, write, clock }: { routes: Routes; write: MountFileWrite; clock: Clock },
  { get, versions, put, remove }: PalFileRoutes,
  { kind, field, files, examine, assertSound }: PalFileKind,
): void {
  /** Throws the NOT_FOUND code of the kind. */
  const answerOf = (name: string) => {
    const file = files.read(name);
    const { problems, more } = examine(file);
    const { text: Text, content } = file;
    return { ...fileFieldsOf(file, problems), Text, ...(content && { [field]: content }), ...more };
  };
  type Action = 'created' | 'changed' | 'deleted';
  const saved = (name: string, reply: object, action: Action, token: Token): FileWrite => ({
    reply,
    summary: `${kind === 'rules' ? 'import rules' : kind} ${name} ${action}`,
    event: { type: 'template.saved', data: { kind, name, action, issuer: token.name } },
  });
  routes.read(get, ({ params: { name } }) => serialize(answerOf(name)));
  routes.read(versions, ({ params: { name } }) =>
    serialize({ Versions: files.versions(name).map(versionAnswer) }),
  );
  write(put, ({ params: { name: requestedName }, body, headers, token }) => {
    const replaced = replacedVersion(headers);
    const { content, bytes } = contentOf(body, field);
    assertSound?.(requestedName, content, body);
    const name = files.replace(requestedName, bytes, replaced, clock.now());
    return saved(name, answerOf(name), replaced === null ? 'created' : 'changed', token);
  });
  write(remove, ({ params: { name: requestedName }, headers, token }) => {
    const name = files.delete(requestedName, replacedVersion(headers), clock.now());
    return saved(name, { Deleted: name }, 'deleted', token);
  });
}

/** The common fields of answers about a file. */
export function fileFieldsOf({ name, state, changedAtMs }: PalFile, Problems: FileProblem[]) {
  return {
    Name: name,
    Bytes: state?.bytes.length ?? 0,
    ChangedAt: new Date(changedAtMs).toISOString(),
    ETag: state?.etag ?? '',
    Problems,
  };
}

export function versionAnswer({ replacedAtMs, etag, bytes, text }: KeptVersion): FileVersion {
  return { ReplacedAt: new Date(replacedAtMs).toISOString(), ETag: etag, Bytes: bytes.length, Text: text };
}

const FILES_IN_A_TURN = 16;

/** A page of the files whose name has the text, and the cursor of the next one. */
export async function pageOfFiles<Row>(
  files: PalFiles,
  { Find = '', Limit = DEFAULT_PAGE, Cursor = '' }: { Find?: string; Limit?: number; Cursor?: string },
  rowOf: (file: PalFile) => Row,
): Promise<{ Total: number; Matching: number; rows: Row[]; Next?: string }> {
  const names = files.names();
  const searched = Find.toLowerCase();
  const matching = names.filter((name) => name.toLowerCase().includes(searched));
  const page = matching.filter((name) => name > Cursor).slice(0, Limit);
  const rows: Row[] = [];
  for (const [at, name] of page.entries()) {
    if (at % FILES_IN_A_TURN === FILES_IN_A_TURN - 1) await nextTurn();
    const file = files.find(name);
    if (file !== undefined) rows.push(rowOf(file));
  }
  const last = page.at(-1);
  const more = last !== undefined && last !== matching.at(-1);
  return { Total: names.length, Matching: matching.length, rows, ...(more && { Next: last }) };
}

/** A body's content and the bytes to save; Text is kept verbatim. Throws VALIDATION_FAILED. */
export function contentOf(
  body: PalFileBody,
  field: PalFileKind['field'],
): { content: Record<string, unknown>; bytes: Buffer } {
  const { [field]: object, Text: text } = body;
  const wrong = (Path: string, Message: string) => problemsRefusal('VALIDATION_FAILED', [{ Path, Message }]);
  if ((object === undefined) === (text === undefined)) throw wrong('', `must hold either ${field} or Text`);
  const bytes = Buffer.from(text ?? formatJson(object));
  const { content, problem = '' } = objectIn(bytes.toString('utf8'));
  if (content === undefined) throw wrong('/Text', problem);
  if (bytes.length > FILE_BYTES.pal) {
    const message = `makes a file of ${bytes.length} bytes; at most ${FILE_BYTES.pal} are read`;
    throw wrong(text === undefined ? `/${field}` : '/Text', message);
  }
  return { content, bytes };
}

/** Mounts the Pal templates: files that are replaced outside the game, which reads them on demand. */
export function mountTemplates(
  routes: Routes,
  { data, clock, settings, catalogue }: Service,
  write: MountFileWrite,
): void {
  const files = palFiles({
    folder: data.templates,
    versions: join(data.versions, 'Templates'),
    notFound: 'TEMPLATE_NOT_FOUND',
  });
  const check = (template: unknown) => {
    const rules = settings.current.config;
    // Random values are the middle ones, so that equal checks have equal answers.
    return checkPalTemplate({ catalogue, rules, random: () => 0.5, files: operatorFiles(data) }, template);
  };

  function problemsOf({ content, problem }: PalFile): FileProblem[] {
    if (problem !== undefined) return [{ Path: '', Message: problem }];
    const refused = check(content).Fields.filter(({ Verdict }) => Verdict === 'Refused');
    return refused.map(({ Path, Why }) => ({ Path, Message: Why }));
  }

  function rowOf(file: PalFile): PalTemplateRow {
    const { PalID, Level } = file.content ?? {};
    return {
      ...fileFieldsOf(file, problemsOf(file)),
      PalID: typeof PalID === 'string' ? PalID : '',
      ...(typeof Level === 'number' && { Level }),
    };
  }

  routes.read(getTemplates, async ({ query }) => {
    const { rows, ...meta } = await pageOfFiles(files, query, rowOf);
    return serialize({ ...meta, Templates: rows });
  });
  mountPalFile(
    { routes, write, clock },
    { get: getTemplate, versions: getTemplateVersions, put: putTemplate, remove: deleteTemplate },
    { kind: 'template', field: 'Template', files, examine: (file) => ({ problems: problemsOf(file) }) },
  );
  write(checkTemplate, ({ body }) => {
    const { Fields, Pal } = check(contentOf(body, 'Template').content);
    return { reply: { Fields, ...(Pal && { Pal }) }, withoutEntry: true };
  });
}
