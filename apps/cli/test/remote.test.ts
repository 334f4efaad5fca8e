import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import type { AuditEntry, AuditPage } from '@palatine/contract';
import { dataPaths } from '@palatine/data-dir/data-folder';
import { testFolder } from '@palatine/platform/testing';
import { makeBackup } from '@palatine/save-tools/backup';
import { isRefused, runCommand, runJson, succeeds } from '@palatine/testing/run-cli';
import { type SelfSigned, selfSigned } from '@palatine/testing/self-signed';
import { startProcess } from '@palatine/testing/start-process';
import { newFolder, startService } from '@palatine/testing/start-service';
import { until } from '@palatine/testing/until';
import { aDemo } from '@palatine/testing/worlds';

const MAIN = resolve(import.meta.dirname, '../src/main.ts');
const folder = newFolder();
const data = join(folder, 'data');
const tokens = join(data, 'RESTAPI', 'Tokens');
const addressFile = join(data, 'palatine.server.json');
const server = await startProcess(['--data', data, '--no-simulate', '--demo', 'players=8,online=4']);
after(async () => {
  await server.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Listed {
  Meta: { PlayerCount: number; OnlineCount: number };
  Players: { Name: string; UserId: string; PlayerUID: string; Status: string }[];
}

const here = (...args: string[]) => [...args, '--data', data];
const temporaryTokens = () => readdirSync(tokens).filter((name) => /^cli-.*\.json$/.test(name));
const everybody = await runJson<Listed>(here('players', '--all'));
const { Players } = everybody.answer;
const [first, second, third] = Players.filter(({ Status }) => Status === 'Online');
assert.ok(first && second && third, 'the demo world has three players online');

/** The grants and so on that the server has audited. */
async function audited(): Promise<AuditEntry[]> {
  const headers = { authorization: `Bearer ${server.token}` };
  const response = await fetch(`${server.url}/v1/palatine/audit`, { headers });
  return ((await response.json()) as AuditPage).Entries;
}

test('players lists who is online, and with --all everybody', async () => {
  const { code, answer } = await runJson<Listed>(here('players'));
  assert.equal(code, 0);
  const online = Players.filter(({ Status }) => Status === 'Online');
  assert.deepEqual(answer.Players, online);
  assert.equal(answer.Meta.OnlineCount, online.length);
  assert.equal(Players.length, everybody.answer.Meta.PlayerCount);
  const { stdout } = await runCommand(here('players', '--all'));
  for (const { Name, UserId } of Players) assert.ok(stdout.includes(Name) && stdout.includes(UserId));
});

test('give takes items, Pals and points in one request, by name, UserId and any spelling of a PlayerUID', async () => {
  const more = '--pal SheepBall:5 --exp 10 --technology-points 2'.split(' ');
  const result = await runCommand(here('give', first.Name, 'PalSphere=3', 'Wood', ...more));
  assert.deepEqual([result.code, result.stderr], [0, '']);
  const got = '3 PalSphere, 1 Wood, SheepBall (level 5), 10 EXP (less at the level cap), 2 technology points';
  assert.equal(result.stdout, `${first.Name} has got ${got}.\n`);
  const plain = first.PlayerUID.replaceAll('-', '').toLowerCase();
  for (const player of [first.UserId, first.PlayerUID, plain]) {
    const { answer } = await runJson<{ Given: object }>(here('give', player, 'Wood=2'));
    const UserID: string = player === first.UserId ? first.UserId : first.PlayerUID;
    assert.deepEqual(answer, { Given: { UserID, Items: [{ ItemID: 'Wood', Count: 2 }] } });
  }
  const entries = (await audited()).filter(({ Route }) => Route === 'POST /v1/pdapi/give');
  assert.equal(entries.length, 4);
  for (const { Token, Outcome } of entries) {
    assert.deepEqual([Token, Outcome], [`palatine CLI (${userInfo().username})`, 'OK']);
  }
});

test('give says how much EXP was below the level cap', async () => {
  const give = () => runCommand(here('give', first.Name, '--exp', '100000000'));
  assert.match((await give()).stdout, /has got [1-9]\d{3,7} EXP\.\n$/);
  assert.equal((await give()).stdout, `${first.Name} has got 0 EXP.\n`);
});

test('a refusal is exit code 1 with code and message; a wrong command line is exit code 2', async () => {
  const unknownItem = /^palatine: VALIDATION_FAILED: .*unknown ItemID "PalSpere".*PalSphere.*\n$/;
  await isRefused(here('give', first.UserId, 'PalSpere', 'Wood=5'), unknownItem);
  const { code, answer } = await runJson<{ error: string }>(here('give', 'steam_1', 'Wood'));
  assert.equal(code, 1);
  assert.match(answer.error, /^[A-Z_]+: .*steam_1/);
  for (const args of [
    ['give', first.UserId],
    ['give', first.UserId, 'Wood=0'],
    ['give', first.UserId, '=3'],
    ['say'],
  ]) {
    assert.equal((await runCommand(here(...args))).code, 2, args.join(' '));
  }
});

test('a message goes to everyone or to one player, and a kicked player is gone', async () => {
  await succeeds(here('say', 'See', 'you'));
  const { answer } = await runJson<{ SentCount: number }>(here('say', 'Hello', '--to', second.Name));
  assert.equal(answer.SentCount, 1);
  const kicked = await runCommand(here('kick', second.Name, '--reason', 'idle too long'));
  assert.deepEqual([kicked.code, kicked.stdout], [0, `${second.Name} is disconnected.\n`]);
  assert.equal((await runCommand(here('kick', second.Name))).code, 1);
  const { answer: now } = await runJson<Listed>(here('players'));
  assert.ok(!now.Players.some(({ UserId }) => UserId === second.UserId));
  const late = await runCommand(here('say', 'Hello', '--to', second.Name));
  assert.equal(late.code, 1);
  assert.equal(late.stderr.match(/is known, but offline/g)?.length, 1);
});

test('a ban by the command line takes effect at once while a server runs', async () => {
  const byName = await runCommand(here('ban', 'add', third.Name, '--reason', 'griefing'));
  assert.deepEqual([byName.code, byName.stdout], [0, `${third.UserId} is banned.\n`]);
  await isRefused(here('ban', 'add', 'No One'), /nobody is called "No One"/);
  const { answer } = await runJson<Listed>(here('players'));
  assert.ok(!answer.Players.some(({ UserId }) => UserId === third.UserId));
  assert.equal((await runCommand(here('reload'))).stdout, 'The server has reloaded its files.\n');
  const rest = join(data, 'RESTAPI', 'RESTConfig.json');
  const restText = readFileSync(rest, 'utf8');
  writeFileSync(rest, '{"Cors":{"Allowed-Origins":["https://panel.example"]}}');
  const later = await runCommand(here('reload'));
  writeFileSync(rest, restText);
  assert.match(later.stdout, /^Cors\.Allowed-Origins takes effect at the next start\.$/m);
  const config = join(data, 'Config.json');
  const text = readFileSync(config, 'utf8');
  writeFileSync(config, '{');
  const ignored = /an invalid file was ignored; its last valid version stays active \(see palatine doctor\)/;
  await isRefused(here('reload'), ignored);
  writeFileSync(config, text);
});

test('an unknown name is refused, with the spelling that may be meant', async () => {
  const upperCase = first.Name.toUpperCase();
  const misspelled = upperCase === first.Name ? first.Name.toLowerCase() : upperCase;
  const { stderr } = await isRefused(here('kick', misspelled), / meant\?/);
  assert.ok(stderr.includes(`is "${first.Name}" meant?`), stderr);
  await isRefused(here('kick', 'No One'), /nobody is called "No One"; palatine players --all/);
});

test('the token of a command has the permissions it needs, only its hash is stored, and it goes with a signal', async () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    server.child.kill('SIGSTOP'); // so that the command waits for its answer
    try {
      const command = spawn(process.execPath, [MAIN, ...here('kick', 'No One')], { stdio: 'ignore' });
      const ended = once(command, 'exit');
      await until('a temporary token', () => temporaryTokens().length === 1);
      const file = join(tokens, temporaryTokens()[0] ?? '');
      const { TokenSHA256, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as { TokenSHA256: string };
      assert.match(TokenSHA256, /^[0-9a-f]{64}$/);
      assert.deepEqual(rest, {
        Name: `palatine CLI (${userInfo().username})`,
        Permissions: ['REST.Punishments.Kick', 'REST.Players.Read'],
      });
      assert.equal(statSync(file).mode & 0o777, 0o600);
      const copy = join(folder, `backup-${signal}`);
      await makeBackup(dataPaths(data), { folder: copy });
      const actual = readdirSync(join(copy, 'RESTAPI', 'Tokens')).filter((name) => name.startsWith('cli-'));
      assert.deepEqual(actual, []);
      assert.ok(!existsSync(join(copy, 'palatine.server.json')));
      command.kill(signal);
      assert.deepEqual(await ended, [null, signal]);
      assert.deepEqual(temporaryTokens(), []);
    } finally {
      server.child.kill('SIGCONT');
    }
  }
});

test('a name that several players have is refused, and each of them named by id', async () => {
  const { world, showcase, online } = aDemo();
  const account = world.accounts.get(online.uid);
  assert.ok(account);
  world.accounts.put({ ...account, name: showcase.name });
  await using service = await startService({ world });
  const args = ['give', showcase.name, 'Wood', '--data', service.data];
  const { stderr } = await isRefused(args, /2 players are called ".*"; use an id: /);
  for (const { userId } of [showcase, online]) assert.ok(stderr.includes(`${userId} (Online)`), stderr);
});

test('over TLS a command trusts the certificate that the server serves, and no other, also after it is renewed', async () => {
  const certificates = testFolder();
  const TLS = { Certificate: join(certificates, 'cert.pem'), Key: join(certificates, 'key.pem') };
  const put = ({ cert, key }: SelfSigned) => {
    writeFileSync(TLS.Certificate, cert);
    writeFileSync(TLS.Key, key);
  };
  put(selfSigned({ name: 'of no authority' }));
  await using service = await startService({ restConfig: { TLS } });
  const at = ['--data', service.data];
  assert.match(service.url, /^https:/);
  assert.deepEqual((await succeeds(['players', ...at])).stderr, '');
  put(selfSigned({ name: 'renewed' }));
  await succeeds(['reload', ...at]); // is served the former one
  await succeeds(['players', '--json', ...at]);

  const recorded = join(service.data, 'palatine.server.json');
  const { certificate, ...rest } = JSON.parse(readFileSync(recorded, 'utf8')) as { certificate: string };
  writeFileSync(recorded, JSON.stringify({ ...rest, certificate: certificate.replaceAll(/[0-9A-F]/g, '0') }));
  await isRefused(['kick', 'steam_1', ...at], /UNREACHABLE: .*another certificate is served there/);
});

test('a server elsewhere is called with a token from the environment or a file, which must be right', async () => {
  const env = { PALATINE_URL: server.url, PALATINE_TOKEN: server.token };
  const nowhere = ['players', '--data', join(folder, 'nowhere')];
  await succeeds(nowhere, env);
  const secret = join(folder, 'secret');
  writeFileSync(secret, `${server.token}\n`);
  const elsewhere = ['players', '--url', server.url];
  await succeeds([...elsewhere, '--token-file', secret]);
  const noToken = /needs a token: set PALATINE_TOKEN, or give --token-file/;
  await isRefused(elsewhere, noToken, { code: 2, env: { PALATINE_TOKEN: '' } });
  // What was meant for another server does not happen on this one.
  const noUrl = /PALATINE_URL is empty; it must name a server, or be unset/;
  await isRefused(here('players'), noUrl, { code: 2, env: { PALATINE_URL: '' } });
  await isRefused(elsewhere, /^palatine: INVALID_TOKEN: /, { env: { PALATINE_TOKEN: 'wrong' } });
  assert.equal((await runCommand(['players', '--url', 'ftp://host'], { PALATINE_TOKEN: 'x' })).code, 2);
  writeFileSync(secret, 'two words');
  const unfit = await runCommand([...elsewhere, '--token-file', secret]);
  assert.equal(unfit.code, 1);
  assert.ok(!unfit.stderr.includes('two words'));
});

test('the token that a killed command left is removed by a later one', async () => {
  server.child.kill('SIGSTOP'); // so that the command waits for its answer
  const killed = spawn(process.execPath, [MAIN, ...here('say', 'Hello')], { stdio: 'ignore' });
  await until('a temporary token', () => temporaryTokens().length === 1).finally(() => {
    killed.kill('SIGKILL');
    server.child.kill('SIGCONT');
  });
  await once(killed, 'exit');
  const name = (pid: number | undefined, random: string) =>
    join(tokens, `cli-${pid}-${random.repeat(12)}.json`);
  const old = join(tokens, temporaryTokens()[0] ?? '');
  const [fresh, running] = [name(killed.pid, 'cd'), name(process.pid, 'ef')];
  for (const file of [fresh, running]) writeFileSync(file, '{}');
  for (const file of [old, running]) utimesSync(file, 1_700_000_000, 1_700_000_000);
  await succeeds(here('say', 'Hello'));
  const actual = [old, fresh, running].map((file) => existsSync(file));
  assert.deepEqual(actual, [false, true, true]);
  for (const file of [fresh, running]) rmSync(file);
});

test('without a running server one line says so, also where a killed one left its address', async () => {
  assert.equal(statSync(addressFile).mode & 0o777, 0o600);
  assert.deepEqual(JSON.parse(readFileSync(addressFile, 'utf8')), { url: server.url });
  const expected = `palatine: no server is running on ${data}; palatine serve starts it, --url names a server elsewhere\n`;
  await server.end('SIGKILL');
  assert.ok(existsSync(addressFile));
  assert.deepEqual(await runCommand(here('players')), { code: 1, stdout: '', stderr: expected });
  const next = await startProcess(['--data', data]);
  assert.deepEqual(JSON.parse(readFileSync(addressFile, 'utf8')), { url: next.url });
  await succeeds(here('players'));
  assert.equal(await next.end('SIGTERM'), 0);
  assert.ok(!existsSync(addressFile));
  assert.deepEqual(await runCommand(here('players')), { code: 1, stdout: '', stderr: expected });
  assert.deepEqual(temporaryTokens(), []);
});
