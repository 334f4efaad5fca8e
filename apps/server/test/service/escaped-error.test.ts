import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import type { AuditPage, DoctorFinding } from '@palatine/contract';
import { testFolder } from '@palatine/platform/testing';
import { startProcess } from '@palatine/testing/start-process';
import { until } from '@palatine/testing/until';

/** Makes the game throw once a message is on disk, beyond every command. */
const THROWING = `
  import { World } from ${JSON.stringify(import.meta.resolve('@palatine/world/world'))};
  const clearJournal = World.prototype.clearJournal;
  World.prototype.clearJournal = function () {
    if (this.eventLog.newest?.type === 'message') throw new Error('on purpose');
    clearJournal.call(this);
  };
`;

test('an error that escapes the game queue ends the process with one line, and the next start is whole', async () => {
  const folder = testFolder();
  const data = join(folder, 'data');
  const preload = join(folder, 'throwing.mjs');
  writeFileSync(preload, THROWING);
  const args = ['--data', data, '--demo', 'players=3', '--no-simulate'];
  await using first = await startProcess(args, {
    NODE_OPTIONS: `--import=${preload}`,
    PALATINE_LOG: 'fatal',
  });
  const authorization = `Bearer ${first.token}`;
  const exited = once(first.child, 'exit');
  const before = first.output().length;
  const body = JSON.stringify({ Message: 'the last' });
  const request = { method: 'POST', body, headers: { authorization } };
  await assert.rejects(fetch(`${first.url}/v1/pdapi/Broadcast`, request));
  assert.deepEqual(await exited, [1, null]);
  const [line = '', ...others] = first.output().slice(before).trim().split('\n');
  assert.match(line, /on purpose.*an error that nobody caught ends the service/);
  assert.deepEqual(others, []);

  await using second = await startProcess(['--data', data, '--no-simulate']);
  const audit = await fetch(`${second.url}/v1/palatine/audit`, { headers: { authorization } });
  const { Entries } = (await audit.json()) as AuditPage;
  const actual = Entries.map(({ Outcome, Summary }) => [Outcome, Summary]);
  assert.deepEqual(actual, [['OK', 'Broadcast from Server: the last']], 'it was on disk before the error');
  const again = await fetch(`${second.url}/v1/pdapi/Broadcast`, request);
  assert.equal(again.status, 200);
});

test('the work of a timer that fails each time is logged once, and the service goes on', async () => {
  const folder = testFolder();
  const preload = join(folder, 'throwing.mjs');
  writeFileSync(
    preload,
    `let calls = 0;
     process.memoryUsage.rss = () => {
       process.stderr.write(\`call \${++calls}\\n\`);
       throw Object.assign(new Error('EMFILE on purpose'), { code: 'EMFILE' });
     };`,
  );
  const args = ['--data', join(folder, 'data'), '--demo', 'players=3', '--no-simulate'];
  await using running = await startProcess(args, { NODE_OPTIONS: `--import=${preload}` });
  await until('the work is due again', () => running.output().includes('call 2'), 60_000);
  assert.equal((await fetch(`${running.url}/healthz`)).status, 200);
  assert.equal(running.output().split('the work of a timer failed').length, 2);
});

const linuxOnly = process.platform === 'linux' ? false : 'only Linux tells how many files a process may open';
test('connections leave open files to the service, however few it has', { skip: linuxOnly }, async () => {
  const args = ['--data', join(testFolder(), 'data'), '--demo', 'players=3', '--no-simulate'];
  await using running = await startProcess(args, {}, undefined, undefined, 96);
  assert.match(
    running.output(),
    /"maxConnections":24,"wanted":2048,"openFiles":96,.*accepts fewer connections/,
  );
  let closed = 0;
  const port = Number(new URL(running.url).port);
  const sockets = Array.from({ length: 200 }, () =>
    connect(port, '127.0.0.1')
      .on('error', () => {})
      .on('close', () => (closed += 1))
      .resume(),
  );
  await until('those beyond are closed', () => closed >= 200 - 24);
  for (const socket of sockets) socket.destroy();
  const headers = { authorization: `Bearer ${running.token}` };
  await until('there is room again', () =>
    fetch(`${running.url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  let found: readonly DoctorFinding[] = [];
  await until('the doctor has run', async () => {
    const answer = await fetch(`${running.url}/v1/palatine/doctor`, { headers });
    found = ((await answer.json()) as { Findings: DoctorFinding[] }).Findings;
    return found.length > 0;
  });
  const { Level, What } = found.find(({ Check }) => Check === 'connections') ?? assert.fail();
  assert.deepEqual([Level, What.Message], ['Warn', 'up to 24 of 2048: the process may open only 96 files']);
  assert.equal(running.child.exitCode, null);
});
