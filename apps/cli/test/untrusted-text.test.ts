import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { aBan, aBanlist, anIssuer } from '@palatine/testing/banlist-builder';
import { writeLargeSave } from '@palatine/testing/large-save';
import { type Ended, runCommand, succeeds } from '@palatine/testing/run-cli';
import { startProcess } from '@palatine/testing/start-process';

/** Sets the title of a terminal, erases a line, writes to the clipboard, turns the direction of writing. */
const STEERING = '\u001b]0;owned\u0007\u001b[2K\rsteam_fake lifted\nsteam_evil banned\u001b]52;c;eA==\u0007';
const TURNED = '\u202etxt.exe\u2066\u200b\u009b2K\u007f\ufeff';
const HOSTILE = `${STEERING}${TURNED}`;
const HIDDEN = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const folder = testFolder();
const [save, data] = [join(folder, 'save'), join(folder, 'data')];

function write(file: string, value: unknown): void {
  writeFileSync(join(data, file), typeof value === 'string' ? value : JSON.stringify(value));
}

function assertPlain({ stdout, stderr }: Pick<Ended, 'stdout' | 'stderr'>): void {
  assert.doesNotMatch(stdout, HIDDEN);
  assert.doesNotMatch(stderr, HIDDEN);
}

mkdirSync(join(data, 'RESTAPI', 'Tokens'), { recursive: true });
await writeLargeSave(save, HOSTILE, 1);
const BannedBy = anIssuer({ NameValue: HOSTILE, Reason: HOSTILE });
const banlist = (UserId: string) =>
  aBanlist({ BannedMessage: HOSTILE, UserEntries: [aBan({ UserId, BannedBy })] });
write('Banlist.json', banlist('steam_1'));
write('RESTAPI/Tokens/Shop.json', { Name: HOSTILE, Token: 'x', Permissions: [`REST.${HOSTILE}`] });
write(`RESTAPI/Tokens/${TURNED}.json`, `{"Name": ${HOSTILE}`);

test('an import and the commands that show a world print no hidden character of its name', async () => {
  const imported = await succeeds(['world', 'import', save, '--data', data]);
  assertPlain(imported);
  assert.match(imported.stdout, /\\u\{1B\}\]0;owned/);
  for (const command of ['info', 'check']) assertPlain(await runCommand(['world', command, '--data', data]));
});

test('the bans are one line each, whatever their reasons hold', async () => {
  const listed = await succeeds(['ban', 'list', '--data', data]);
  assertPlain(listed);
  assert.equal(listed.stdout.split('\n').length, 2, listed.stdout);
  assert.match(listed.stdout, /\\r.*\\n.*\\u\{202E\}/);
});

test('a ban list with an invalid id is refused, and the id is shown without hidden characters', async () => {
  write('Banlist.json', banlist(`steam_1${HOSTILE}`));
  for (const args of [['ban', 'list'], ['doctor']]) {
    const refused = await runCommand([...args, '--data', data]);
    assert.equal(refused.code, 1);
    assertPlain(refused);
    assert.match(`${refused.stdout}${refused.stderr}`, /must be a UserId such as .*steam_1/);
  }
  write('Banlist.json', banlist('steam_1'));
});

test('with --json the same text is escapes of JSON, and parses to what the file holds', async () => {
  const listed = await runCommand(['ban', 'list', '--data', data, '--json']);
  assertPlain(listed);
  const { UserEntries } = JSON.parse(listed.stdout) as { UserEntries: { BannedBy: { Reason: string } }[] };
  assert.equal(UserEntries[0]?.BannedBy.Reason, HOSTILE);
});

test('the list of tokens and the doctor print no hidden character of a name, a file or an error', async () => {
  for (const command of [['token', 'list'], ['doctor']]) {
    const run = await runCommand([...command, '--data', data]);
    assertPlain(run);
    assert.match(`${run.stdout}${run.stderr}`, /\\u\{202E\}/, command.join(' '));
  }
});

test('an error about what was typed is one line without hidden characters', async () => {
  for (const args of [
    [HOSTILE],
    ['ban', 'add', HOSTILE, '--data', data],
    ['token', 'revoke', `No ${HOSTILE}`, '--data', data],
    ['doctor', `--${HOSTILE}`],
    ['serve', '--data', data, '--port', HOSTILE],
    ['world', 'info', '--data', join(folder, HOSTILE.replaceAll('/', ''))],
  ]) {
    const run = await runCommand(args);
    assert.ok((run.code ?? 0) > 0, args[0]);
    assertPlain(run);
    assert.match(run.stderr, /^palatine: [^\n]+\n$/);
  }
});

test('a start greets, and logs the errors of files, without hidden characters', async () => {
  await using service = await startProcess(['--data', data]);
  assert.doesNotMatch(service.output(), HIDDEN);
  assert.match(service.output(), /Palatine serves ".*\\u\{1B\}\]0;owned/);
  assert.match(service.output(), /a token file is skipped/);
});
