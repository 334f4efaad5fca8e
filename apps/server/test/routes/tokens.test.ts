import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROLES, type TokenEntry } from '@palatine/contract';
import { pluck } from '@palatine/testing/pluck';
import { CALL_ORDER, sampleCalls, sendSample } from '@palatine/testing/sample-calls';
import { sharedService } from '@palatine/testing/start-service';
import { until } from '@palatine/testing/until';

/** A secret that is nowhere in its file's name, nor in the name of its token. */
const secret = () => `secret-${randomBytes(24).toString('hex')}`;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const [plain, hashed, faulty] = [secret(), secret(), secret()];
const service = await sharedService({ faults: true });
write('Shop', { Name: 'Shop', Token: plain, Permissions: ['REST.Items.*'], AnswerForm: 'Wrapped' });
write('Panel', { Name: 'Panel', TokenSHA256: sha256(hashed), Permissions: '*' });
write('Faulty', { Name: 'Faulty', Token: faulty, TokenSHA256: sha256(faulty), Permissions: [] });
writeFileSync(join(service.data, 'RESTAPI', 'Tokens', 'half.json'), `{"Name":"Half","Token":"${faulty}`);

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

const FOLDER = join(service.data, 'RESTAPI', 'Tokens');
const filesNow = () => readdirSync(FOLDER).map((file) => [file, readFileSync(join(FOLDER, file), 'utf8')]);

test('a token made by a request is valid at once, and its secret is in the first answer and nowhere else', async () => {
  const body = { Name: 'Theo at night', Role: 'Helper', Expires: '2099-01-01T00:00:00Z' } as const;
  const make = () => service.api.createToken({ body, idempotencyKey: 'theo' });
  const { Secret, Token } = await make();
  const { Permissions, Hashed, Expires } = Token;
  assert.deepEqual([Permissions, Hashed, Expires], [ROLES.Helper, true, '2099-01-01T00:00:00.000Z']);
  assert.equal((await service.clientWith(Secret).getSession()).Token.Name, 'Theo at night');

  assert.deepEqual(await make(), { Secret: '', Token }, 'a repetition');
  const told = [await service.api.getAudit(), service.game.reads.eventsSince(0), filesNow()];
  assert.ok(!JSON.stringify(told).includes(Secret));
  const { Entries } = await service.api.getAudit({ query: { Text: 'Theo at night' } });
  assert.match(Entries[0]?.Summary ?? '', /Role Helper/);
  await assert.rejects(service.api.createToken({ body }), { code: 'VALIDATION_FAILED' });
});

test('no token gives, changes or revokes more than it has, nor itself', async () => {
  const held = ['Palatine.Tokens.*', 'REST.Items.*'];
  const { Secret: secret } = await service.api.createToken({ body: { Name: 'Deputy', Permissions: held } });
  const deputy = service.clientWith(secret);
  const before = filesNow();
  const lacks = { code: 'MISSING_PERMISSION' };
  for (const Permissions of [['*'], ['REST.*'], ['REST.Items.Give', 'REST.Pals.Give']]) {
    await assert.rejects(deputy.createToken({ body: { Name: 'New', Permissions } }), lacks);
    await assert.rejects(deputy.changeToken({ params: { token: 'Shop' }, body: { Permissions } }), lacks);
  }
  await assert.rejects(deputy.createToken({ body: { Name: 'New', Role: 'Viewer' } }), lacks);
  for (const token of ['Administrator', 'Theo at night', 'Faulty.json', 'half']) {
    await assert.rejects(deputy.revokeToken({ params: { token } }), lacks, token);
  }
  const body = { Permissions: ['REST.Items.Read'] };
  await assert.rejects(deputy.changeToken({ params: { token: 'Theo at night' }, body }), lacks);
  const itself = { code: 'VALIDATION_FAILED', message: /itself/ };
  await assert.rejects(deputy.revokeToken({ params: { token: 'Deputy' } }), itself);
  await assert.rejects(service.api.changeToken({ params: { token: 'Administrator' }, body }), itself);
  for (const Name of ['../Deputy', 'a/b', '.hidden', 'CON', 'Shop']) {
    await assert.rejects(
      deputy.createToken({ body: { Name, ...body } }),
      { code: 'VALIDATION_FAILED' },
      Name,
    );
  }
  await assert.rejects(deputy.revokeToken({ params: { token: '../RESTConfig' } }), {
    code: 'TOKEN_NOT_FOUND',
  });
  assert.deepEqual(filesNow(), before);
  await deputy.revokeToken({ params: { token: 'Shop' } });
});

test('a token that is limited keeps its secret and the rest of its file, and one that is revoked loses its streams', async () => {
  const limited = service.addToken(['Palatine.Events.Read', 'Palatine.World.Read'], {
    Name: 'Bot',
    AnswerForm: 'Wrapped',
    Note: 'kept',
  });
  const bot = service.clientWith(limited);
  const gone: unknown[] = [];
  const listen = async () => {
    for await (const _event of bot.events());
  };
  void listen().catch((error: unknown) => gone.push(error));
  await bot.getWorld();
  const params = { token: 'Bot' };
  const { Token } = await service.api.changeToken({
    params,
    body: { Permissions: ['Palatine.Events.Read'] },
  });
  assert.deepEqual([Token.Permissions, Token.AnswerForm], [['Palatine.Events.Read'], 'Wrapped']);
  await assert.rejects(bot.getWorld(), { code: 'MISSING_PERMISSION' });
  assert.ok(filesNow().some(([, text = '']) => text.includes(limited) && text.includes('kept')));

  await service.api.revokeToken({ params });
  await assert.rejects(bot.getSession(), { code: 'INVALID_TOKEN' });
  await until('its stream has ended', () => gone.length > 0);
  await assert.rejects(service.api.revokeToken({ params }), { code: 'TOKEN_NOT_FOUND' });
});
