import assert from 'node:assert/strict';
import { rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeLargeSave } from '../harness/large-save.ts';
import { startProcess } from '../harness/start-process.ts';
import { newFolder } from '../harness/start-service.ts';
import { makeFolder, TOKEN } from './crash-rounds.ts';
import { type ScarceSpace, smallDisk } from './disk-space.ts';
import { importWhole, leftOvers, printOf, startPlain } from './import-crash-run.ts';
import { Connection } from './load.ts';
import { readRemains } from './snapshot.ts';
import { granteesOf } from './writes.ts';

// What a killed process has answered may be in the journal alone, which belongs to its world and to no other.

/** Room for a bit more than the new world, and for less than what the journal holds. */
const MORE_BYTES = 48 * 1024;
const PALS = Array.from({ length: 100 }, () => ({ PalID: 'Anubis', Level: 1 }));

/** Has the program keep a lot and kills it before any of it is in the file. @returns what its world holds. */
async function fillJournal(data: string): Promise<string> {
  const grantees = granteesOf(readRemains(data).world).slice(0, 5);
  await using program = await startProcess(['--data', data, '--no-simulate']);
  const connection = new Connection({ url: program.url, token: TOKEN });
  for (const { uid } of grantees) {
    const { status, body } = await connection.ask('POST', `/give/pals/${uid}`, { Pals: PALS });
    assert.equal(status, 200, body);
  }
  connection.close();
  await program.end('SIGKILL');
  return JSON.stringify([...readRemains(data).holdings]);
}

test('a world whose journal does not fit into its file is not replaced, and nothing of it is lost', async (t) => {
  const folder = newFolder();
  t.after(() => rm(folder, { recursive: true, force: true }));
  const save = join(folder, 'save');
  await writeLargeSave(save, 'Isle', 1);
  const whole = join(folder, 'whole');
  const { print: newPrint } = await importWhole(save, whole);

  let made: ScarceSpace;
  try {
    made = smallDisk(statSync(join(whole, 'world.db')).size + MORE_BYTES);
  } catch (error) {
    return t.skip((error as Error).message);
  }
  using space = made;
  const { data } = makeFolder(1, join(space.folder, 'data'));
  const oldPrint = await fillJournal(data);
  space.runOut(0);
  const replaced = await startProcess(['--data', data, '--import', save, '--replace', '--no-simulate']).catch(
    (error: Error) => error.message,
  );
  if (typeof replaced !== 'string') await replaced.end('SIGKILL');
  space.comeBack(0);

  const found = await startPlain(data);
  assert.deepEqual(found.contradictions, []);
  assert.ok([oldPrint, newPrint].includes(found.print), 'neither the old world nor the new one');
  const { asides, unfinished } = leftOvers(data);
  assert.deepEqual(unfinished, []);
  if (found.print === oldPrint) return t.diagnostic(`not replaced: ${String(replaced)}`);
  assert.equal(asides.length, 1);
  assert.equal(printOf(join(data, asides[0] as string)), oldPrint);
});

test('a journal whose world file was taken away does no harm to the world made next', async (t) => {
  const folder = newFolder();
  t.after(() => rm(folder, { recursive: true, force: true }));
  const { data } = makeFolder(1, join(folder, 'data'));
  await fillJournal(data);
  rmSync(join(data, 'world.db'));
  const fresh = await startPlain(data);
  assert.deepEqual(fresh.contradictions, []);
  assert.equal((await startPlain(data)).print, fresh.print);
});
