import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { type DataFolder, openDataFolder } from '@palatine/server/data-folder/data-folder.ts';
import { makeBackup } from '@palatine/server/maintenance/backup.ts';
import { makeWorld } from '@palatine/server/maintenance/make-world.ts';
import { restoreBackup } from '@palatine/server/maintenance/restore.ts';
import { createStore, openStore } from '@palatine/server/store/store.ts';
import { World } from '@palatine/world';
import { newFolder } from '../harness/start-service.ts';

const DEMO = { from: 'demo', seed: 2, sizes: { players: 1, guilds: 0, camps: 0 } } as const;
const aWorld = () => new World({ name: 'First', origin: 'save', createdAtMs: 0, seed: 1 });

/** A locked data folder without a world. */
function aFolder(context: TestContext): DataFolder {
  const path = newFolder();
  const data = openDataFolder(path);
  context.after(() => {
    data.unlock();
    rmSync(path, { recursive: true, force: true });
  });
  return data;
}

function incarnationOf({ world }: DataFolder): string {
  const store = openStore(world);
  const incarnation = store.incarnation();
  store.close();
  return incarnation;
}

test('a world that takes the place of another, and one that is restored, begin another history', async (context) => {
  const data = aFolder(context);
  createStore(data.world, aWorld());
  const seen = new Set([incarnationOf(data)]);
  const { folder } = await makeBackup(data);
  assert.ok(seen.has(incarnationOf(data)), 'a backup changes nothing');
  await makeWorld(data, DEMO, true);
  seen.add(incarnationOf(data));
  await restoreBackup(data, folder, { replace: true });
  seen.add(incarnationOf(data));
  await restoreBackup(data, folder, { replace: true });
  seen.add(incarnationOf(data));
  assert.equal(seen.size, 4);
});
