import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { makeGameFolder } from '@palatine/stand-in/game-folder';
import { contentsOf } from '@palatine/testing/folder-contents';
import { runCommand } from '@palatine/testing/run-cli';
import type { plainFinding } from '../src/command/terminal.ts';

const folder = testFolder();
let folders = 0;
const skip = process.platform === 'win32' && 'links and pipes need rights there';

/** An installation of a stranger whose world or settings `change` has changed, and its checks by name. */
async function attach(
  change: (game: { root: string; saveFolder: string; settingsFile: string; outside: string }) => void,
  name = 'game',
) {
  const outside = join(folder, `outside-${++folders}`);
  mkdirSync(outside);
  const root = join(folder, `${name}-${folders}`);
  const game = await makeGameFolder({ root, password: 'correct-horse', port: 9 });
  change({ ...game, outside });
  const before = contentsOf(outside);
  const args = ['attach', '--save', root, '--password-file', game.passwordFile, '--offline-ok'];
  const data = join(folder, `data-${folders}`);
  const { code, stdout, stderr } = await runCommand([...args, '--json', '--data', data]);
  const text = await runCommand([...args, '--data', `${data}-text`]);
  for (const output of [stdout, stderr, text.stdout, text.stderr]) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be printed
    assert.doesNotMatch(output, /[\x00-\x09\x0b-\x1f\x7f]/);
  }
  assert.deepEqual(contentsOf(outside), before, 'nothing is written where a link leads');
  const { checks = [] } = JSON.parse(stdout) as { checks?: ReturnType<typeof plainFinding>[] };
  return {
    code,
    of: (check: string) => checks.find((candidate) => candidate.check === check) ?? assert.fail(stdout),
  };
}

for (const name of ['Level.sav', 'Players']) {
  test(`a save whose ${name} is a link is read, and deliveries into it are a warning`, { skip }, async () => {
    const { code, of } = await attach(({ saveFolder, outside }) => {
      renameSync(join(saveFolder, name), join(outside, name));
      symlinkSync(join(outside, name), join(saveFolder, name));
    });
    assert.deepEqual([code, of('deliveries').state], [0, 'warning']);
    assert.match(of('deliveries').found, new RegExp(`${name} is a link, and no edit follows one`));
  });
}

test('a pipe instead of Level.sav is no world, and one instead of the settings holds nothing up', {
  skip,
}, async () => {
  const pipe = (file: string) => {
    rmSync(file);
    execFileSync('mkfifo', [file]);
  };
  const level = await attach(({ saveFolder }) => pipe(join(saveFolder, 'Level.sav')));
  assert.equal(level.code, 1);
  assert.match(level.of('save folder').found, /holds no Level\.sav/);
  const settings = await attach(({ settingsFile }) => pipe(settingsFile));
  assert.equal(settings.of('PalWorldSettings.ini').state, 'warning');
});

test('settings that are a link out of the folder or huge are read no further than they may be', {
  skip,
}, async () => {
  const linked = await attach(({ settingsFile, outside }) => {
    renameSync(settingsFile, join(outside, 'settings.ini'));
    symlinkSync(join(outside, 'settings.ini'), settingsFile);
  });
  assert.equal(linked.code, 0);
  const huge = await attach(({ settingsFile }) => truncateSync(settingsFile, 2 ** 33)); // sparse
  assert.equal(huge.of('PalWorldSettings.ini').state, 'warning');
});

test('control characters in a path and in the settings are not printed', { skip }, async () => {
  const { of } = await attach(() => {}, 'game\u001b[31m\u0007\u009b');
  assert.equal(of('save folder').state, 'ok');
  const named = await attach(({ settingsFile }) => {
    writeFileSync(
      settingsFile.replace('PalWorldSettings', 'GameUserSettings'),
      'DedicatedServerName=a\u001b[31m',
    );
    const options = 'OptionSettings=(RESTAPIEnabled=\u001b[31m,AutoSaveSpan=\u0007,Mine\u001b[31m=1)';
    writeFileSync(settingsFile, `[/Script/Pal.PalGameWorldSettings]\n${options}`);
  });
  assert.match(named.of('PalWorldSettings.ini').found, /the game has no setting mine/);
});

test('a folder that this user may only read is a warning, and names what cannot be written', async (context) => {
  if (skip !== false) return context.skip(skip);
  if (process.geteuid?.() === 0) return context.skip('root may write everywhere');
  let readOnly = '';
  const { code, of } = await attach(({ saveFolder }) => {
    readOnly = saveFolder;
    chmodSync(readOnly, 0o555);
  });
  chmodSync(readOnly, 0o755); // to be deleted
  assert.deepEqual([code, of('deliveries').state], [0, 'warning']);
  assert.match(of('deliveries').found, /cannot be written by this user/);
});

test('a world without Players and the files of a co-op world are named', async () => {
  const { code, of } = await attach(({ saveFolder }) => {
    writeFileSync(join(saveFolder, 'LocalData.sav'), '');
    renameSync(join(saveFolder, 'Players'), join(saveFolder, 'Gone'));
  });
  assert.deepEqual([code, of('player files').state, of('LocalData.sav').state], [0, 'warning', 'ok']);
  const host = `Players/${'1'.padStart(32, '0')}.sav`;
  const coop = await attach(({ saveFolder }) => writeFileSync(join(saveFolder, host), ''));
  assert.equal(coop.of(host).state, 'warning');
  assert.match(coop.of(host).found, /the host of a co-op world, who joins a server with another id/);
});
