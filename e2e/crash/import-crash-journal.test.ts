import assert from 'node:assert/strict';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { recipientsIn } from '@palatine/testing/crash-writes';
import { smallDisk, spaceFor } from '@palatine/testing/disk-space';
import { writeLargeSave } from '@palatine/testing/large-save';
import { startProcess } from '@palatine/testing/start-process';
import { takeDiskSnapshot } from '@palatine/testing/store-snapshot';
import { makeFolder, TOKEN } from './crash-rounds.ts';
import { fingerprintOf, importWhole, leftovers, startPlain } from './import-crash-run.ts';
import { Connection } from './load.ts';

// Answered writes of a killed process may be in SQLite's journal only. It belongs to its own world file.

/** More than the new world needs, less than the journal holds. */
const MORE_BYTES = 48 * 1024;
const PALS = Array.from({ length: 100 }, () => ({ PalID: 'Anubis', Level: 1 }));

/** Writes a lot and kills the program before the journal reaches the file. @returns the world's fingerprint. */
async function fillJournal(data: string): Promise<string> {
  const recipients = recipientsIn(takeDiskSnapshot(data).world).slice(0, 5);
  await using program = await startProcess(['--data', data, '--no-simulate']);
  using connection = new Connection({ url: program.url, token: TOKEN });
  for (const { uid } of recipients) {
    const { status, body } = await connection.request('POST', `/give/pals/${uid}`, { Pals: PALS });
    assert.equal(status, 200, body);
  }
  await program.end('SIGKILL');
  return JSON.stringify([...takeDiskSnapshot(data).balances]);
}

test('a world whose journal does not fit into its file is not replaced, and nothing of it is lost', async (t) => {
  const folder = testFolder();
  const save = join(folder, 'save');
  await writeLargeSave(save, 'Isle', 1);
  const whole = join(folder, 'whole');
  const newFingerprint = await importWhole(save, whole);

  using space = spaceFor(t, () => smallDisk(statSync(join(whole, 'world.db')).size + MORE_BYTES));
  if (space === undefined) return;
  const { data } = makeFolder(1, join(space.folder, 'data'));
  const oldFingerprint = await fillJournal(data);
  space.runOut(0);
  const replaced = await startProcess(['--data', data, '--import', save, '--replace', '--no-simulate']).catch(
    (error: Error) => error.message,
  );
  if (typeof replaced !== 'string') await replaced.end('SIGKILL');
  space.comeBack(0);

  const served = await startPlain(data);
  assert.deepEqual(served.contradictions, []);
  assert.ok(
    [oldFingerprint, newFingerprint].includes(served.fingerprint),
    'the world is neither the old nor the new one',
  );
  const { setAside, unfinished } = leftovers(data);
  assert.deepEqual(unfinished, []);
  if (served.fingerprint === oldFingerprint) return t.diagnostic(`not replaced: ${String(replaced)}`);
  assert.equal(setAside.length, 1);
  assert.equal(fingerprintOf(join(data, setAside[0] as string)), oldFingerprint);
});

test('the journal of a deleted world file does not damage the next world', async (_t) => {
  const folder = testFolder();
  const { data } = makeFolder(1, join(folder, 'data'));
  await fillJournal(data);
  rmSync(join(data, 'world.db'));
  const fresh = await startPlain(data);
  assert.deepEqual(fresh.contradictions, []);
  assert.equal((await startPlain(data)).fingerprint, fresh.fingerprint);
});
