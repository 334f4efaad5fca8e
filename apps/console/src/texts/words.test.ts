import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERROR_CODES, SENTENCES } from '@palatine/contract';
import * as firstEnglish from './en/first.ts';
import * as fleetEnglish from './en/fleet.ts';
import * as restEnglish from './en/rest.ts';
import reworded from './reworded.json' with { type: 'json' };
import * as firstChinese from './zh-cn/first.ts';
import * as fleetChinese from './zh-cn/fleet.ts';
import * as restChinese from './zh-cn/rest.ts';

/** Every text below a table, with its path; of a function each literal of its source, without what is filled in. */
function textsOf(value: unknown, path = ''): { path: string; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value.replaceAll(/\{\w+\}/g, '') }];
  if (typeof value === 'function') {
    const literals = String(value).match(/'(?:[^'\\\n]|\\.)*'|`[^`]*`/g) ?? [];
    return literals.map((text) => ({ path, text: text.slice(1, -1).replaceAll(/\$\{[^}]*\}/g, '') }));
  }
  return Object.entries(value ?? {}).flatMap(([name, inner]) => textsOf(inner, `${path}.${name}`));
}

const english = textsOf({ ...firstEnglish, ...restEnglish, ...fleetEnglish, sentences: SENTENCES });
const chinese = textsOf({ ...firstChinese, ...restChinese, ...fleetChinese });

test('no text has a wording that was replaced, and each new one is there', () => {
  const old = Object.keys(reworded).flatMap((wording) =>
    english
      .filter(({ text }) => (wording.startsWith('=') ? text === wording.slice(1) : text.includes(wording)))
      .map(({ path, text }) => `${path}: ${text}`),
  );
  assert.deepEqual(old, []);
  const missing = Object.values(reworded).filter(
    (wording) => !english.some(({ text }) => text.includes(wording)),
  );
  assert.deepEqual(missing, []);
});

/** Names that look like those of code, and why an administrator knows them. */
const KNOWN: Readonly<Record<string, string>> = {
  PlayerUID: 'the game and its save files say so',
  UserId: 'the ban list of the game says so',
  ItemID: 'the column of item lists everywhere',
  PalID: 'the name of a file of import rules',
  JavaScript: 'the language',
  'AllowList.json': 'a file that one edits',
  'Banlist.json': 'a file that one brings',
  'Server.json': 'a file that one edits',
  'Config.json': 'likewise',
  'WhiteList.json': 'a file of PalDefender',
  PalDefender: 'the plugin that one may come from',
  SaveBackups: 'a folder',
  keepDays: 'a setting in it, for a doctor who may not change it',
  useWhitelist: 'likewise',
  'Rest.PasswordFile': 'a setting of Server.json',
  PasswordFile: 'its end',
  'Control.Socket': 'likewise',
  AdminPassword: 'a setting of the game',
  DedicatedServerName: 'likewise',
  GameUserSettings: 'a file of the game',
  DefaultPalWorldSettings: 'likewise',
  OptionSettings: 'its only setting',
  PalGameWorldSettings: 'its section',
  'Pal.PalGameWorldSettings': 'likewise',
};
const CODE = [
  /\b[A-Za-z]*[a-z][A-Z]\w*(?:\.json)?/g, // camelCase, PascalCase
  /\b[A-Z][A-Za-z]+\.(?:[A-Z][A-Za-z]+|json)\b/g, // paths of settings, permissions, files
  /\b(?:GET|PUT|POST|PATCH|DELETE) \/\w*/g,
  /\/v1\/\w*/g,
];

test('no text holds an identifier of the code', () => {
  const codes = new RegExp(`\\b(?:${ERROR_CODES.join('|')})\\b`, 'g');
  const found = [...english, ...chinese].flatMap(({ path, text }) =>
    [...CODE, codes]
      .flatMap((pattern) => text.match(pattern) ?? [])
      .filter((name) => !Object.hasOwn(KNOWN, name) && !/^(REST|Palatine)\.\w+/.test(name))
      .map((name) => `${path}: ${name}`),
  );
  assert.deepEqual(found, []);
});

test('an exception that no text needs is no longer listed', () => {
  const all = [...english, ...chinese].map(({ text }) => text).join('\n');
  assert.deepEqual(
    Object.keys(KNOWN).filter((name) => !all.includes(name)),
    [],
  );
});
