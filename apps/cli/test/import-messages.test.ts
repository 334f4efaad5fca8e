import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeLargeSave } from '@palatine/testing/large-save';
import { runCommand, runJson } from '@palatine/testing/run-cli';
import { testFolder } from '@palatine/testing/test-folder';

const folder = testFolder();

test('an import sums up warnings for a person, and lists each with --json', async () => {
  const save = join(folder, 'save');
  await writeLargeSave(save, 'Isle', 4);
  for (const file of readdirSync(join(save, 'Players')).slice(1)) rmSync(join(save, 'Players', file));
  const { code, stderr } = await runCommand(['world', 'import', save, '--data', join(folder, 'text')]);
  assert.equal(code, 0, stderr);
  const more = Number(/no usable file: .* \(and (\d+) more like it\)/.exec(stderr)?.[1]);
  assert.ok(more > 0, stderr);
  const args = ['world', 'import', save, '--data', join(folder, 'json')];
  const { answer } = await runJson<{ warnings: { file: string; message: string }[] }>(args);
  const absent = answer.warnings.filter(({ message }) => message.startsWith('no usable file'));
  assert.equal(absent.length, more + 1);
  assert.equal(new Set(absent.map(({ file }) => file)).size, more + 1);
  assert.ok(!JSON.stringify(answer).includes('more like it'));
});

test('a backup that is not there is named with the places that were looked at and the backups there are', async () => {
  const data = join(folder, 'restored');
  const demo = await runCommand(['world', 'demo', '--demo', 'players=3', '--data', data]);
  assert.equal(demo.code, 0, demo.stderr);
  const restore = () => runCommand(['world', 'restore', 'nope', '--data', data]);
  const none = await restore();
  assert.equal(none.code, 1);
  assert.match(
    none.stderr,
    /^palatine: there is no backup "nope": .*nope and .*Backups.nope hold no backup\.json; Backups holds none\n$/,
  );
  await runCommand(['world', 'backup', '--data', data]);
  assert.match((await restore()).stderr, /; Backups holds \d{8}T\d{6}Z\n$/);
});
