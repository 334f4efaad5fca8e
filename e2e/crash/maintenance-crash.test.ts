import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openStore } from '@palatine/engine/store';
import { byTier, roundsSeed, runs, testFolder } from '@palatine/platform/testing';
import { addAuditEntries, anAuditEntry } from '@palatine/testing/audit-builder';
import { succeeds } from '@palatine/testing/run-cli';
import { between, seededRandom } from '@palatine/world/random';
import { makeFolder } from './crash-rounds.ts';
import { commandAndKill, type Moment } from './crash-start.ts';
import { fingerprintOf, grantAndKill, leftovers, startPlain } from './import-crash-run.ts';

const folder = testFolder();

const present = join(folder, 'present');
const backup = join(folder, 'backup');
const data = join(folder, 'data');
const seed = roundsSeed(1);
const random = seededRandom(seed);
const MAX_COMMAND_MS = 1_200;

/** Audit entries: enough to take a moment to carry over. */
const WRITES = runs(2_000).numRuns;

makeFolder(1, present);
await succeeds(['world', 'backup', backup, '--data', present]);
await grantAndKill(present); // so that the present world is not the one of the backup
addWrites(present, WRITES);

function addWrites(path: string, count: number): void {
  const store = openStore(join(path, 'world.db'));
  const entries = Array.from({ length: count }, (_, at) => anAuditEntry({ atMs: at, request: `r${at}` }));
  addAuditEntries(store, entries);
  store.close();
}

/** How many writes the audit of a world has, and the commands that replaced a world. */
function auditOf(path: string): { writes: number; commands: string[] } {
  const store = openStore(join(path, 'world.db'));
  const { Entries } = store.audit.page({ limit: 2 * WRITES });
  store.close();
  const commands = Entries.map(({ Route }) => Route).filter((route) => route.startsWith('palatine '));
  assert.equal(new Set(Entries.map(({ Id }) => Id)).size, Entries.length);
  return { writes: Entries.length - commands.length, commands };
}

type Moments = [name: string, moment: Moment][];

/** The moments at which the command changes files, and in a deep run random ones. */
function moments(changing: Moments): Moments {
  const times = Array.from({ length: byTier(0, 6) }, () => between(random, 50, MAX_COMMAND_MS));
  return [...times.map((time): Moments[number] => [`after ${time} ms`, time]), ...changing];
}

const WRITING: Moments = [['while it writes the world', (names) => names.includes('world.db.making')]];
const isAside: Moment = (names) => names.some((name) => /^world-.*\.db$/.test(name));
/** The last is the whole command. */
const REPLACING: Moments = [
  ['while it carries the audit over', (names) => names.includes('world.db.making-journal')],
  ['once the present world has its second name', isAside],
  ['not at all', Number.POSITIVE_INFINITY],
];

/** Runs the command once for each moment, on a copy of the present folder unless it is to be empty. */
async function eachKilled(
  args: readonly string[],
  changing: Moments,
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
  const args = ['world', 'restore', backup, '--replace'];
  return eachKilled(args, [...WRITING, ...REPLACING], async (about) => {
    const served = await startPlain(data);
    assert.deepEqual(served.contradictions, [], about);
    assert.ok(whole.includes(served.fingerprint), `${about}: the world is neither`);
    const commands = served.fingerprint === worldOf(present) ? [] : ['palatine world restore'];
    assert.deepEqual(auditOf(data), { writes: WRITES + 1, commands }, about);
    assert.deepEqual(leftovers(data).unfinished, [], about);
  });
});

test('a first restore, killed at any moment, leaves no world or the one of the backup', () =>
  eachKilled(
    ['world', 'restore', backup],
    WRITING,
    async (about) => {
      if (existsSync(join(data, 'world.db'))) assert.equal(worldOf(data), worldOf(backup), about);
      await succeeds(['world', 'restore', backup, '--replace', '--data', data]);
      assert.equal(worldOf(data), worldOf(backup), `${about}: it can be repeated`);
      assert.deepEqual(leftovers(data).unfinished, [], about);
    },
    true,
  ));

test('a new demo world with --replace, killed at any moment, leaves the present world or a whole new one', () =>
  eachKilled(['world', 'demo', '--replace', '--seed', '7'], [...WRITING, ...REPLACING], async (about) => {
    const served = await startPlain(data);
    assert.deepEqual(served.contradictions, [], about);
    const { setAside, unfinished } = leftovers(data);
    assert.deepEqual(unfinished, [], about);
    const isNew = served.fingerprint !== worldOf(present);
    assert.equal(setAside.length, isNew ? 1 : 0, about);
    const audit = { writes: WRITES + 1, commands: isNew ? ['palatine world demo'] : [] };
    assert.deepEqual(auditOf(data), audit, about);
    for (const name of setAside) assert.equal(fingerprintOf(join(data, name)), worldOf(present), about);
  }));

test('a backup, killed at any moment, changes nothing, and what is there as a backup can be restored', () => {
  const inBackups: Moment = () =>
    existsSync(join(data, 'Backups')) && readdirSync(join(data, 'Backups')).length > 0;
  return eachKilled(['world', 'backup'], [['while it writes the backup', inBackups]], async (about) => {
    const backups = existsSync(join(data, 'Backups')) ? readdirSync(join(data, 'Backups')) : [];
    for (const name of backups.filter((backup) => !backup.endsWith('.making'))) {
      const restored = join(folder, 'restored');
      const from = join(data, 'Backups', name);
      await succeeds(['world', 'restore', from, '--data', restored]);
      assert.equal(worldOf(restored), worldOf(present), about);
      await rm(restored, { recursive: true });
    }
    const served = await startPlain(data);
    assert.deepEqual(served.contradictions, [], about);
    assert.equal(served.fingerprint, worldOf(present), about);
  });
});
