import { join } from 'node:path';
import {
  checkImportRule,
  deleteImportRule,
  type FileProblem,
  getImportRule,
  getImportRules,
  getImportRuleVersions,
  type ImportRuleFile,
  type ImportRuleRow,
  jsonBaseName,
  problemsRefusal,
  putImportRule,
} from '@palatine/contract';
import { operatorFiles } from '@palatine/data-dir/operator-files';
import { type PalFile, palFiles } from '@palatine/data-dir/pal-files';
import { serialize } from '@palatine/engine/responses';
import type { MountFileWrite } from '@palatine/web/file-writes';
import type { Routes } from '@palatine/web/routes';
import { DEFAULT_IMPORT_RULES, type ImportRules, readImportRules, withSuggestions } from '@palatine/world';
import type { Service } from '../service/service.ts';
import { contentOf, fileFieldsOf, mountPalFile, type PalFileBody, pageOfFiles } from './pal-file-routes.ts';

/** The file with the rules for every species. */
const DEFAULT = 'Default';

interface CheckedRules {
  /** Problems of this file, without those of Default.json. */
  readonly problems: FileProblem[];
  readonly inForce: ImportRules | undefined;
}

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
  function check(name: string, content: unknown): CheckedRules {
    const read = (other: string) => (other === name ? content : disk.importRules(other));
    const rules = readImportRules(
      withSuggestions({
        catalogue,
        rules: settings.current.config,
        files: { importRules: read },
      }),
      name === DEFAULT ? [] : [name],
    );
    if (!('problems' in rules)) return { problems: [], inForce: rules.limits };
    const begin = `Pals/ImportRules/${name}.json`;
    const problems = rules.problems.filter(({ Message }) => Message.startsWith(begin));
    return { problems: problems.map(withoutFile(begin)), inForce: undefined };
  }

  function checkFile({ name, content, problem }: PalFile): CheckedRules {
    if (problem === undefined) return check(name, content);
    return { problems: [{ Path: '', Message: problem }], inForce: undefined };
  }

  function answerOf(name: string): ImportRuleFile {
    const file = files.read(name);
    const { problems, inForce } = checkFile(file);
    return {
      ...fileFieldsOf(file, problems),
      Text: file.text,
      ...(file.content && { Rules: file.content }),
      ...(inForce && { InForce: inForce }),
    };
  }

  const rowOf = (file: PalFile): ImportRuleRow => fileFieldsOf(file, checkFile(file).problems);

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
    { kind: 'rules', field: 'Rules', files, answerOf, assertSound },
  );
  write(checkImportRule, ({ body }) => {
    const { problems, inForce } = check(body.Name, contentOf(body, 'Rules').content);
    return { reply: { Problems: problems, ...(inForce && { InForce: inForce }) }, withoutEntry: true };
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
