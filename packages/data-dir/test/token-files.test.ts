import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { startService } from '@palatine/testing/start-service';
import { createToken, readTokenFolder, revokeToken } from '../src/token-files.ts';
import { permissionWarning } from '../src/token-warnings.ts';

const parent = testFolder();
let count = 0;

function folder(files: Record<string, object | string> = {}): string {
  const path = join(parent, `${++count}`);
  mkdirSync(path);
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(path, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return path;
}

const anyone = { permissions: ['REST.Version.Read'], answerForm: undefined, plain: false };

test('a token file is readable by its owner only, and a name is unique', () => {
  const tokens = folder();
  const { file } = createToken(tokens, { ...anyone, name: 'Panel' });
  if (process.platform !== 'win32') assert.equal(statSync(join(tokens, file)).mode & 0o777, 0o600);
  assert.throws(() => createToken(tokens, { ...anyone, name: 'Panel' }), /there is a token "Panel" already/);
  for (const name of ['', '../x', 'a/b', '.hidden', 'TokenExample']) {
    assert.throws(() => createToken(tokens, { ...anyone, name }), { name: 'ConfigError' }, name);
  }
  assert.deepEqual(readdirSync(tokens), ['Panel.json']);
});

test('the list says whether each file is valid', () => {
  const TWINS = 'a.json and b.json hold the same token with different permissions; none of them is valid';
  const tokens = folder({
    'a.json': { Name: 'A', Token: 'same', Permissions: '*' },
    'b.json': { Name: 'B', Token: 'same', Permissions: 'REST.*' },
    'c.json': { Name: 'C', TokenSHA256: 'f'.repeat(64), Permissions: ['REST.Items.Read'] },
    'd.json': '{',
    'e.json': '{"Name":"E","Token":"hidden","Permissions":[],"Permissions":"*"}',
    'TokenExample.json': '{',
  });
  assert.deepEqual(
    readTokenFolder(tokens).tokens.map(({ file, hashed, error }) => [file, hashed, error ?? '']),
    [
      ['a.json', false, TWINS],
      ['b.json', false, TWINS],
      ['c.json', true, ''],
      ['d.json', false, 'd.json: not JSON (or half written)'],
      ['e.json', false, 'e.json: has the key "Permissions" twice: line 1, column 47'],
    ],
  );
});

test('a file that does not parse is revoked by its file name', () => {
  const tokens = folder({ 'd.json': '{' });
  assert.equal(revokeToken(tokens, 'd.json'), 'd.json');
  assert.throws(() => revokeToken(tokens, 'd.json'), /there is no token/);
});

test('an ambiguous name revokes no token', () => {
  const file = { Name: 'Twin', Permissions: '*' };
  const tokens = folder({ 'a.json': { ...file, Token: 'a' }, 'b.json': { ...file, Token: 'b' } });
  assert.throws(() => revokeToken(tokens, 'Twin'), /several tokens are called "Twin": a\.json, b\.json/);
  assert.equal(revokeToken(tokens, 'b.json'), 'b.json');
  const files = folder({
    'c.json': { ...file, Token: 'c' },
    'c.json.json': { ...file, Name: 'D', Token: 'd' },
  });
  assert.throws(
    () => revokeToken(files, 'c.json'),
    /several tokens are called "c\.json": c\.json, c\.json\.json;/,
  );
});

test('a permission that no route requires causes a warning, with a suggestion', () => {
  const sound = '* Palatine.Metrics.Read REST.* REST.Items.* REST.Items.Read Palatine.Audit.Read'.split(' ');
  for (const permission of sound) assert.equal(permissionWarning(permission), undefined, permission);
  assert.match(permissionWarning('rest.items.read') ?? '', /did you mean REST\.Items\.Read\?/);
  assert.match(permissionWarning('REST.Items') ?? '', /did you mean REST\.Items\.\*\?/);
  assert.equal(permissionWarning('Shop'), 'no route requires Shop');
});

test('AnswerForm of a token file is case-insensitive; an invalid one skips the file and lists the allowed values', async () => {
  await using service = await startService();
  const lower = service.addToken('*', { AnswerForm: 'wrapped' });
  const guilds = await service.fetch('/v1/pdapi/guilds', { authorization: `Bearer ${lower}` });
  assert.deepEqual(Object.keys((await guilds.json()) as object), ['Meta', 'Guilds']);
  const wrong = service.addToken('*', { AnswerForm: 'Wraped' });
  const refused = await service.fetch('/v1/pdapi/guilds', { authorization: `Bearer ${wrong}` });
  assert.equal(refused.status, 401);
  const files = readTokenFolder(join(service.data, 'RESTAPI', 'Tokens')).tokens;
  const { error } = files.find(({ file }) => file === `${wrong}.json`) ?? {};
  assert.match(error ?? '', /AnswerForm must be "Flat" or "Wrapped", not "Wraped"/);
  assert.deepEqual(await service.api.reloadConfig(), { Success: true }, 'token files need no reload');
});
