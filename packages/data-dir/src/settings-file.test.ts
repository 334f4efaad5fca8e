import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { configFile } from '@palatine/engine/config';
import { settingNodes, valueAt, withValueAt } from '@palatine/platform/list-settings';
import { testFolder } from '@palatine/platform/testing';
import { whitelistFile } from './banlist-file.ts';
import { restConfigFile } from './rest-config.ts';
import { fleetFile, serverFile } from './server-file.ts';
import { readToken } from './tokens.ts';

const folder = testFolder();
const FILES = [configFile, restConfigFile, serverFile, fleetFile, whitelistFile];

function written(content: unknown): string {
  const file = join(folder, 'settings.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

function errorOf(settings: { read(file: string): unknown }, content: object): string {
  try {
    settings.read(written(content));
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

test('every setting has a valid default', () => {
  for (const file of FILES) {
    assert.deepEqual(file.examine('{}').problems, []);
    for (const { key, node } of settingNodes(file.schema))
      assert.ok('default' in node, `${file.name} ${key}`);
  }
});

for (const file of [configFile, restConfigFile, serverFile, fleetFile]) {
  test(`every setting of ${file.name} has a name and a meaning, and takes no value of another type`, () => {
    for (const { key, path, node, title, meaning } of settingNodes(file.schema)) {
      assert.ok(title.length > 2 && meaning.length > 4, key);
      const wrong = node.type === 'number' || node.type === 'integer' ? 'many' : { wrong: 1 };
      const [problem = '', ...others] = file.examine(JSON.stringify(withValueAt({}, path, wrong))).problems;
      assert.ok(problem.startsWith(`${key} must be `), problem);
      assert.deepEqual(others, []);
    }
  });
}

test('a single text stands for a list of one in every setting, and an empty text for an empty list', () => {
  let lists = 0;
  for (const file of FILES) {
    for (const { key, path, node } of settingNodes(file.schema)) {
      if (node.type !== 'array' || node.items?.type !== 'string') continue;
      lists += 1;
      const value = key === 'Maintenance.Daily' ? '05:00' : '10.0.0.0/8';
      const { problems, settings } = file.examine(JSON.stringify(withValueAt({}, path, value)));
      assert.deepEqual(problems, [], `${file.name} ${key}`);
      assert.deepEqual(valueAt(settings, path), [value], `${file.name} ${key}`);
      assert.deepEqual(valueAt(file.examine(JSON.stringify(withValueAt({}, path, ''))).settings, path), []);
    }
  }
  assert.ok(lists > 10);
});

test('each invalid value of a file is reported with the expected and the actual value', () => {
  const wrong = {
    bannedTechnologies: ['x', 5],
    announcePunishments: 'yes',
    archives: { keepDays: -1, keepAtLeast: 1.5 },
    audit: null,
  };
  assert.deepEqual(errorOf(configFile, wrong).split(/: |; /).sort(), [
    'Config.json',
    'announcePunishments must be true or false, not "yes"',
    'archives.keepAtLeast must be a whole number, 0 or more, not 1.5',
    'archives.keepDays must be a number, 0 or more, not -1',
    'audit must be an object of keepDays, keepEntries, not null',
    'bannedTechnologies.1 must be a text in quotes, not 5',
  ]);
  const actual = errorOf(restConfigFile, { Port: 70000 });
  assert.equal(actual, 'RESTAPI/RESTConfig.json: Port must be a whole number from 0 to 65535, not 70000');
  assert.match(errorOf(configFile, { bannedMessage: ['x'.repeat(500)] }), /, not \["x{58}…$/);
});

test('a value of the right type is refused with its rule, and every pattern has its rule in words', () => {
  const maintenance = (Maintenance: object) => errorOf(serverFile, { Maintenance });
  const time = 'Server.json: Maintenance.Daily.0 must be a time of day such as 05:00, not';
  assert.equal(maintenance({ Daily: ['4:00'] }), `${time} "4:00"`);
  assert.equal(maintenance({ Daily: [4] }), `${time} 4`);
  const long = /^Server.json: Maintenance.Message must be at most 500 characters, not "x/;
  assert.match(maintenance({ Message: 'x'.repeat(501) }), long);
  const many = /CountdownSeconds must hold at most 32 entries/;
  assert.match(maintenance({ CountdownSeconds: Array(40).fill(5) }), many);
  const world = 'fleet.json: World must be 32 hexadecimal digits in lower case, or empty, not "isle"';
  assert.equal(errorOf(fleetFile, { World: 'isle' }), world);
  const described = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('pattern' in node) assert.ok('description' in node, JSON.stringify(node));
    for (const inner of Object.values(node)) described(inner);
  };
  for (const { schema } of FILES) described(schema);
});

test('a schedule, or commands, that Control does not use are named', () => {
  const warnings = (content: object) => serverFile.warnings(written(content));
  const attached = { SaveFolder: '/world' };
  const without =
    /^Server.json: Maintenance.(Daily|EveryHours) cannot restart anything: with Control.Kind Somebody/;
  for (const Maintenance of [{ EveryHours: 6 }, { Daily: ['05:00'] }]) {
    assert.match(warnings({ ...attached, Maintenance }).join(), without);
    const Control = { Kind: 'Docker', Container: 'palworld' };
    assert.deepEqual(warnings({ ...attached, Maintenance, Control }), []);
  }
  assert.deepEqual(warnings({ ...attached, Control: { Stop: ['stop'] } }), [
    'Server.json: Control.Stop has no effect while Control.Kind is Somebody',
  ]);
  assert.deepEqual(warnings(attached), []);
});

test('errors of a token file do not contain its secret', () => {
  const [Name, Token] = ['Shop', '74565'];
  for (const [content, error] of [
    [{ Name, Token: 74_565, Permissions: '*' }, 'Token must be a text that is not empty'],
    [{ Name, TokenSHA256: Token, Permissions: '*' }, 'TokenSHA256 must be 64 hexadecimal digits'],
    [
      '74565',
      'the file must be an object of Name, Token, TokenSHA256, Permissions, AnswerForm, Enabled, Expires',
    ],
    [{ Token, Permissions: '*' }, 'Name is missing'],
    [{ Name, Token, Permissions: 5 }, 'Permissions must be a text or a list of texts, not 5'],
  ] as const) {
    const message = readToken('Shop.json', JSON.stringify(content)).error ?? '';
    assert.equal(message, `Shop.json: ${error}`);
    assert.equal(message.includes(Token), false);
  }
});

test('an origin that no browser sends is reported', () => {
  const warnings = (origin: string) =>
    restConfigFile.warnings(written({ Cors: { 'Allowed-Origins': [origin] } }));
  const right = ['*', 'null', 'https://panel.example', 'http://localhost:5173', 'tauri://localhost'];
  const wrong = ['https://panel.example/', 'https://a.example/b', 'panel.example', 'https://A.example'];
  for (const origin of right) assert.deepEqual(warnings(origin), [], origin);
  for (const origin of [...wrong, 'https://a.example:443', 'https://*.example/', ''])
    assert.match(warnings(origin).join(), /Cors\.Allowed-Origins: .* matches no page/, origin);
});

test('an unknown key is ignored, and one similar to a known one is reported', () => {
  const warnings = (content: object) => configFile.warnings(written(content));
  assert.deepEqual(warnings({ playerResolution: 'Known', notes: 'ours', backups: { note: 'ours' } }), []);
  assert.deepEqual(warnings({ playerresolution: 'Known', backups: { keep_days: 1 }, banedMessage: '' }), [
    'Config.json: playerresolution is unknown and has no effect; did you mean playerResolution?',
    'Config.json: backups.keep_days is unknown and has no effect; did you mean backups.keepDays?',
    'Config.json: banedMessage is unknown and has no effect; did you mean bannedMessage?',
  ]);
  assert.deepEqual(restConfigFile.warnings(written({ port: 18_000, Limits: { 'max-queue': 5 } })), [
    'RESTAPI/RESTConfig.json: port is unknown and has no effect; did you mean Port?',
    'RESTAPI/RESTConfig.json: Limits.max-queue is unknown and has no effect; did you mean Limits.Max-Queue?',
  ]);
  assert.deepEqual(warnings({ ['__proto__']: {}, constructor: 1, toString: 2 }), []);
  writeFileSync(join(folder, 'broken.json'), '{');
  assert.deepEqual(configFile.warnings(join(folder, 'broken.json')), []);
  assert.deepEqual(configFile.warnings(join(folder, 'missing.json')), []);
});
