import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { AuditPage } from '@palatine/contract';
import { startProcess } from '@palatine/testing/start-process';
import { testFolder } from '@palatine/testing/test-folder';

/** Makes the game throw once a message is on disk, beyond every command. */
const THROWING = `
  import { World } from ${JSON.stringify(import.meta.resolve('@palatine/world'))};
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
