import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { runArguments, runToEnd, startProcess } from '@palatine/testing/start-process';

test('an empty folder and one command give a running demo world, a token, and a curl line that works as pasted', async () => {
  const data = join(testFolder(), 'data');
  await using service = await startProcess(['--data', data]);
  const line = /^ +(curl .*)$/m.exec(service.output())?.[1] ?? '';
  const answer = JSON.parse(execFileSync('bash', ['-c', `${line} -sS`], { encoding: 'utf8' })) as {
    Meta: { PlayerCount: number; OnlineCount: number };
  };
  assert.ok(answer.Meta.PlayerCount >= 24);
  assert.ok(answer.Meta.OnlineCount > 0);
  const names = readdirSync(data).filter((name) => !/\.db-/.test(name));
  const folders = ['Archives', 'Backups', 'Catalogue', 'Pals', 'RESTAPI'];
  const files = ['Banlist.json', 'Config.json', 'palatine.lock', 'palatine.server.json'];
  assert.deepEqual(new Set(names), new Set([...folders, ...files, 'history.db', 'world.db']));
  const [, code = ''] = /console\/#code=([\w-]{43})$/m.exec(service.output()) ?? [];
  assert.notEqual(code, '');
  for (const secret of [service.token, code]) {
    const { status, stdout } = spawnSync('grep', ['-rl', '-e', secret, data], { encoding: 'utf8' });
    assert.deepEqual([status, stdout], [1, ''], 'the secret lies nowhere on disk');
  }
});

test('a second start finds everything unchanged, and creates no token', async () => {
  const data = testFolder();
  const ask = async (url: string, token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const read = async (path: string) => (await fetch(`${url}/v1/pdapi/${path}`, { headers })).text();
    return Promise.all(['players', 'guilds', 'banlist'].map(read));
  };
  const first = await startProcess(['--data', data, '--no-simulate']);
  const before = await ask(first.url, first.token);
  assert.equal(await first.end('SIGTERM'), 0);
  await using second = await startProcess(['--data', data, '--no-simulate']);
  assert.equal(second.token, '');
  assert.doesNotMatch(second.output(), /#code=/);
  assert.deepEqual(await ask(second.url, first.token), before);
});

test('a port that is taken is one clear line and exit code 1', async () => {
  const data = testFolder();
  const occupant = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => occupant.once('listening', resolve));
  const { port } = occupant.address() as { port: number };
  const { code, output } = await runToEnd(['--data', data, '--port', String(port)]);
  occupant.close();
  assert.equal(code, 1);
  assert.match(output, new RegExp(`^palatine: port ${port} of 127.0.0.1 is taken[^\\n]*\\n$`));
});

const BAD_CONFIGS: [name: string, file: string, text: string, message: RegExp][] = [
  ['that is not JSON', 'Config.json', '{', /Config\.json: not JSON/],
  [
    'with a wrong word',
    'Config.json',
    '{"playerResolution":"Everyone"}',
    /Config\.json: playerResolution must be/,
  ],
  [
    'with several errors, all reported at once',
    'RESTAPI/RESTConfig.json',
    '{"Port":"x","AnswerForm":1,"Limits":{"Max-Queue":0}}',
    /Port.*AnswerForm.*Limits\.Max-Queue/,
  ],
  ['that is switched off', 'RESTAPI/RESTConfig.json', '{"Enabled":false}', /Enabled is false/],
  ['of bans that does not parse', 'Banlist.json', '{"Version":1', /Banlist\.json: not JSON/],
  [
    'of bans with a key twice',
    'Banlist.json',
    '{"UserEntries":[],"UserEntries":[]}',
    /Banlist\.json: has the key "UserEntries" twice: line 1, column 19/,
  ],
];

for (const [name, file, text, message] of BAD_CONFIGS) {
  test(`a file ${name} is one clear line and exit code 1`, async () => {
    const data = testFolder();
    mkdirSync(join(data, 'RESTAPI'));
    writeFileSync(join(data, file), text);
    const { code, output } = await runToEnd(['--data', data, '--port', '0']);
    assert.equal(code, 1);
    assert.match(output, message);
    assert.equal(output.trim().split('\n').length, 1, output);
  });
}

test('a wrong option is one clear line and exit code 2', async () => {
  const wrong = ['--prot 1', '--port x', '--port 70000', '--demo players=x', '--replace', 'stray'];
  for (const typed of [...wrong, '--import a --demo players=1']) {
    const run = typed === wrong[0] ? runToEnd : runArguments; // the first as a process, for its exit code
    const { code, output } = await run(typed.split(' '));
    assert.equal(code, 2, typed);
    assert.match(output, /^palatine: [^\n]+\n$/, typed);
  }
});

test('an unknown log level is one clear line and exit code 1', async () => {
  const data = testFolder();
  const { code, output } = await runToEnd(['--data', data, '--port', '0'], { PALATINE_LOG: 'loud' });
  assert.equal(code, 1);
  assert.match(output, /^palatine: PALATINE_LOG must be one of [^\n]+\n$/);
});

test('PALATINE_DATA and PALATINE_PORT mean the same as --data and --port', async () => {
  const data = testFolder();
  await using service = await startProcess(['--port', '0'], { PALATINE_DATA: data, PALATINE_PORT: '1' });
  assert.ok(service.output().includes(data));
  assert.ok(readFileSync(join(data, 'Config.json'), 'utf8').includes('playerResolution'));
});

test('--demo creates a world of the given sizes, and the same one for the same seed', async () => {
  const folder = testFolder();
  const answers: string[] = [];
  for (const name of ['one', 'two']) {
    const demo = ['--demo', 'players=7,palsPerPlayer=2', '--seed', '42', '--no-simulate'];
    await using service = await startProcess(['--data', join(folder, name), ...demo]);
    const headers = { authorization: `Bearer ${service.token}` };
    const response = await fetch(`${service.url}/v1/pdapi/players`, { headers });
    answers.push(await response.text());
  }
  assert.equal((JSON.parse(answers[0] ?? '') as { Players: [] }).Players.length, 7);
  assert.equal(answers[0], answers[1]);
});
