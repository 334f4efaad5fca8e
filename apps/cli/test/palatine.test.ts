import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { VERSION_LINE } from '@palatine/platform/version';
import { isRefused, runCommand, runJson, runProgram, succeeds } from '@palatine/testing/run-cli';
import { startProcess } from '@palatine/testing/start-process';

const ROOT = resolve(import.meta.dirname, '../../..');
const BIN = join(ROOT, 'apps/cli/bin/palatine.mjs');
const folder = testFolder();

test('a data folder that does not exist is exit code 1, and is not created', async () => {
  for (const args of [
    ['token', 'list'],
    ['world', 'info'],
    ['ban', 'list'],
    ['world', 'backup'],
  ]) {
    const expected = /^palatine: there is no data folder [^\n]+\n$/;
    await isRefused([...args, '--data', join(folder, 'none')], expected);
  }
  const command = ['world', 'info', '--data', join(folder, 'none')];
  const { code, answer } = await runJson<{ error: string }>(command);
  assert.equal(code, 1);
  assert.match(answer.error, /there is no data folder/);
  assert.equal(existsSync(join(folder, 'none')), false);
});

test('init makes a folder once, with a token that lies nowhere on disk', async () => {
  const data = join(folder, 'init');
  const first = await succeeds(['init', '--data', data]);
  const token = /^ {2}([\w-]{43})$/m.exec(first.stdout)?.[1] ?? '';
  assert.notEqual(token, '');
  const expected = ['Archives', 'Catalogue', 'Config.json', 'Pals', 'RESTAPI', 'palatine.lock'];
  assert.deepEqual(readdirSync(data).sort(), expected);
  const admin = readFileSync(join(data, 'RESTAPI', 'Tokens', 'Admin.json'), 'utf8');
  assert.ok(!admin.includes(token));
  const { answer } = await runJson<{ secret: null }>(['init', '--data', data]);
  assert.equal(answer.secret, null);
});

for (const [client, AnswerForm, playerResolution] of [
  ['palserver-gui', 'Wrapped', 'Known'],
  ['palworld-panel', 'Wrapped', 'Known'],
  ['PalLink', 'Wrapped', 'Online'],
  ['other', 'Flat', 'Online'],
]) {
  test(`init --for ${client} sets the answer form and the player resolution that it expects`, async () => {
    const data = join(folder, `for-${client}`);
    const { stdout } = await succeeds(['init', '--for', `${client}`, '--data', data]);
    assert.match(
      stdout,
      new RegExp(`For ${client}: AnswerForm is ${AnswerForm}, .* is ${playerResolution}\\.`),
    );
    assert.match(stdout, /^ {2}[\w-]{43}$/m, 'and prints the token of a new folder');
    const settings = settingsOf(data);
    assert.deepEqual([settings.AnswerForm, settings.playerResolution], [AnswerForm, playerResolution]);
  });
}

function settingsOf(data: string): Record<string, unknown> {
  const read = (file: string) =>
    JSON.parse(readFileSync(join(data, file), 'utf8')) as Record<string, unknown>;
  return { ...read('Config.json'), ...read('RESTAPI/RESTConfig.json') };
}

test('init --for changes its two settings in files that exist, even a misspelled one, and nothing else', async () => {
  const data = join(folder, 'for-existing');
  await runCommand(['init', '--data', data]);
  writeFileSync(join(data, 'RESTAPI', 'RESTConfig.json'), '{"AnswerForm":"Wide","Port":18000,"Mine":[1]}');
  writeFileSync(join(data, 'Config.json'), '{"bannedMessage":"Bye"}');
  const args = ['init', '--for', 'PALSERVER-GUI', '--data', data];
  const { code, answer } = await runJson<{ settings: object }>(args);
  assert.equal(code, 0);
  const expected = { AnswerForm: 'Wrapped', playerResolution: 'Known' };
  assert.deepEqual(answer.settings, { client: 'palserver-gui', ...expected });
  assert.deepEqual(settingsOf(data), { bannedMessage: 'Bye', Port: 18000, Mine: [1], ...expected });
});

