import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { TokenEntry } from '@palatine/contract';
import { pluck } from '@palatine/testing/pluck';
import { CALL_ORDER, sampleCalls, sendSample } from '@palatine/testing/sample-calls';
import { startService } from '@palatine/testing/start-service';

/** A secret that is nowhere in its file's name, nor in the name of its token. */
const secret = () => `secret-${randomBytes(24).toString('hex')}`;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const [plain, hashed, faulty] = [secret(), secret(), secret()];
const service = await startService({ faults: true });
write('Shop', { Name: 'Shop', Token: plain, Permissions: ['REST.Items.*'], AnswerForm: 'Wrapped' });
write('Panel', { Name: 'Panel', TokenSHA256: sha256(hashed), Permissions: '*' });
write('Faulty', { Name: 'Faulty', Token: faulty, TokenSHA256: sha256(faulty), Permissions: [] });
writeFileSync(join(service.data, 'RESTAPI', 'Tokens', 'half.json'), `{"Name":"Half","Token":"${faulty}`);
after(() => service[Symbol.asyncDispose]());

function write(file: string, token: object): void {
  writeFileSync(join(service.data, 'RESTAPI', 'Tokens', `${file}.json`), JSON.stringify(token));
}

async function entryOf(file: string): Promise<TokenEntry> {
  const { Tokens } = await service.api.getTokens();
  return Tokens.find(({ File }) => File === file) ?? assert.fail(`no ${file}`);
}

test('each token file is told with what its token may do, and a wrong one with its fault', async () => {
  const shop = await entryOf('Shop.json');
  const fields = [
    'Name',
    'Permissions',
    'AnswerForm',
    'Hashed',
    'RequestsToday',
    'LastUsed',
    'Fault',
  ] as const;
  const expected = ['Shop', ['REST.Items.*'], 'Wrapped', false, 0, undefined, undefined];
  assert.deepEqual(pluck([shop], ...fields), [expected]);
  assert.equal((await entryOf('Panel.json')).Hashed, true);
  assert.match((await entryOf('Faulty.json')).Fault ?? '', /either Token or TokenSHA256/);
  assert.match((await entryOf('half.json')).Fault ?? '', /not JSON/);
});

test('a token is told when it was used last and how often today, whether the call was allowed or not', async () => {
  for (const path of ['/v1/pdapi/players', '/v1/palatine/session', '/v1/pdapi/players']) {
    const response = await service.fetch(path, { authorization: `Bearer ${hashed}` });
    await response.arrayBuffer();
  }
  const { RequestsToday, LastUsed } = await entryOf('Panel.json');
  assert.equal(RequestsToday, 3);
  assert.ok(Date.parse(LastUsed ?? '') > 0);
});

test('no answer of any route holds the secret of a token, or a hash of one', async () => {
  const secrets = [plain, hashed, faulty, service.token].flatMap((secret) => [secret, sha256(secret)]);
  const calls = await sampleCalls(service);
  assert.deepEqual(new Set(calls.map(({ name }) => name)), new Set(CALL_ORDER));
  for (const call of calls) {
    if (call.route.stream === true) continue;
    const response = await sendSample(service, call);
    const text = await response.text();
    assert.equal(response.status, 200, call.name);
    for (const secret of secrets) assert.ok(!text.includes(secret), `${call.name} tells a secret`);
  }
  const { events } = service.game.reads.eventsSince(0);
  for (const secret of secrets) assert.ok(!JSON.stringify(events).includes(secret));
});
