import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { findNatsServer } from './start-broker.ts';

/** A program that says this when it is asked for its version. */
function aProgram(says: string) {
  const folder = testFolder();
  const program = join(folder, 'nats-server');
  writeFileSync(program, `#!/bin/sh\necho '${says}'\n`);
  chmodSync(program, 0o700);
  return { folder, program };
}

const noShell = process.platform === 'win32' && 'needs a shell script';

test('the nats-server of the PATH is found, and one that is named wins', { skip: noShell }, () => {
  const onPath = aProgram('nats-server: v2.10.27');
  const named = aProgram('nats-server: v2.15.1');
  const env = { PATH: `${onPath.folder}:/bin:/usr/bin` };
  assert.deepEqual(findNatsServer(env), { program: 'nats-server', version: '2.10.27' });
  const { program } = named;
  assert.deepEqual(findNatsServer({ ...env, PALATINE_NATS_SERVER: program }), { program, version: '2.15.1' });
});

test('an old nats-server, none, and another program are refused with how to get one', (context) => {
  if (noShell) return context.skip(noShell);
  const old = aProgram('nats-server: v2.10.9');
  const wrong = aProgram('hello');
  for (const [env, message] of [
    [{ PATH: old.folder }, /nats-server 2\.10\.9 is too old; 2\.10\.27 or newer.*apt install nats-server/],
    [{ PATH: '/nonexistent' }, /no nats-server on the PATH.*apt install nats-server/],
    [{ PATH: '/bin', PALATINE_NATS_SERVER: wrong.program }, /PALATINE_NATS_SERVER: .* is not a nats-server/],
  ] as const) {
    assert.throws(() => findNatsServer(env), { name: 'ConfigError', message });
  }
});
