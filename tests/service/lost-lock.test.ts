import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { runCommand, runJson } from '../harness/run-cli.ts';
import { runToEnd, type StartedProcess, startProcess } from '../harness/start-process.ts';
import { newFolder } from '../harness/start-service.ts';

const parent = newFolder();
after(() => rmSync(parent, { recursive: true, force: true }));
let made = 0;

async function startServer(): Promise<{ data: string; server: StartedProcess }> {
  const data = join(parent, `${++made}`);
  return { data, server: await startProcess(['--data', data, '--demo', 'players=4', '--no-simulate']) };
}

function post({ url, token }: StartedProcess, path: string, body: object): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` };
  return fetch(`${url}/v1/pdapi/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

const broadcast = (server: StartedProcess) => post(server, 'Broadcast', { Message: 'still here' });

for (const names of [['palatine.lock'], ['palatine.lock', 'readers.lock']]) {
  test(`a second start is refused although ${names.join(' and ')} was removed, and the first serves on`, async () => {
    const { data, server } = await startServer();
    await using _server = server;
    for (const name of names) rmSync(join(data, name), { force: true });
    const second = await runToEnd(['--data', data, '--port', '0']);
    assert.equal(second.code, 1);
    const using = `palatine: another server is using the data folder ${data}; stop it first`;
    assert.match(second.output, /^[^\n]+\n$/);
    assert.ok(second.output.startsWith(using), second.output);
    if (process.platform === 'linux')
      assert.ok(second.output.endsWith(` (process ${server.child.pid})\n`), second.output);
    assert.equal((await broadcast(server)).status, 200);
  });
}

test('without its lock the folder of a running server is still in use: nothing replaces its world', async () => {
  const { data, server } = await startServer();
  await using _server = server;
  rmSync(join(data, 'palatine.lock'));
  const replaced = await runCommand(['world', 'demo', '--replace', '--data', data]);
  assert.equal(replaced.code, 1);
  assert.match(replaced.stderr, /another server is using the data folder/);
  rmSync(join(data, 'palatine.lock'));
  const { answer } = await runJson<{ inUse: boolean }>(['world', 'info', '--data', data]);
  assert.equal(answer.inUse, true);
  assert.equal((await broadcast(server)).status, 200);
});

test('a server whose world has another owner refuses its writes, applies none, and ends with one clear line', async () => {
  const { data, server } = await startServer();
  await using _server = server;
  assert.equal((await broadcast(server)).status, 200);
  const exited = once(server.child, 'exit');
  takeOver(data);

  const answers = await Promise.all([1, 2, 3].map(() => broadcast(server).catch(() => undefined)));
  for (const answer of answers) if (answer !== undefined) assert.ok(answer.status >= 500, `${answer.status}`);
  assert.ok(answers.some((answer) => answer?.status === 500));
  assert.deepEqual(await exited, [1, null]);
  const clear = server
    .output()
    .split('\n')
    .filter((line) => line.includes('belongs to another server now'));
  assert.ok(
    clear.some((line) => JSON.parse(line).level === 60),
    server.output(),
  );
  assert.equal(broadcastsIn(data), 1);
});

test('a server whose world file was moved away refuses its writes, and ends', async () => {
  const { data, server } = await startServer();
  await using _server = server;
  const exited = once(server.child, 'exit');
  renameSync(join(data, 'world.db'), join(data, 'moved.db'));
  assert.equal((await broadcast(server)).status, 500);
  assert.deepEqual(await exited, [1, null]);
  assert.match(server.output(), /world\.db is gone, or another file stands in its place/);
  assert.ok(!existsSync(join(data, 'world.db')));
});

/** Makes another server the owner, as one does that starts on another machine without seeing any lock. */
function takeOver(data: string): void {
  using database = new DatabaseSync(join(data, 'world.db'), { timeout: 2000 });
  database.exec("update facts set value = 'another' where name = 'owner'");
}

function broadcastsIn(data: string): number {
  using database = new DatabaseSync(join(data, 'world.db'));
  const row = database.prepare("select count(*) as count from audit where route like '%Broadcast%'").get();
  return (row as { count: number }).count;
}
