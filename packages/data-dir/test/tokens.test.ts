import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sha256Of } from '@palatine/platform/read-file';
import { testFolder } from '@palatine/platform/testing';
import { startService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { until } from '@palatine/testing/until';
import { Tokens } from '../src/tokens.ts';

const A = { Name: 'A', Token: 'a', Permissions: '*' };

async function tokensIn(files: Record<string, unknown>) {
  const folder = testFolder();
  const errors: string[] = [];
  const write = (name: string, value: unknown) =>
    writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
  for (const [name, value] of Object.entries(files)) write(name, value);
  const doubts: string[] = [];
  const reports = {
    skipped: (error: string) => errors.push(error),
    doubtful: (doubt: string) => doubts.push(doubt),
  };
  const clock = new TestClock();
  const tokens = new Tokens(folder, reports, clock);
  await tokens.refresh();
  return { folder, errors, doubts, tokens, write, clock };
}

test('a token is found by its secret, whether the file holds it or its SHA-256', async () => {
  const TokenSHA256 = sha256Of('secret-b').toUpperCase();
  const { tokens, errors } = await tokensIn({
    'a.json': { Name: 'A', Token: 'secret-a', Permissions: 'REST.Players.Read' },
    'b.json': { Name: 'B', TokenSHA256, Permissions: ['REST.*'], AnswerForm: 'Wrapped' },
  });
  const [a, b] = [tokens.find('secret-a'), tokens.find('secret-b')];
  assert.ok(a && b && a.id !== b.id);
  assert.deepEqual(a, { id: a.id, name: 'A', permissions: ['REST.Players.Read'], answerForm: undefined });
  assert.deepEqual(b, { id: b.id, name: 'B', permissions: ['REST.*'], answerForm: 'Wrapped' });
  assert.equal(tokens.find('secret-c'), undefined);
  assert.equal(tokens.find(sha256Of('secret-b')), undefined);
  assert.deepEqual(errors, []);
});

test('TokenExample.json and files that do not end in .json hold no tokens', async () => {
  const { tokens, errors } = await tokensIn({
    'TokenExample.json': { Name: 'X', Token: 'example', Permissions: '*' },
    'notes.txt': 'secret',
  });
  for (const secret of ['example', 'secret']) assert.equal(tokens.find(secret), undefined);
  assert.deepEqual(errors, []);
});

test('the error of a token file is reported once, without its secret, and the other files are valid', async () => {
  const { tokens, errors } = await tokensIn({
    'half.json': '{"Name":"Half","Token":"very-secret","Perm',
    'list.json': [],
    'nameless.json': { Token: 'very-secret', Permissions: '*' },
    'both.json': { Name: 'Both', Token: 'very-secret', TokenSHA256: sha256Of('x'), Permissions: '*' },
    'neither.json': { Name: 'Neither', Permissions: '*' },
    'good.json': { Name: 'Good', Token: 'good', Permissions: '*' },
    'twin1.json': { Name: 'Twin 1', Token: 'twin', Permissions: '*' },
    'twin2.json': { Name: 'Twin 2', TokenSHA256: sha256Of('twin'), Permissions: 'REST.Players.Read' },
  });
  assert.equal(tokens.find('good')?.name, 'Good');
  assert.equal(tokens.find('twin'), undefined);
  assert.equal(tokens.find('very-secret'), undefined);
  const names = errors.map((error) => error.split(/\.json/)[0]).sort();
  assert.deepEqual(names, ['both', 'half', 'list', 'nameless', 'neither', 'twin1']);
  assert.ok(!errors.join().includes('very-secret'));
  const reported = errors.length;
  await tokens.refresh();
  assert.equal(errors.length, reported);
});

test('a token in two files with the same permissions is valid, and the copy is reported', async () => {
  const { tokens, errors, doubts } = await tokensIn({
    'a.json': { Name: 'A', Token: 'a-secret-of-two-files', Permissions: ['REST.Items.*', 'REST.Pals.Read'] },
    'b.json': { Name: 'A', Token: 'a-secret-of-two-files', Permissions: ['REST.Pals.Read', 'REST.Items.*'] },
  });
  assert.equal(tokens.find('a-secret-of-two-files')?.name, 'A');
  assert.deepEqual(errors, []);
  assert.deepEqual(doubts, [
    'a.json and b.json hold the same token with the same permissions: one of them is enough',
  ]);
});

test('a file with Enabled false or a past Expires is inactive, which is not an error', async () => {
  const token = (Name: string, more: object) => {
    return { Name, Token: `secret-of-token-${Name}`, Permissions: '*', ...more };
  };
  const { tokens, errors } = await tokensIn({
    'off.json': token('off', { Enabled: false }),
    'past.json': token('past', { Expires: '2026-07-11' }),
    'moment.json': token('moment', { Expires: '2026-07-12T00:00:00Z' }),
    'today.json': token('today', { Expires: '2026-07-12' }),
    'ever.json': token('ever', { Enabled: true, Expires: null }),
    'copy.json': { ...token('off', {}), Permissions: 'REST.*' },
    'riddle.json': token('riddle', { Expires: 'next week' }),
  });
  const counts = ['off', 'past', 'moment', 'today', 'ever', 'riddle'].filter(
    (name) => tokens.find(`secret-of-token-${name}`) !== undefined,
  );
  assert.deepEqual(counts, ['off', 'today', 'ever']);
  assert.deepEqual(tokens.find('secret-of-token-off')?.permissions, ['REST.*'], 'of the active file');
  assert.deepEqual(tokens.faults, [
    'riddle.json: Expires must be a day or a time such as 2027-01-31 or 2027-01-31T18:00:00Z, not "next week"',
  ]);
  assert.ok(errors.includes('off.json: is inactive because Enabled is false'));
  assert.ok(errors.includes('past.json: has expired at 2026-07-12T00:00:00.000Z, its Expires'));
});

test('a token that expires while the service runs is refused from then on', async () => {
  const clock = new TestClock();
  await using service = await startService({ clock });
  const secret = service.addToken('REST.Version.Read', {
    Expires: new Date(clock.now() + 60_000).toISOString(),
  });
  const status = () => service.statusFor(secret);
  assert.equal(await status(), 200);
  clock.advance(61_000);
  await until('the token is refused', async () => (await status()) === 401);
});

test('DefaultPermissions of RESTConfig.json apply to every token, and change with a reload', async () => {
  await using service = await startService({ restConfig: { DefaultPermissions: ['REST.Version.Read'] } });
  const secret = service.addToken([]);
  const status = (path: string) => service.statusFor(secret, `/v1/pdapi/${path}`);
  assert.deepEqual([await status('version'), await status('players')], [200, 403]);
  const file = join(service.data, 'RESTAPI', 'RESTConfig.json');
  writeFileSync(file, JSON.stringify({ DefaultPermissions: 'REST.Players.Read' }));
  assert.equal(await status('players'), 403, 'not before the reload');
  await service.api.reloadConfig();
  assert.deepEqual([await status('version'), await status('players')], [403, 200]);
});

test('tokens stay valid while their folder cannot be read, and the reason names no path', async () => {
  const { tokens, errors, folder } = await tokensIn({ 'a.json': A });
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'a file in its place');
  await tokens.refresh();
  assert.equal(tokens.find('a')?.name, 'A');
  assert.deepEqual(errors, tokens.faults);
  assert.match(errors.join(), /ENOTDIR/);
  assert.ok(!errors.join().includes('/'), errors.join());
  rmSync(folder);
  mkdirSync(folder);
  await tokens.refresh();
  assert.equal(tokens.find('a'), undefined);
});

