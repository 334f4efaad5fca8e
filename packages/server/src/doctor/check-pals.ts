import { dirname, join } from 'node:path';
import { isFileName } from '@palatine/contract';
import { openCatalogue } from '../data-folder/catalogue.ts';
import { configFile } from '../data-folder/config.ts';
import { counted } from '../data-folder/counted.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';
import { FILE_BYTES, readTextFile, UnreadableFileError } from '../data-folder/read-file.ts';
import { namesInFolder, parseJson } from '../data-folder/read-json.ts';
import { importRuleFaults } from '../data-folder/restriction-faults.ts';
import type { Finding } from './finding.ts';

/** A folder of the original. */
const SUMMONS = 'Summons';

/** Templates and import rules. A request that names a wrong one is refused; the doctor finds it before. */
export function checkPals(data: DataPaths): Finding {
  const check = 'Pals';
  const templates = jsonFilesIn(data.templates);
  const rules = jsonFilesIn(data.importRules);
  const errors = [...templates.flatMap((name) => templateErrors(data.templates, name)), ...ruleErrors(data)];
  const besides =
    namesInFolder(join(dirname(data.templates), SUMMONS)).length > 0
      ? [`no effect here: Pals/${SUMMONS}`]
      : [];
  if (errors.length === 0) {
    const found = `${counted(templates.length, 'template')}, ${counted(rules.length, 'file')} of import rules`;
    return { check, state: 'ok', found: [found, ...besides].join('; ') };
  }
  const todo = 'mend them; until then a request that needs them is refused';
  return { check, state: 'warn', found: [...new Set(errors), ...besides].join('; '), todo };
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

/** With the rules of a new Config.json where it is wrong, which is a finding of its own. */
function ruleErrors(data: DataPaths): string[] {
  const rules = configFile.readOver(data.config).settings ?? configFile.defaults;
  return importRuleFaults(data, { catalogue: openCatalogue(data), rules }).map(({ reason }) => reason);
}
