import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { pluck } from '@palatine/testing/pluck';
import { isRefused, runCommand, runJson, succeeds } from '@palatine/testing/run-cli';

const folder = testFolder();
const none = join(folder, 'none');

interface FindResult {
  found: { kind: string; id: string; name: string; note: string; match: string }[];
  more: boolean;
}

test('an id is found by the words of its name, without a data folder', async () => {
  const args = ['find', 'pal', 'sphere', '--limit', '2', '--data', none];
  const { code, stdout, stderr } = await runCommand(args);
  assert.deepEqual([code, stderr], [0, '']);
  const [first = '', second = '', more] = stdout.split('\n');
  assert.match(first, /^items +PalSphere +Pal Sphere +SpecialWeapon, SPWeaponCaptureBall, stack 9999$/);
  assert.match(second, /^technologies +Special_PalSphere_Grade_01 +Pal Sphere +level 2, costs 1$/);
  assert.equal(more, 'There are more; --limit 4 shows them.');
  assert.equal(existsSync(none), false);
});

test('--kind chooses the kinds, --json prints one value', async () => {
  const find = ['find', 'pal sphere', '--data', none, '--kind', 'Technologies', '--kind', 'eggs'];
  const { code, answer } = await runJson<FindResult>([...find, '--limit', '1']);
  assert.equal(code, 0);
  const sphere = { kind: 'technologies', id: 'Special_PalSphere_Grade_01', name: 'Pal Sphere' };
  assert.deepEqual(answer, { found: [{ ...sphere, note: 'level 2, costs 1', match: 'name' }], more: true });
});

test('what nothing is called is said, with its hidden characters made visible', async () => {
  const { code, stdout } = await runCommand(['find', 'xq\u001b[31mzzy', '--data', none]);
  assert.deepEqual([code, stdout], [0, 'No matches for "xq\\u{1B}[31mzzy".\n']);
  const { answer } = await runJson<FindResult>(['find', 'xqzzy', '--data', none]);
  assert.deepEqual(answer, { found: [], more: false });
});

test('the files of the data folder count, and one that is wrong is a warning', async () => {
  mkdirSync(join(folder, 'Catalogue'));
  const columns = ['id', 'name', 'rank', 'pal', 'rarePal'];
  const rows = [['Mod_Swift', 'Very Swift Indeed', 5, 1, 0], ['Mod_Bad']];
  writeFileSync(join(folder, 'Catalogue', 'passives.json'), JSON.stringify({ columns, rows }));
  const { stdout, stderr } = await succeeds(['find', 'swift indeed', '--data', folder]);
  assert.match(stdout, /^passives +Mod_Swift +Very Swift Indeed +rank 5, on Pals\n$/);
  assert.match(stderr, /^warning: ignoring invalid parts of .+Catalogue; palatine doctor lists them\n$/);
});

test('--language finds by the names of another language, and shows them', async () => {
  const find = ['find', 'holz', '--data', none, '--kind', 'items', '--language', 'DE', '--limit', '1'];
  const { stdout } = await runCommand(find);
  assert.match(stdout, /items +Wood +Holz/);
});

test('without --language the names of every language find, and the names that are shown are those', async () => {
  const find = (text: string) =>
    runJson<FindResult>(['find', text, '--data', none, '--kind', 'items', '--limit', '1']);
  for (const [text, id, name] of [
    ['Древесина', 'Wood', 'Древесина'],
    ['木材', 'Wood', '木材'],
    ['wood', 'Wood', 'Wood'],
  ]) {
    const { found } = (await find(text ?? '')).answer;
    assert.deepEqual(pluck(found, 'id', 'name'), [[id, name]]);
  }
});

test('a wrong kind, language or limit, or no text, is exit code 2', async () => {
  for (const args of [
    [],
    ['x', '--kind', 'item'],
    ['x', '--limit', '0'],
    ['x', '--language', 'xx'],
    ['x', '--limit', '1e3'],
  ]) {
    const { stdout } = await isRefused(['find', ...args, '--data', none], /^palatine: find[^\n]+\n$/, {
      code: 2,
    });
    assert.equal(stdout, '');
  }
});
