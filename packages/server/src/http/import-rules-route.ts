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
import { DEFAULT_IMPORT_RULES, type ImportRules, readImportRules, withSuggestions } from '@palatine/world';
import { operatorFiles } from '../data-folder/operator-files.ts';
import { type PalFile, palFiles } from '../data-folder/pal-files.ts';
import { serialize } from '../game/responses.ts';
import type { MountOwnWrite } from './own-writes.ts';
import {
  contentOf,
  fileFieldsOf,
  pageOfFiles,
  parsed,
  savedFile,
  versionAnswer,
} from './pal-file-answers.ts';
import { replacedVersion } from './replaced-version.ts';
import type { Routes } from './routes.ts';
import type { Service } from './service.ts';

/** The file whose rules hold for every species. */
const DEFAULT = 'Default';

/** What a file of rules comes to. */
interface CheckedRules {
  /** Of this file; those of Default.json are its own. */
  readonly problems: FileProblem[];
  readonly inForce: ImportRules | undefined;
}

/** Mounts the import rules: files that are read and replaced beside the game, which reads them with every template. */
export function mountImportRules(
  routes: Routes,
  { data, clock, catalogue, settings }: Service,
  write: MountOwnWrite,
): void {
  const { path, templates, importRules } = data;
  const disk = operatorFiles({ data: path, templates, importRules });
  const files = palFiles({
    folder: importRules,
    versions: join(data.versions, 'ImportRules'),
    notFound: 'RULES_NOT_FOUND',
  });

  /** The rules as they would be with this content in the file of this name. */
  function check(name: string, content: unknown): CheckedRules {
    const own = (other: string) => (other === name ? content : disk.importRules(other));
    const rules = readImportRules(
      withSuggestions({
        catalogue,
        rules: settings.current.config,
        files: { importRules: own },
      }),
      name === DEFAULT ? [] : [name],
    );
    if (!('problems' in rules)) return { problems: [], inForce: rules.limits };
    const begin = `Pals/ImportRules/${name}.json`;
    const problems = rules.problems.filter(({ Message }) => Message.startsWith(begin));
    return { problems: problems.map(withoutFile(begin)), inForce: undefined };
  }

  function checkFile(found: PalFile) {
    const file = parsed(found);
    if (file.problem !== undefined) {
      return { file, checked: { problems: [{ Path: '', Message: file.problem }], inForce: undefined } };
    }
    return { file, checked: check(file.name, file.content) };
  }

  function answerOf(name: string): ImportRuleFile {
    const { file, checked } = checkFile(files.read(name));
    return {
      ...fileFieldsOf(file, checked.problems),
      Text: file.text,
      ...(file.content && { Rules: file.content }),
      ...(checked.inForce && { InForce: checked.inForce }),
    };
  }

  function rowOf(found: PalFile): ImportRuleRow {
    const { file, checked } = checkFile(found);
    return fileFieldsOf(file, checked.problems);
  }

  routes.read(getImportRules, async ({ query }) => {
    const { rows, Next, ...meta } = await pageOfFiles(files, query, rowOf);
    return serialize({ ...meta, Rules: rows, Defaults: DEFAULT_IMPORT_RULES, Next });
  });
  routes.read(getImportRule, ({ params }) => serialize(answerOf(params.name)));
  routes.read(getImportRuleVersions, ({ params }) =>
    serialize({ Versions: files.versions(params.name).map(versionAnswer) }),
  );

  write(putImportRule, ({ params, body, headers, token }) => {
    const replaced = replacedVersion(headers);
    const { content, bytes } = contentOf(body.Rules, body.Text, 'Rules');
    const { problems } = check(jsonBaseName(params.name) ?? params.name, content);
    const field = body.Text === undefined ? 'Rules' : 'Text';
    if (problems.length > 0) throw problemsRefusal('VALIDATION_FAILED', problems.map(within(field)));
    const name = files.replace(params.name, bytes, replaced, clock.now());
    return savedFile('rules', name, {
      reply: answerOf(name),
      action: replaced === null ? 'created' : 'changed',
      token,
    });
  });
  write(deleteImportRule, ({ params, headers, token }) => {
    const name = files.delete(params.name, replacedVersion(headers), clock.now());
    return savedFile('rules', name, { reply: { Deleted: name }, action: 'deleted', token });
  });
  write(checkImportRule, ({ body }) => {
    const { content } = contentOf(body.Rules, body.Text, 'Rules');
    const { problems, inForce } = check(body.Name, content);
    return {
      reply: { Problems: problems, ...(inForce && { InForce: inForce }) },
      unchanged: true,
    };
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

function within(field: string): (problem: FileProblem) => FileProblem {
  return ({ Path, Message }) => ({ Path: field === 'Text' ? '/Text' : `/${field}${Path}`, Message });
}
