import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LIMITS } from '@palatine/contract';
import type { CheckedService } from './checked-service.ts';

/** Writes a template, an import rule or any other file below Pals, as a panel would. A string is written unchanged. */
export function writePalFile(service: Pick<CheckedService, 'data'>, file: string, content: unknown): void {
  const path = join(service.data, 'Pals', file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
}

/** Strict import rules, which refuse what a new data folder's own would adjust; `more` overrides some of them. */
export function importRules(more: object = {}): object {
  return {
    PalSelectionMode: 'AllowAllExceptBanned',
    MaxValueLimitAction: 'BlockImport',
    DisallowedPassivesAction: 'BlockImport',
    AllowGenderNone: false,
    MaxLevel: 80,
    MaxRank: 5,
    ...more,
  };
}

/** Templates for tests, by file name. Only `Good` is valid under any rules. */
const TEMPLATES: Record<string, unknown> = {
  'Good.json': {
    PalID: 'Anubis',
    Level: 12,
    Nickname: 'Rex',
    Gender: 'Male',
    Shiny: true,
    Passives: ['Legend'],
  },
  'With space (2).json': { PalID: 'sheepball' },
  'Ünïcode.json': '\uFEFF{"PalID":"Sheepball"}',
  'NotJson.json': '{ "PalID": ',
  'Empty.json': '',
  'AList.json': [],
  'Null.json': null,
  'NoPal.json': { Level: 5 },
  'UnknownPal.json': { PalID: 'NoSuchPal' },
  'BadLevel.json': { PalID: 'Anubis', Level: 0 },
  'TextLevel.json': { PalID: 'Anubis', Level: '5' },
  'HighLevel.json': { PalID: 'Anubis', Level: 81 },
  'HighIVs.json': { PalID: 'Anubis', IVs: { Health: 101 } },
  'HighSouls.json': { PalID: 'Anubis', PalSouls: { Attack: 21 } },
  'HighRank.json': { PalID: 'Anubis', PartnerSkillLevel: 6 },
  'BadGender.json': { PalID: 'Anubis', Gender: 'Both' },
  'NoGender.json': { PalID: 'Anubis', Gender: 'None' },
  'BadPassive.json': { PalID: 'Anubis', Passives: ['NoSuchPassive'] },
  'BadSkill.json': { PalID: 'Anubis', ActiveSkills: ['NoSuchSkill'] },
};

/** Template names every route refuses: not a plain file name, a missing file, or a file that does not import. */
export const BAD_NAMES: readonly string[] = [
  '',
  '.json',
  'Gone',
  '../Good',
  '..\\Good',
  './Good',
  'Templates/Good',
  '/etc/passwd',
  'C:\\Good.json',
  '..',
  '../../Config.json',
  '../ImportRules/Default',
  'Good\u0000',
  'x'.repeat(LIMITS.idChars),
  '.hidden',
  ...Object.keys(TEMPLATES)
    .filter((file) => !/^(Good|With|Ünï)/.test(file))
    .map((file) => file.replace('.json', '')),
];

export function writeTemplates(service: CheckedService): void {
  writePalFile(service, 'ImportRules/Default.json', importRules());
  for (const [file, content] of Object.entries(TEMPLATES)) {
    writePalFile(service, `Templates/${file}`, content === null ? 'null' : content);
  }
}
