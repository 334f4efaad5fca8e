import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BANLIST, isBrokenBanlist, readBanlist } from '../data-folder/banlist-file.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';
import { namesInFolder } from '../data-folder/read-json.ts';
import { reasonOf } from './check-settings.ts';
import type { Finding } from './finding.ts';

/** Banlist.json, and the broken ones that a server has put aside. */
export function checkBanlist({ banlist }: DataPaths): Finding {
  const check = BANLIST;
  const broken = errorOf(banlist);
  if (broken !== undefined) {
    const todo = `mend ${banlist}: a start is refused, and without the file nobody is banned`;
    return { check, state: 'fail', found: broken, todo };
  }
  const folder = dirname(banlist);
  const aside = namesInFolder(folder).filter(isBrokenBanlist).sort();
  if (aside.length > 0) {
    const reasons = aside.map((name) => `${name}: ${errorOf(join(folder, name)) ?? 'mended since'}`);
    return {
      check,
      state: 'warn',
      found: `a server could not read an edit and put it aside; ${reasons.join('; ')}`,
      todo: `bring what is missing into ${BANLIST}, then remove ${aside.join(', ')}`,
    };
  }
  return { check, state: 'ok', found: existsSync(banlist) ? 'valid' : 'missing, so nobody is banned' };
}

function errorOf(file: string): string | undefined {
  try {
    readBanlist(file, '');
    return undefined;
  } catch (error) {
    return reasonOf(error, BANLIST);
  }
}
