import { join } from 'node:path';
import {
  checkImportRule,
  deleteImportRule,
  type FileProblem,
  getImportRule,
  getImportRules,
  getImportRuleVersions,
  type ImportRuleRow,
  jsonBaseName,
  problemsRefusal,
  putImportRule,
} from '@palatine/contract';
import { operatorFiles } from '@palatine/engine/operator-files';
import { type PalFile, palFiles } from '@palatine/engine/pal-files';
import { serialize } from '@palatine/platform/response-bytes';
import type { MountFileWrite } from '@palatine/web/file-writes';
import type { Routes } from '@palatine/web/routes';
import { DEFAULT_IMPORT_RULES, type ImportRules, readImportRules } from '@palatine/world/import-rules';
import { withSuggestions } from '@palatine/world/validation';
import type { Service } from '../service/service.ts';
import { contentOf, fileFieldsOf, mountPalFile, type PalFileBody, pageOfFiles } from './pal-file-routes.ts';

/** The file with the rules for every species. */
const DEFAULT = 'Default';

/** Mounts the import rules: files that are replaced outside the game, which reads them with every template. */
export function mountImportRules(
  routes: Routes,
  { data, clock, catalogue, settings }: Service,
  write: MountFileWrite,
): void {
  const disk = operatorFiles(data);
  const files = palFiles({
    folder: data.importRules,
    versions: join(data.versions, 'ImportRules'),
    notFound: 'RULES_NOT_FOUND',
  });

  /** The rules as they would be with this content in the file of this name. */
  function check(
    name: string,
    content: unknown,
  ): { problems: FileProblem[]; more?: { InForce: ImportRules } } {
    const read = (fileName: string) => (fileName === name ? content : disk.importRules(fileName));
    const game = { catalogue, rules: settings.current.config, files: { importRules: read } };
    const rules = readImportRules(withSuggestions(game), name === DEFAULT ? [] : [name]);
    if (!('problems' in rules)) return { problems: [], more: { InForce: rules.limits } };
    const begin = `Pals/ImportRules/${name}.json`;
    const problems = rules.problems.filter(({ Message }) => Message.startsWith(begin));
    return { problems: problems.map(withoutFile(begin)) };
  }

  const examine = ({ name, content, problem }: PalFile) =>
    problem === undefined ? check(name, content) : { problems: [{ Path: '', Message: problem }] };
  const rowOf = (file: PalFile): ImportRuleRow => fileFieldsOf(file, examine(file).problems);

  function assertSound(name: string, content: object, { Text }: PalFileBody): void {
    const { problems } = check(jsonBaseName(name) ?? name, content);
    if (problems.length === 0) return;
    const inBody = problems.map(({ Path, Message }) => ({
      Path: Text === undefined ? `/Rules${Path}` : '/Text',
      Message,
    }));
    throw problemsRefusal('VALIDATION_FAILED', inBody);
  }

  routes.read(getImportRules, async ({ query }) => {
    const { rows, Next, ...meta } = await pageOfFiles(files, query, rowOf);
    return serialize({ ...meta, Rules: rows, Defaults: DEFAULT_IMPORT_RULES, Next });
  });
  mountPalFile(
    { routes, write, clock },
    { get: getImportRule, versions: getImportRuleVersions, put: putImportRule, remove: deleteImportRule },
    { kind: 'rules', field: 'Rules', files, examine, assertSound },
  );
  write(checkImportRule, ({ body }) => {
    const { problems, more } = check(body.Name, contentOf(body, 'Rules').content);
    return { reply: { Problems: problems, ...more }, withoutEntry: true };
  });
}

/** The reader of the rules names the file and the key: `Pals/ImportRules/Default.json: MaxLevel must be …`. */
function withoutFile(file: string): (problem: FileProblem) => FileProblem {
  return ({ Message }) => {
    const text = Message.slice(file.length).replace(/^:? /, '');
    const [, key, rule] = /^([\w.]+) (.*)$/s.exec(text) ?? [];
    if (key === undefined || rule === undefined || !Message.startsWith(`${file}: `))
      return { Path: '', Message: text };
    return { Path: `/${key.replace('.', '/')}`, Message: rule };
  };
}
