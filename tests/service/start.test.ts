import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '@palatine/server/testing/test-folder.ts';
import { runToEnd, startProcess } from '../harness/start-process.ts';

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = testFolder();
  await work(folder);
}

test('an empty folder and one command give a running demo world, a token, and a curl line that works as pasted', () =>
  inFolder(async (folder) => {
    const data = join(folder, 'data');
    await using service = await startProcess(['--data', data]);
    const line = /^ +(curl .*)$/m.exec(service.output())?.[1] ?? '';
    const answer = JSON.parse(execFileSync('bash', ['-c', `${line} -sS`], { encoding: 'utf8' })) as {
      Meta: { PlayerCount: number; OnlineCount: number };
    };
    assert.ok(answer.Meta.PlayerCount >= 24);
    assert.ok(answer.Meta.OnlineCount > 0);
    assert.deepEqual(
      readdirSync(data)
        .sort()
        .filter((name) => !name.startsWith('world.db-')),
      [
        'Archives',
        'Banlist.json',
        'Banlist.json.lock',
        'Catalogue',
        'Config.json',
        'Pals',
        'RESTAPI',
        'palatine.lock',
        'palatine.server.json',
        'world.db',
      ],
    );
    const files = execFileSync('grep', ['-rl', service.token, data], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    assert.equal(files, '', 'the secret lies nowhere on disk');
  }).catch((error: { status?: number }) => {
    if (error.status !== 1) throw error; // grep's word for "found nothing"
  }));

test('a second start finds everything unchanged, and creates no token', () =>
  inFolder(async (data) => {
    const ask = async (url: string, token: string) => {
      const paths = ['players', 'guilds', 'banlist'];
      const headers = { authorization: `Bearer ${token}` };
      return Promise.all(
        paths.map((path) =>
          fetch(`${url}/v1/pdapi/${path}`, { headers }).then((response) => response.text()),
        ),
      );
    };
    const first = await startProcess(['--data', data, '--no-simulate']);
    const before = await ask(first.url, first.token);
    assert.equal(await first.end('SIGTERM'), 0);
    await using second = await startProcess(['--data', data, '--no-simulate']);
    assert.equal(second.token, '');
    assert.deepEqual(await ask(second.url, first.token), before);
  }));

test('SIGTERM ends it with code 0 while callers are connected', { timeout: 60_000 }, () =>
  inFolder(async (data) => {
    const service = await startProcess(['--data', data]);
    const asking = Array.from({ length: 50 }, () =>
      fetch(`${service.url}/v1/pdapi/players`, { headers: { authorization: `Bearer ${service.token}` } }),
    );
    const [code] = await Promise.all([
      service.end('SIGTERM'),
      ...asking.map((answer) => answer.then((response) => response.text()).catch(() => '')),
    ]);
    assert.equal(code, 0);
  }),
);

test('a port that is taken is one clear line and exit code 1', () =>
  inFolder(async (data) => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const { code, output } = await runToEnd(['--data', data, '--port', String(port)]);
    other.close();
    assert.equal(code, 1);
    assert.match(output, new RegExp(`^palatine: port ${port} of 127.0.0.1 is taken[^\\n]*\\n$`));
  }));

test('a data folder another server uses is one clear line that names its process, and exit code 1', () =>
  inFolder(async (data) => {
    await using first = await startProcess(['--data', data]);
    const { code, output } = await runToEnd(['--data', data, '--port', '0']);
    assert.equal(code, 1);
    assert.match(output, /^palatine: another server is using the data folder [^\n]*\n$/);
    assert.ok(output.endsWith(` (process ${first.child.pid})\n`), output);
  }));

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
];

for (const [name, file, text, message] of BAD_CONFIGS) {
  test(`a file ${name} is one clear line and exit code 1`, () =>
    inFolder(async (data) => {
      mkdirSync(join(data, 'RESTAPI'));
      writeFileSync(join(data, file), text);
      const { code, output } = await runToEnd(['--data', data, '--port', '0']);
      assert.equal(code, 1);
      assert.match(output, message);
      assert.equal(output.trim().split('\n').length, 1, output);
    }));
}

test('a wrong option is one clear line and exit code 2', async () => {
  for (const args of [
    ['--prot', '1'],
    ['--port', 'x'],
    ['--port', '70000'],
    ['--demo', 'players=x'],
    ['--replace'],
    ['--import', 'a', '--demo', 'players=1'],
    ['stray'],
  ]) {
    const { code, output } = await runToEnd(args);
    assert.equal(code, 2, args.join(' '));
    assert.match(output, /^palatine: [^\n]+\n$/, args.join(' '));
  }
});

test('an unknown log level is one clear line and exit code 1', () =>
  inFolder(async (data) => {
    const { code, output } = await runToEnd(['--data', data, '--port', '0'], { PALATINE_LOG: 'loud' });
    assert.equal(code, 1);
    assert.match(output, /^palatine: PALATINE_LOG must be one of [^\n]+\n$/);
  }));

test('PALATINE_DATA and PALATINE_PORT mean the same as --data and --port', () =>
  inFolder(async (data) => {
    await using service = await startProcess(['--port', '0'], { PALATINE_DATA: data, PALATINE_PORT: '1' });
    assert.ok(service.output().includes(data));
    assert.ok(readFileSync(join(data, 'Config.json'), 'utf8').includes('playerResolution'));
  }));

test('--demo creates a world of the given sizes, and the same one for the same seed', () =>
  inFolder(async (folder) => {
    const answers: string[] = [];
    for (const name of ['one', 'two']) {
      await using service = await startProcess([
        '--data',
        join(folder, name),
        '--demo',
        'players=7,palsPerPlayer=2',
        '--seed',
        '42',
        '--no-simulate',
      ]);
      const response = await fetch(`${service.url}/v1/pdapi/players`, {
        headers: { authorization: `Bearer ${service.token}` },
      });
      answers.push(await response.text());
    }
    assert.equal((JSON.parse(answers[0] ?? '') as { Players: [] }).Players.length, 7);
    assert.equal(answers[0], answers[1]);
  }));
