import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Chance, hexDigits } from './chance.ts';
import { savedFolderOf } from './game-settings.ts';

/**
 * The bans of the server, kept in `SaveGames/banlist.txt` (docs/game-server.md#settings-and-ban-files). Read at boot
 * and never again: not proved.
 */
export interface Bans {
  has(userId: string): boolean;
  /** @returns the 32 hex digits beside the ban, which are not the player's. */
  ban(userId: string): string;
  /** Blanks the entry; nothing to blank is no error. @returns the digits of the ban there was. */
  unban(userId: string): string;
  list(): string[];
}

/** Entries of older or hand-made lists may lack the digits, have comments, or be all on one line. */
const ENTRY = /([a-z]+\d?_\d+)(?:,([0-9A-Fa-f]{32}))?/g;

export function openBans(saveFolder: string, chance: Chance): Bans {
  const file = join(savedFolderOf(saveFolder), 'SaveGames', 'banlist.txt');
  const lines = existsSync(file) ? linesOf(readFileSync(file, 'utf8')) : [];
  const indexOf = (userId: string) => lines.findIndex((line) => line.split(',')[0] === userId);
  const digitsAt = (index: number) => lines[index]?.split(',')[1] ?? hexDigits(chance);
  const write = () => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  };
  return {
    has: (userId) => indexOf(userId) >= 0,
    ban: (userId) => {
      const index = indexOf(userId);
      if (index >= 0) return digitsAt(index);
      const digits = hexDigits(chance);
      lines.push(`${userId},${digits}`);
      write();
      return digits;
    },
    unban: (userId) => {
      const index = indexOf(userId);
      const digits = digitsAt(index);
      if (index >= 0) {
        lines[index] = '';
        write();
      }
      return digits;
    },
    list: () => lines.flatMap((line) => (line === '' ? [] : [line.split(',')[0] ?? ''])),
  };
}

function linesOf(text: string): string[] {
  const withoutComments = text.replace(/#.*$/gm, '');
  return [...withoutComments.matchAll(ENTRY)].map(([, userId = '', digits]) =>
    digits === undefined ? userId : `${userId},${digits}`,
  );
}
