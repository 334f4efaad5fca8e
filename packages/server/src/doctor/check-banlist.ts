import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BANLIST, examineBanlist, isBrokenBanlist } from '../data-folder/banlist-file.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';
import { UnreadableFileError } from '../data-folder/read-file.ts';
import { namesInFolder } from '../data-folder/read-json.ts';
import { reasonOf } from './check-settings.ts';
import type { Finding } from './finding.ts';

/** Banlist.json, and the broken ones that a server has put aside. */
export function checkBanlist({ banlist }: DataPaths): Finding {
  const check = BANLIST;
  const { broken, problems } = faultsOf(banlist);
  if (broken !== undefined) {
    const todo = `mend ${banlist}: a start is refused, and without the file nobody is banned`;
    return { check, state: 'fail', found: broken, todo };
  }
  if (problems.length > 0) {
    const todo = `correct them in ${banlist} and call ReloadConfig: whom they mean is not banned by them`;
    return { check, state: 'fail', found: problems.join('; '), todo };
  }
  const folder = dirname(banlist);
  const aside = namesInFolder(folder).filter(isBrokenBanlist).sort();
  if (aside.length > 0) {
    const reasons = aside.map((name) => `${name}: ${reasonAside(join(folder, name))}`);
    return {
      check,
      state: 'warn',
      found: `a server could not read an edit and put it aside; ${reasons.join('; ')}`,
      todo: `bring what is missing into ${BANLIST}, then remove ${aside.join(', ')}`,
    };
  }
  return { check, state: 'ok', found: existsSync(banlist) ? 'valid' : 'missing, so nobody is banned' };
}

function faultsOf(file: string): { broken?: string; problems: readonly string[] } {
  try {
    return { problems: examineBanlist(file, '').problems };
  } catch (error) {
    const broken = error instanceof UnreadableFileError ? error.reason : reasonOf(error, BANLIST);
    return { broken, problems: [] };
  }
}

function reasonAside(file: string): string {
  const { broken, problems } = faultsOf(file);
  return broken ?? (problems.join('; ') || 'mended since');
}
