import { join } from 'node:path';
import { isFileName } from '@palatine/contract';
import { readImportRules } from '@palatine/world';
import type { DataPaths } from '../data-folder/data-folder.ts';
import { operatorFiles } from '../data-folder/operator-files.ts';
import { FILE_BYTES, readTextFile, UnreadableFileError } from '../data-folder/read-file.ts';
import { namesInFolder, parseJson } from '../data-folder/read-json.ts';
import type { Finding } from './finding.ts';

/** Templates and import rules. A request that names a wrong one is refused; the doctor finds it before. */
export function checkPals(data: DataPaths): Finding {
  const check = 'Pals';
  const templates = jsonFilesIn(data.templates);
  const rules = jsonFilesIn(data.importRules);
  const errors = [
    ...templates.flatMap((name) => templateErrors(data.templates, name)),
    ...rules.flatMap((name) => ruleErrors(data, name)),
  ];
  if (errors.length === 0) {
    return {
      check,
      state: 'ok',
      found: `${templates.length} templates, ${rules.length} files of import rules`,
    };
  }
  const todo = 'mend them; until then a request that needs them is refused';
  return { check, state: 'warn', found: [...new Set(errors)].join('; '), todo };
}

function jsonFilesIn(folder: string): string[] {
  return namesInFolder(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
}

function templateErrors(folder: string, name: string): string[] {
  const file = join(folder, name);
  if (!isFileName(name)) return [`${file}: no request can name it; rename it`];
  try {
    parseJson(readTextFile(file, FILE_BYTES.pal) ?? '');
    return [];
  } catch (error) {
    return [error instanceof UnreadableFileError ? error.message : `${file}: not JSON`];
  }
}

function ruleErrors(data: DataPaths, name: string): string[] {
  const files = operatorFiles({ data: data.path, templates: data.templates, importRules: data.importRules });
  const rules = readImportRules(files, name === 'Default.json' ? [] : [name.replace(/\.json$/, '')]);
  return 'problems' in rules ? rules.problems.map(({ Message }) => Message) : [];
}
