import assert from 'node:assert/strict';
import { chmodSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { shellWord } from '@palatine/platform/format';
import { testFolder } from '@palatine/platform/testing';
import { runJson, succeeds } from '@palatine/testing/run-cli';
import { runToEnd, startProcess } from '@palatine/testing/start-process';
import { startService } from '@palatine/testing/start-service';
import { takeDiskSnapshot } from '@palatine/testing/store-snapshot';

const skip = process.platform === 'win32' && 'Windows has no modes';
const parent = testFolder();

/** Every entry of a folder with its mode, as `drwx------ name`. */
function modesIn(folder: string, path = ''): string[] {
  return readdirSync(folder).flatMap((name) => {
    const stats = lstatSync(join(folder, name));
    const line = `${(stats.mode & 0o777).toString(8)} ${stats.isDirectory() ? 'folder' : 'file'} ${path}${name}`;
    return stats.isDirectory() ? [line, ...modesIn(join(folder, name), `${path}${name}/`)] : [line];
  });
}

function assertPrivate(folder: string): void {
  const open = modesIn(folder).filter((line) => !/^(700 folder|600 file) /.test(line));
  assert.deepEqual(open, []);
}

test('every file that start, ban, deletebase, backup and restore make is private', {
  skip,
}, async () => {
  const data = join(parent, 'fresh');
  {
    await using server = await startProcess(['--data', data, '--demo', 'players=6,guilds=2,camps=2']);
    const post = (path: string) =>
      fetch(`${server.url}/v1/pdapi/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.token}` },
      });
    assert.equal((await post('ban/steam_1')).status, 200);
    const [camp] = takeDiskSnapshot(data).world.camps.keys();
    assert.equal((await post(`deletebase/${camp}`)).status, 200);
    await succeeds(['world', 'backup', '--data', data]);
    await succeeds(['ban', 'add', 'steam_2', '--data', data]);
    await succeeds(['token', 'create', 'A', '--permission', '*', '--data', data]);
    const names = modesIn(data).join('\n');
    for (const made of [
      'world.db-wal',
      'world.db-shm',
      'Banlist.json',
      'palatine.lock',
      'palatine.server.json',
      'readers.lock',
      'Archives/',
    ]) {
      assert.match(names, new RegExp(`600 file ${made}`));
    }
    assertPrivate(data);
    await server.end('SIGTERM');
  }
  await succeeds(['world', 'demo', '--replace', '--data', data]);
  assertPrivate(data);
  const [backup = ''] = readdirSync(join(data, 'Backups'));
  const restored = join(parent, 'restored');
  const from = join(data, 'Backups', backup);
  await succeeds(['world', 'restore', from, '--data', restored]);
  assertPrivate(restored);
  await succeeds(['world', 'restore', from, '--replace', '--data', restored]);
  assertPrivate(restored);
  assert.equal(lstatSync(restored).mode & 0o777, 0o700);
});

test('existing files keep their mode, and the doctor says how to make them private', { skip }, async () => {
  const data = join(parent, 'open');
  mkdirSync(data);
  chmodSync(data, 0o755);
  await succeeds(['world', 'demo', '--data', data]);
  const path = join(data, 'Banlist.json');
  writeFileSync(path, '{"Version":1,"BannedMessage":"","UserEntries":[],"IPEntries":[]}');
  for (const name of ['world.db', 'Banlist.json']) chmodSync(join(data, name), 0o644);
  await succeeds(['ban', 'add', 'steam_1', '--data', data]);
  assert.equal(lstatSync(join(data, 'Banlist.json')).mode & 0o777, 0o644);
  assert.equal(lstatSync(data).mode & 0o777, 0o755);
  const args = ['doctor', '--data', data];
  const { answer } = await runJson<{ findings: { check: string; state: string; todo: string }[] }>(args);
  const finding = answer.findings.find(({ check }) => check === 'permissions');
  assert.equal(finding?.state, 'warn');
  const files = ['world.db', 'Banlist.json'].map((name) => `; chmod 600 ${shellWord(join(data, name))}`);
  assert.equal(finding?.todo, `chmod 700 ${shellWord(data)}${files.join('')}`);
});

const folder = testFolder();

test('a data folder behind a link is the same folder: a second server on it is refused and names the first', async () => {
  const real = join(folder, 'real');
  const link = join(folder, 'link');
  mkdirSync(real);
  symlinkSync(real, link);
  await using program = await startProcess(['--data', link]);
  assert.notEqual(program.url, '');
  for (const data of [real, link]) {
    const { code, output } = await runToEnd(['--port', '0', '--data', data]);
    assert.equal(code, 1);
    assert.match(output, /^palatine: another server is using the data folder [^\n]*\n$/);
    assert.ok(output.endsWith(` (process ${program.child.pid})\n`), output);
  }
});

test('a template that links to another kind of file is refused without revealing its content', async () => {
  await using service = await startService();
  const secret = join(folder, 'secret.txt');
  writeFileSync(secret, 'root:x:0:0:the content');
  const templates = join(service.data, 'Pals', 'Templates');
  symlinkSync(secret, join(templates, 'linked.json'));
  writeFileSync(join(templates, 'half.json'), '{"PalID":"SheepBall","Nickname":"the content');
  const { Players } = await service.api.getPlayers();
  const player = Players.find(({ Status }) => Status === 'Online');
  for (const name of ['linked', 'half']) {
    const response = await service.post(`/v1/pdapi/give/paltemplate/${player?.UserId}`, {
      PalTemplates: [name],
    });
    const text = await response.text();
    assert.equal(response.status, 400, text);
    assert.match(text, /VALIDATION_FAILED/);
    assert.doesNotMatch(text, /root|the content|secret/);
  }
});
