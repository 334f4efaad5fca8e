import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { logOf } from '@palatine/testing/log-lines';
import { runCommand, runJson } from '@palatine/testing/run-cli';
import { startService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { until } from '@palatine/testing/until';
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
  const other = { ...file, Name: 'D', Token: 'd' };
  const files = folder({ 'c.json': { ...file, Token: 'c' }, 'c.json.json': other });
  const several = /several tokens are called "c\.json": c\.json, c\.json\.json;/;
  assert.throws(() => revokeToken(files, 'c.json'), several);
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

const UNKNOWN = ['REST.Players.Red', 'Palatine.Metrics.Read'];
const FILES = {
  'Blanks.json': { Name: 'Blanks', Token: 'a long random text', Permissions: ['REST.Players.Read'] },
  'Known.json': { Name: 'Known', Token: 'GENERATE_A_LONG_UNIQUE_SECRET_HERE', Permissions: '*' },
  'Short.json': { Name: 'Short', Token: 'x', Permissions: '*' },
  'Wrong.json': { Name: 'Wrong', Token: 'long-enough-secret', Permissions: UNKNOWN },
  'None.json': { Name: 'None', Token: 'another-long-secret', Permissions: [] },
  'TokenExample.json': { Name: 'Shop', Token: 'my-own-long-secret-text', Permissions: ['REST.Items.*'] },
  'Renamed.json.txt': { Name: 'Renamed', Token: 'yet-another-long-secret', Permissions: '*' },
};

const EXPECTED = [
  /^Blanks\.json: no call can use it: /,
  /^None\.json: it has no permission/,
  /^Known\.json: its Token is a published example/,
  /^Short\.json: its Token can be guessed: give it at least 16 characters, not 1$/,
  /^Wrong\.json: no route requires REST\.Players\.Red$/,
  /^Renamed\.json\.txt: ignored, because its name does not end in \.json$/,
];

/** Checks that each is expected, and reported once. */
function assertExpected(messages: readonly string[]): void {
  for (const pattern of EXPECTED) {
    const found = messages.filter((line) => pattern.test(line));
    assert.equal(found.length, 1, `${pattern}: ${messages.join(' | ')}`);
  }
  assert.equal(messages.length, EXPECTED.length, messages.join(' | '));
  for (const { Token } of Object.values(FILES)) {
    if (Token.length > 1) assert.ok(!messages.join().includes(Token), 'no secret is shown');
  }
}

test('the log of a running server, token list and the doctor all report errors of a token file once', async () => {
  const { log, lines } = logOf('warn');
  const clock = new TestClock();
  await using service = await startService({ clock, log });
  const tokens = join(service.data, 'RESTAPI', 'Tokens');
  for (const [name, content] of Object.entries(FILES)) {
    writeFileSync(join(tokens, name), JSON.stringify(content), { mode: 0o600 });
  }
  chmodSync(join(tokens, 'Administrator.json'), 0o600);
  writeFileSync(join(tokens, 'Off.json.disabled'), '{}');
  mkdirSync(join(tokens, 'former'));
  const reasons = () =>
    lines.map((line) => JSON.parse(line) as { reason?: string }).flatMap(({ reason }) => reason ?? []);
  clock.advance(1000);
  await until('the files are read', () => reasons().length >= EXPECTED.length);
  assertExpected(reasons());
  clock.advance(1000);
  assert.equal(await service.statusFor('unknown'), 401, 'which reads the folder again');
  assert.equal(reasons().length, EXPECTED.length, 'each is logged once');

  const args = ['token', 'list', '--data', service.data];
  const list = await runJson<{ tokens: { file: string; warnings: string[] }[]; ignored: string[] }>(args);
  assertExpected([...list.answer.tokens.flatMap(({ warnings }) => warnings), ...list.answer.ignored]);
  const short = list.answer.tokens.find(({ file }) => file === 'Short.json');
  assert.equal(short?.warnings.length, 1, 'with the token');
  const text = await runCommand(['token', 'list', '--data', service.data]);
  assertExpected(text.stderr.trimEnd().replaceAll('warning: ', '').split('\n'));

  const command = ['doctor', '--data', service.data];
  const doctor = await runJson<{ findings: { check: string; state: string; found: string }[] }>(command);
  const finding = doctor.answer.findings.find(({ check }) => check === 'tokens');
  assert.equal(finding?.state, 'warn');
  const findings = (finding?.found ?? '').split(/; (?=\w+\.json)/);
  const example = /^TokenExample\.json: ignored under this name; rename it to use its token$/;
  assert.match(findings.pop() ?? '', example);
  assertExpected(findings);

  rmSync(join(tokens, 'Short.json'));
  clock.advance(1000);
  await until('the change is read', async () => (await service.statusFor('x')) === 401);
  writeFileSync(join(tokens, 'Short.json'), JSON.stringify(FILES['Short.json']));
  clock.advance(1000);
  await until('it is logged again after a change', () => reasons().length === EXPECTED.length + 1);
});

test('token create knows the permission of /metrics, and its secret opens it', async () => {
  await using service = await startService();
  const args = ['token', 'create', 'Prom', '--permission', 'Palatine.Metrics.Read', '--data', service.data];
  const { stderr, stdout } = await runCommand(args);
  assert.equal(stderr, '');
  const authorization = `Bearer ${/^ {2}(\S+)$/m.exec(stdout)?.[1]}`;
  assert.equal((await service.fetch('/metrics', { authorization })).status, 200);
  assert.match((await runCommand(['token', 'create', '--help'])).stdout, /^ +Palatine\.Metrics\.Read$/m);
});
