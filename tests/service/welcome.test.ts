import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { welcome } from '@palatine/server/service/welcome.ts';
import { logOf } from '../harness/log-lines.ts';
import { selfSigned } from '../harness/self-signed.ts';
import { newFolder, startService } from '../harness/start-service.ts';

test('a service that other machines reach without TLS warns once in the log, and in the welcome', async () => {
  const { log, lines } = logOf('warn');
  await using service = await startService({ restConfig: { Address: '0.0.0.0' }, log });
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /without TLS: tokens travel in clear text/);
  assert.match(welcome(service), /warning: other machines reach this without TLS/);
});

test('a service on a loopback address does not warn', async () => {
  for (const Address of ['127.0.0.1', 'localhost']) {
    const { log, lines } = logOf('warn');
    await using service = await startService({ restConfig: { Address }, log });
    assert.deepEqual(lines, [], Address);
    assert.doesNotMatch(welcome(service), /warning/);
  }
});

test('a service with TLS does not warn', async () => {
  const folder = newFolder();
  const { cert, key } = selfSigned();
  const TLS = { Certificate: join(folder, 'cert.pem'), Key: join(folder, 'key.pem') };
  writeFileSync(TLS.Certificate, cert);
  writeFileSync(TLS.Key, key);
  const { log, lines } = logOf('warn');
  {
    await using service = await startService({ restConfig: { Address: '0.0.0.0', TLS }, log });
    assert.doesNotMatch(welcome(service), /warning/);
  }
  assert.deepEqual(lines, []);
  rmSync(folder, { recursive: true });
});
