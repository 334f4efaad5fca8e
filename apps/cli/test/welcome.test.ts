import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { shellWord } from '@palatine/platform/format';
import { testFolder } from '@palatine/platform/testing';
import { logOf } from '@palatine/testing/log-lines';
import { selfSigned } from '@palatine/testing/self-signed';
import { startService } from '@palatine/testing/start-service';
import { welcome } from '../src/serve/run-service.ts';

const folder = testFolder();
const TLS = { Certificate: join(folder, 'cert.pem'), Key: join(folder, 'key.pem') };
const { cert, key } = selfSigned();
writeFileSync(TLS.Certificate, cert);
writeFileSync(TLS.Key, key);

for (const [restConfig, isWarned] of [
  [{ Address: '0.0.0.0' }, true],
  [{ Address: '127.0.0.1' }, false],
  [{ Address: 'localhost' }, false],
  [{ Address: '0.0.0.0', TLS }, false],
] as const) {
  const [at, warns] = [
    restConfig.Address,
    isWarned ? 'warns once in the log and in the welcome' : 'does not warn',
  ];
  test(`a service at ${at}, ${'TLS' in restConfig ? 'with' : 'without'} TLS, ${warns}`, async () => {
    const { log, lines } = logOf('warn');
    await using service = await startService({ restConfig, log });
    assert.equal(lines.length, Number(isWarned));
    assert.equal(/without TLS, so tokens travel in clear text/.test(lines.join()), isWarned);
    assert.equal(/warning: other machines reach it without TLS/.test(welcome(service)), isWarned);
  });
}

test('the welcome begins with the address of the console, and names the API, its description and the data folder', async () => {
  await using service = await startService();
  const text = welcome(service);
  assert.ok(text.startsWith(`Console: ${service.url}/console/\n`), text);
  assert.match(text, new RegExp(`API +${service.url}/v1/pdapi, described at ${service.url}/docs\n`));
  assert.ok(text.includes(service.data));
  assert.equal((await fetch(`${service.url}/`)).headers.get('content-type'), 'text/html; charset=utf-8');
});

test('the address of the console works on this machine when the service listens on all addresses', async () => {
  await using service = await startService({ restConfig: { Address: '0.0.0.0' } });
  const [, address = ''] = /^Console: (\S+)/.exec(welcome(service)) ?? [];
  assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/console\/$/);
  assert.equal((await fetch(address)).status, 200);
});

test('a start that makes no token says how to make another one', async () => {
  const data = testFolder();
  await using service = await startService({ data });
  assert.equal(service.newAdminToken, undefined, 'the harness wrote one');
  const line = `npx palatine token create Admin2 --permission "*" --data ${shellWord(data)} creates another`;
  assert.ok(welcome(service).includes(line), welcome(service));
  assert.doesNotMatch(welcome({ ...service, newAdminToken: 'x' }), /token create/);
});

test('a start with --faults warns in the log and in the welcome', async () => {
  const { log, lines } = logOf('warn');
  await using service = await startService({ faults: true, log });
  assert.match(lines.join(), /\/v1\/palatine\/simulation is open and injects faults/);
  assert.match(welcome(service), /warning: --faults is on/);
  await using plain = await startService();
  assert.doesNotMatch(welcome(plain), /faults/);
});

test('a sign-in link comes first, with how long and how often it works', async () => {
  await using service = await startService();
  const link = service.newSignInLink();
  assert.match(link, new RegExp(`^${service.url}/console/#code=[\\w-]{43}$`));
  const text = welcome(service, undefined, link);
  assert.ok(text.includes(`sign in. It works once, within 15 minutes:\n\n  ${link}\n`), text);
  assert.doesNotMatch(welcome(service), /#code=/);
});
