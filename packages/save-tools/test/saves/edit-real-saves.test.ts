import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byTier } from '@palatine/platform/testing';
import { sharedSave } from '@palatine/save/testing';
import { runCommand, runJson } from '@palatine/testing/run-cli';

/** Runs a command of `palatine save` on a real save. */
const run = (args: readonly string[]) => runJson<{ error?: string }>(['save', ...args]);

const world1 = sharedSave('world1');
test('a save of mid 2025 takes an item, and no experience', world1, async () => {
  const onPlayer = ['--save', world1.folder, '--player', '43797F87000000000000000000000000', '--dry-run'];
  const item = await run(['give', ...onPlayer, '--item', 'Wood']);
  assert.equal(item.code, 0, item.answer.error);
  const exp = await run(['exp', ...onPlayer, '--amount', '1000']);
  assert.equal(exp.code, 1);
  assert.match(exp.answer.error ?? '', /nothing was changed$/);
});

const ref2024 = sharedSave('ref2024');
test('a save of 2024 is refused with what to do', ref2024, async () => {
  const host = '00000000000000000000000000000001';
  const { code, answer } = await run([
    'give',
    '--save',
    ref2024.folder,
    '--player',
    host,
    '--item',
    'Wood',
    '--dry-run',
  ]);
  assert.equal(code, 1);
  assert.match(answer.error ?? '', /game of 2024: start the game with it once and let it save the world/);
});

const CHECKED: [name: string, exitCode: number, broken: string[]][] = [
  ['ref2024', 0, []],
  ['world1', 1, ['P6']], // edited by another program
  ...byTier([], [
    ['v1_relics', 0, []],
    ['tayaki', 1, ['P1', 'P2']], // the file of a host who has moved
  ] satisfies [string, number, string[]][]),
];
for (const [name, exitCode, broken] of CHECKED) {
  const save = sharedSave(name);
  test(`save check finds ${broken.join(' and ') || 'nothing broken'} in ${name}`, save, async () => {
    const { code, stdout } = await runCommand(['save', 'check', save.folder, '--json']);
    const found = (JSON.parse(stdout) as { broken: { code: string }[] }).broken;
    assert.deepEqual([code, [...new Set(found.map((fault) => fault.code))].sort()], [exitCode, broken]);
  });
}