test('removing the folder of token files revokes every token', async () => {
  const { tokens, errors, folder, write } = await tokensIn({ 'a.json': A });
  rmSync(folder, { recursive: true });
  await tokens.refresh();
  assert.equal(tokens.find('a'), undefined);
  mkdirSync(folder);
  write('b.json', { Name: 'B', Token: 'b', Permissions: '*' });
  await tokens.refresh();
  assert.equal(tokens.find('b')?.name, 'B');
  assert.deepEqual(errors, []);
});

test('a token is valid as soon as its file is written; a change and a removal take effect within a second', async () => {
  const clock = new TestClock();
  await using service = await startService({ clock });
  const secret = service.addToken('REST.Version.Read');
  const file = join(service.data, 'RESTAPI', 'Tokens', `${secret}.json`);
  const status = () => service.statusFor(secret);
  assert.equal(await status(), 200);
  writeFileSync(file, readFileSync(file, 'utf8').replace('REST.Version.Read', 'REST.Players.Read'));
  assert.equal(await status(), 200, 'until the folder is read again');
  clock.advance(1000);
  await until('the new permission is active', async () => (await status()) === 403);
  rmSync(file);
  assert.equal(await status(), 403, 'until the folder is read again');
  clock.advance(1000);
  await until('the token is refused', async () => (await status()) === 401);
});

test('the id of a token depends on its secret only', async () => {
  const { tokens, write } = await tokensIn({ 'a.json': { Name: 'A', Token: 'shop', Permissions: '*' } });
  const id = tokens.find('shop')?.id;
  assert.ok(id !== undefined && id !== 'shop' && id !== sha256Of('shop'));
  write('a.json', { Name: 'B', TokenSHA256: sha256Of('shop'), Permissions: 'REST.*' });
  await tokens.refresh();
  assert.deepEqual([tokens.find('shop')?.name, tokens.find('shop')?.id], ['B', id]);
});

test('files that share a Name are valid, and are reported once', async () => {
  const { tokens, errors, doubts } = await tokensIn({
    'one.json': { Name: 'Shop', Token: 'the-secret-of-one', Permissions: '*' },
    'two.json': { Name: 'Shop', Token: 'the-secret-of-two', Permissions: '*' },
    'other.json': { Name: 'Other', Token: 'the-secret-of-other', Permissions: '*' },
    'skipped.json': { Name: 'Other', Token: '', Permissions: '*' },
  });
  assert.ok(tokens.find('the-secret-of-one') && tokens.find('the-secret-of-two'));
  assert.equal(errors.length, 1);
  const doubt = 'one.json and two.json share the Name "Shop": the audit cannot tell them apart';
  assert.deepEqual(doubts, [doubt]);
  await tokens.refresh();
  assert.deepEqual(doubts, [doubt]);
});

for (const hours of [-25, 25]) {
  test(`an unknown token is refused after the wall clock was set ${hours} hours on`, async (t) => {
    await using service = await startService();
    const status = async (authorization: string) =>
      (await service.fetch('/v1/pdapi/version', { authorization })).status;
    assert.equal(await status('Bearer unknown'), 401);
    const { now } = Date;
    t.mock.method(Date, 'now', () => now() + hours * 3_600_000);
    assert.equal(await status('Bearer unknown'), 401);
    assert.equal(await status(`Bearer ${service.token}`), 200);
  });
}
