import { existsSync, readFileSync } from 'node:fs';
import { type Banlist, Banlist as BanlistShape } from '@palisade/contract';
import { Compile } from 'typebox/compile';
import { OperatorFault } from './operator-fault.ts';

const NAME = 'Banlist.json';
// Hand edits may add keys of their own; they are kept out of answers, not refused.
const check = Compile(BanlistShape);

/** A ban list nobody is on. */
export function emptyBanlist(bannedMessage: string): Banlist {
  return { Version: 1, BannedMessage: bannedMessage, UserEntries: [], IPEntries: [] };
}

/** Reads Banlist.json; throws an OperatorFault that says what is wrong with it. A missing file is an empty list. */
export function readBanlist(file: string, bannedMessage: string): Banlist {
  if (!existsSync(file)) return emptyBanlist(bannedMessage);
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new OperatorFault(`${NAME}: not JSON: ${(error as Error).message}`, { cause: error });
  }
  if (!check.Check(value)) {
    const faults = [...check.Errors(value)].map(
      (fault) => `${fault.instancePath || 'the file'} ${fault.message}`,
    );
    throw new OperatorFault(`${NAME}: ${faults.slice(0, 5).join('; ')}`);
  }
  return value;
}
