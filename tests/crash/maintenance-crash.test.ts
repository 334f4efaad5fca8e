import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { between, seededRandom } from '@palatine/world/testing';
import { runCommand } from '../harness/run-cli.ts';
import { startProcess } from '../harness/start-process.ts';
import { newFolder } from '../harness/start-service.ts';
import { makeFolder, TOKEN } from './crash-rounds.ts';
import { commandAndKill, type Moment } from './crash-start.ts';
import { fingerprintOf, leftovers, startPlain } from './import-crash-run.ts';
import { Connection } from './load.ts';

const folder = newFolder();
after(() => rm(folder, { recursive: true, force: true }));

const present = join(folder, 'present');
const backup = join(folder, 'backup');
const data = join(folder, 'data');
const seed = Date.now() % 1_000_000;
const random = seededRandom(seed);
let commandMs = 0;

before(async () => {
  makeFolder(1, present);
  commandMs = await timed(['world', 'backup', backup, '--data', present]);
  await grantOnePoint(present); // so that the present world is not the one of the backup
});

async function timed(args: readonly string[]): Promise<number> {
  const startedAt = Date.now();
  const { code, stderr } = await runCommand(args);
  assert.equal(code, 0, stderr);
  return Date.now() - startedAt;
}

async function grantOnePoint(path: string): Promise<void> {
  await using program = await startProcess(['--data', path, '--no-simulate']);
  const connection = new Connection({ url: program.url, token: TOKEN });
  const { body } = await connection.request('GET', '/players');
  const [player] = (JSON.parse(body) as { Players: { PlayerUID: string }[] }).Players;
  const grant = `/give/progression/${player?.PlayerUID}`;
  const { status } = await connection.request('POST', grant, { TechnologyPoints: 1 });
  assert.equal(status, 200);
  connection.close();
  await program.end('SIGKILL');
}

/** A random moment, the last part of the command, and one at which it changes files. */
function moments(changing: Moment): [name: string, moment: Moment][] {
  const anyTime = between(random, 50, commandMs);
  const late = between(random, Math.floor(0.7 * commandMs), Math.floor(1.2 * commandMs));
  return [
    [`after ${anyTime} ms`, anyTime],
    [`after ${late} ms`, late],
    ['while it changes files', changing],
  ];
}

const isWriting: Moment = (names) => names.includes('world.db.making');

/** Runs the command once for each moment, on a copy of the present folder unless it is to be empty. */
async function eachKilled(
  args: readonly string[],
  changing: Moment,
  assertWhole: (about: string) => Promise<void>,
  empty = false,
): Promise<void> {
  for (const [name, moment] of moments(changing)) {
    if (!empty) cpSync(present, data, { recursive: true });
    await commandAndKill(args, data, moment);
    await assertWhole(`killed ${name}, seed ${seed}`);
    await rm(data, { recursive: true, force: true });
  }
}

const worldOf = (path: string) => fingerprintOf(join(path, 'world.db'));

test('a restore with --replace, killed at any moment, leaves the present world or the one of the backup', () => {
  const whole = [worldOf(present), worldOf(backup)];
  return eachKilled(['world', 'restore', backup, '--replace'], isWriting, async (about) => {
    const served = await startPlain(data);
    assert.deepEqual(served.contradictions, [], about);
    assert.ok(whole.includes(served.fingerprint), `${about}: the world is neither`);
    assert.deepEqual(leftovers(data).unfinished, [], about);
  });
});

test('a first restore, killed at any moment, leaves no world or the one of the backup', () =>
  eachKilled(
    ['world', 'restore', backup],
    isWriting,
    async (about) => {
      if (existsSync(join(data, 'world.db'))) assert.equal(worldOf(data), worldOf(backup), about);
      const { code, stderr } = await runCommand(['world', 'restore', backup, '--replace', '--data', data]);
      assert.equal(code, 0, `${about}: ${stderr}`);
      assert.equal(worldOf(data), worldOf(backup), `${about}: it can be repeated`);
      assert.deepEqual(leftovers(data).unfinished, [], about);
    },
    true,
  ));

test('a new demo world with --replace, killed at any moment, leaves the present world or a whole new one', () =>
  eachKilled(['world', 'demo', '--replace', '--seed', '7'], isWriting, async (about) => {
    const served = await startPlain(data);
    assert.deepEqual(served.contradictions, [], about);
    const { setAside, unfinished } = leftovers(data);
    assert.deepEqual(unfinished, [], about);
    assert.equal(setAside.length, served.fingerprint === worldOf(present) ? 0 : 1, about);
    for (const name of setAside) assert.equal(fingerprintOf(join(data, name)), worldOf(present), about);
  }));

test('a backup, killed at any moment, changes nothing, and what is there as a backup can be restored', () => {
  const inBackups: Moment = () =>
    existsSync(join(data, 'Backups')) && readdirSync(join(data, 'Backups')).length > 0;
  return eachKilled(['world', 'backup'], inBackups, async (about) => {
    const backups = existsSync(join(data, 'Backups')) ? readdirSync(join(data, 'Backups')) : [];
    for (const name of backups.filter((each) => !each.endsWith('.making'))) {
      const restored = join(folder, 'restored');
      const from = join(data, 'Backups', name);
      const { code, stderr } = await runCommand(['world', 'restore', from, '--data', restored]);
      assert.equal(code, 0, `${about}: ${stderr}`);
      assert.equal(worldOf(restored), worldOf(present), about);
      await rm(restored, { recursive: true });
    }
    const served = await startPlain(data);
    assert.deepEqual(served.contradictions, [], about);
    assert.equal(served.fingerprint, worldOf(present), about);
  });
});
