import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogueProblem } from '@palatine/world';
import { readBanlist } from '../../data-folder/banlist-file.ts';
import { openCatalogue } from '../../data-folder/catalogue.ts';
import { configFile } from '../../data-folder/config.ts';
import type { DataPaths } from '../../data-folder/data-folder.ts';
import { parseJson } from '../../data-folder/read-json.ts';
import { restConfigFile } from '../../data-folder/rest-config.ts';
import { bytesOf } from '../../store/world-readers.ts';
import { bytesText } from '../terminal.ts';
import type { Finding } from './finding.ts';

const NODE_WANTED = 24;
/** Below this a server is about to refuse writes. */
const LEAST_FREE = 100 * 1024 * 1024;

export function checkNode(): Finding {
  const check = 'Node';
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= NODE_WANTED) return { check, state: 'ok', found: process.versions.node };
  const todo = 'run npm install in the project, which brings the right one along';
  return { check, state: 'fail', found: `${process.versions.node} is older than ${NODE_WANTED}`, todo };
}

/** Problems a line of the report lists before it only counts them. */
const SHOWN_PROBLEMS = 5;

/** Our own tables have to be readable; a wrong file or row of the operator's overlay is left out by the server. */
export function checkCatalogue(data: DataPaths): Finding {
  const check = 'catalogue';
  try {
    const { items, pals, technologies, problems } = openCatalogue(data);
    const found = `${items.size} items, ${pals.size} Pals, ${technologies.size} technologies`;
    if (problems.length === 0) return { check, state: 'ok', found };
    const texts = problems.slice(0, SHOWN_PROBLEMS).map(catalogueProblemText);
    const more = problems.length > texts.length ? `; and ${problems.length - texts.length} more` : '';
    const todo =
      'correct these files, or move them away; until then the server leaves out what is wrong in them';
    return { check, state: 'warn', found: `${texts.join('; ')}${more}`, todo };
  } catch (error) {
    const todo = 'the installation is damaged; check it out or install it again';
    return { check, state: 'fail', found: (error as Error).message, todo };
  }
}

function catalogueProblemText({ file, place, reason }: CatalogueProblem): string {
  return [file, place, reason].filter((part) => part !== '').join(': ');
}

export function checkFolder({ path }: DataPaths): Finding[] {
  const check = 'data folder';
  if (!existsSync(path)) {
    const todo = 'palatine init makes it; --data or PALATINE_DATA names another one';
    return [{ check, state: 'fail', found: `${path} is not there`, todo }];
  }
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    const todo = `let ${process.env.USER ?? 'the user who runs the server'} read and write it (chown, chmod)`;
    return [{ check, state: 'fail', found: `${path} cannot be written`, todo }];
  }
  return [{ check, state: 'ok', found: path }];
}

export async function checkDisk(data: DataPaths): Promise<Finding> {
  const check = 'disk';
  const { bavail, bsize } = await statfs(data.path);
  const free = bavail * bsize;
  const found = `${bytesText(free)} free`;
  const world = bytesOf(data.world);
  if (free < LEAST_FREE) {
    return {
      check,
      state: 'fail',
      found,
      todo: 'make room: a server that cannot write refuses every change',
    };
  }
  if (free < 3 * world) {
    const todo = 'make room, or have backups and archives swept (backups.keepDays in Config.json)';
    return { check, state: 'warn', found: `${found}, and the world has ${bytesText(world)}`, todo };
  }
  return { check, state: 'ok', found };
}

export function checkSettings(data: DataPaths): Finding[] {
  return [
    checkFile('Config.json', data.config, () => void configFile.read(data.config)),
    checkRest(data),
    checkFile('Banlist.json', data.banlist, () => void readBanlist(data.banlist, '')),
    checkPals(data),
  ];
}

function checkRest({ restConfig }: DataPaths): Finding {
  let enabled = true;
  const finding = checkFile(restConfigFile.name, restConfig, () => {
    enabled = restConfigFile.read(restConfig).Enabled;
  });
  if (enabled) return finding;
  const { check } = finding;
  return { check, state: 'warn', found: 'Enabled is false', todo: 'set it to true to serve anything' };
}

function checkFile(check: string, file: string, read: () => void): Finding {
  try {
    read();
    return { check, state: 'ok', found: existsSync(file) ? 'right' : 'not there, so all is default' };
  } catch (error) {
    const found = (error as Error).message;
    return { check, state: 'fail', found, todo: `mend ${file}, or move it away to get the defaults` };
  }
}

/** A template that does not parse is told of when it is named; the doctor tells before. */
function checkPals({ templates, importRules }: DataPaths): Finding {
  const check = 'Pals';
  const files = [templates, importRules].flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => name.endsWith('.json'))
          .map((name) => join(folder, name))
      : [],
  );
  const broken = files.filter((file) => !isJson(file));
  if (broken.length === 0) return { check, state: 'ok', found: `${files.length} templates and import rules` };
  return {
    check,
    state: 'warn',
    found: `${broken.join(', ')}: not JSON`,
    todo: 'mend them; until then what names them is refused',
  };
}

function isJson(file: string): boolean {
  try {
    parseJson(readFileSync(file, 'utf8'));
    return true;
  } catch {
    return false;
  }
}