test('init --for changes the settings beside a running server, and ReloadConfig applies them', async () => {
  const data = join(folder, 'for-running');
  await using server = await startProcess(['--data', data, '--demo', 'players=3', '--no-simulate']);
  const { stdout } = await succeeds(['init', '--for', 'palworld-panel', '--data', data]);
  assert.match(stdout, /^For palworld-panel: .*\nA server is running: POST \/v1\/pdapi\/ReloadConfig .*\n$/);
  const authorization = `Bearer ${server.token}`;
  const get = async () =>
    (await (await fetch(`${server.url}/v1/pdapi/version`, { headers: { authorization } })).json()) as object;
  assert.ok('major' in (await get()), 'not yet');
  const options = { method: 'POST', headers: { authorization } };
  const reload = await fetch(`${server.url}/v1/pdapi/ReloadConfig`, options);
  assert.deepEqual(await reload.json(), { Success: true });
  assert.deepEqual(Object.keys(await get()), ['Version']);
});

test('init --for an unknown client lists the known ones, and makes nothing', async () => {
  const data = join(folder, 'for-unknown');
  const expected =
    /^palatine: --for must be one of palserver-gui, palworld-panel, PalLink, other, not "MyPanel"\n$/;
  await isRefused(['init', '--for', 'MyPanel', '--data', data], expected, { code: 2 });
  assert.equal(existsSync(data), false);
});

test('tokens are made, listed and revoked', async () => {
  const data = join(folder, 'tokens');
  const init = await runJson<{ secret: string }>(['init', '--data', data]);
  assert.match(init.answer.secret, /^[\w-]{43}$/);
  const shop = ['token', 'create', 'Shop', '--data', data, '--permission', 'REST.Items.*'];
  const created = await runJson<{ secret: string; file: string }>(shop);
  assert.equal(created.code, 0);
  assert.match(created.answer.secret, /^[\w-]{43}$/);
  const file = join(data, 'RESTAPI', 'Tokens', created.answer.file);
  assert.ok(!readFileSync(file, 'utf8').includes(created.answer.secret));
  assert.equal((await runCommand(shop)).code, 1, 'a name counts once');

  const args = ['token', 'create', 'Bot', '--data', data, '--permission', 'REST.items.Read', '--plain'];
  const plain = await succeeds(args);
  const expected = /^warning: no route requires REST\.items\.Read; did you mean REST\.Items\.Read\?\n$/;
  assert.match(plain.stderr, expected);
  assert.match(readFileSync(join(data, 'RESTAPI', 'Tokens', 'Bot.json'), 'utf8'), /"Token": "[\w-]{43}"/);

  const list = ['token', 'list', '--data', data];
  const { answer } = await runJson<{ tokens: { name: string; hashed: boolean; fault: string | null }[] }>(
    list,
  );
  const tokens = answer.tokens.map(({ name, hashed, fault }) => `${name} ${hashed} ${fault}`);
  assert.deepEqual(tokens, ['Admin true null', 'Bot false null', 'Shop true null']);
  await succeeds(['token', 'revoke', 'Shop', '--data', data]);
  assert.equal(existsSync(file), false);
  assert.equal((await runCommand(['token', 'revoke', 'Shop', '--data', data])).code, 1);
});

test('nothing is colored when it is piped', async () => {
  for (const args of [
    [],
    ['doctor'],
    ['world', 'check'],
    ['init'],
    ['token', 'create', 'X', '--permission', 'x'],
  ]) {
    const { stdout, stderr } = await runCommand([...args, '--data', join(folder, 'init')]);
    assert.ok(!`${stdout}${stderr}`.includes('\x1b'), args.join(' '));
  }
});

test('the bin runs on the installed Node, from any folder, and paths are relative to where it was typed', async () => {
  const elsewhere = testFolder();
  const { code, stdout } = await runProgram(
    [BIN, 'init', '--data', 'here', '--json'],
    { INIT_CWD: '/' },
    elsewhere,
  );
  assert.equal(code, 0);
  assert.equal((JSON.parse(stdout) as { data: string }).data, join(elsewhere, 'here'));
  assert.equal((await runProgram([BIN, 'nonsense'])).code, 2);
});

test('npx palatine works from a checkout', async () => {
  const child = spawn('npx', ['palatine', '--version'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
  const [stdout, ended] = await Promise.all([text(child.stdout), once(child, 'close')]);
  assert.deepEqual([stdout, ended], [`${VERSION_LINE}\n`, [0, null]]);
});
