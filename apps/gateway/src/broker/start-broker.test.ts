import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { aFolder } from '@palatine/save/testing';
import { findNatsServer } from './start-broker.ts';

/** A program that says this when it is asked for its version. */
async function aProgram(says: string) {
  const folder = await aFolder();
  const program = join(folder.path, 'nats-server');
  writeFileSync(program, `#!/bin/sh\necho '${says}'\n`);
  chmodSync(program, 0o700);
  return { folder: folder.path, program, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

const noShell = process.platform === 'win32' && 'needs a shell script';

test('the nats-server of the PATH is found, and one that is named wins', { skip: noShell }, async () => {
  await using onPath = await aProgram('nats-server: v2.10.27');
  await using named = await aProgram('nats-server: v2.15.1');
  const env = { PATH: `${onPath.folder}:/bin:/usr/bin` };
  assert.deepEqual(findNatsServer(env), { program: 'nats-server', version: '2.10.27' });
  const { program } = named;
  assert.deepEqual(findNatsServer({ ...env, PALATINE_NATS_SERVER: program }), { program, version: '2.15.1' });
});

test('an old nats-server, none, and another program are refused with how to get one', async (context) => {
  if (noShell) return context.skip(noShell);
  await using old = await aProgram('nats-server: v2.10.9');
  await using other = await aProgram('hello');
  for (const [env, message] of [
    [{ PATH: old.folder }, /nats-server 2\.10\.9 is too old; 2\.10\.27 or newer.*apt install nats-server/],
    [{ PATH: '/nonexistent' }, /no nats-server on the PATH.*apt install nats-server/],
    [{ PATH: '/bin', PALATINE_NATS_SERVER: other.program }, /PALATINE_NATS_SERVER: .* is not a nats-server/],
  ] as const) {
    assert.throws(() => findNatsServer(env), { name: 'ConfigError', message });
  }
});
