import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import inspector from 'node:inspector/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { natsTest } from '@palatine/testing/nats-server';
import { startFleet, type TestWorld } from '@palatine/testing/start-fleet';
import { startService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';

const ARCHITECTURE = readFileSync(join(import.meta.dirname, '../../docs/architecture.md'), 'utf8');

/** Limits on the files that a reader who follows a request has to open. */
const MAX_FILES = { read: 17, write: 28, writeThroughGateway: 36 };

/** The files that a section of the architecture lists, each at the beginning of its line. */
function listedBelow(heading: string): string[] {
  const [, section = ''] = ARCHITECTURE.split(`\n## ${heading}\n`);
  const [list = ''] = section.split('\n## ');
  return Array.from(list.matchAll(/^ {4}([\w-]+\/src\/\S+\.ts)\b/gm), ([, file = '']) => file).sort();
}

/** A session that counts which functions run. */
async function coverage() {
  const session = new inspector.Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return Object.assign(session, { [Symbol.dispose]: () => session.disconnect() });
}

/** The files of ours in which a function runs while the work is done. */
async function filesDuring(session: inspector.Session, work: () => Promise<unknown>): Promise<string[]> {
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ran = result.filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0));
  const files = ran.flatMap(({ url }) => /\/(?:apps|packages)\/([\w-]+\/src\/\S+\.ts)$/.exec(url)?.[1] ?? []);
  return files.filter((file) => !file.startsWith('testing/')).sort();
}

test('the ways of a read and of a write pass the files that the architecture lists', async () => {
  await using service = await startService({ clock: new TestClock() }); // no timer of the service runs meanwhile
  using session = await coverage();
  const read = async () => (await service.fetch('/v1/pdapi/players')).json() as Promise<Listed>;
  const { Players } = await read();
  const [player, ...others] = Players.filter(({ Status }) => Status === 'Online');
  const give = async (ItemID: string) => {
    const body = JSON.stringify({ Items: [{ ItemID, Count: 1 }] });
    const answer = await service.fetch(`/v1/pdapi/give/items/${player?.UserId}`, { method: 'POST', body });
    assert.equal(answer.status, 200);
  };
  await give('Stone'); // the catalogue reads its items with the first
  await service.api.kickPlayer({ params: { player_identifier: others.at(-1)?.UserId ?? '' } }); // a cold cache

  const reading = await filesDuring(session, read);
  assert.deepEqual(reading, listedBelow('The way of a read'));
  assert.ok(reading.length <= MAX_FILES.read);
  const writing = await filesDuring(session, () => give('Wood'));
  assert.deepEqual(writing, listedBelow('The way of a write'));
  assert.ok(writing.length <= MAX_FILES.write);
});

/** Repeated writes: timers of the fleet run meanwhile, but not during each of them. */
const ROUNDS = 30;

natsTest('a write through a gateway passes the 36 files at most that the architecture lists', async () => {
  await using fleet = await startFleet({ worlds: 1 });
  const { key, api } = fleet.worlds[0] as TestWorld;
  const { Players } = (await api.getPlayers()) as Listed;
  const player = Players.find(({ Status }) => Status === 'Online');
  const body = JSON.stringify({ Items: [{ ItemID: 'Stone', Count: 1 }] });
  const give = async () => {
    const path = `/worlds/${key}/v1/pdapi/give/items/${player?.UserId}`;
    assert.equal((await fleet.gateway.fetch(path, { method: 'POST', body })).status, 200);
  };
  await give();
  using session = await coverage();
  let common = await filesDuring(session, give);
  for (let round = 1; round < ROUNDS; round++) {
    const files = await filesDuring(session, give);
    common = common.filter((file) => files.includes(file));
  }
  const listed = ['The way of a write', 'The way of a write through a gateway'].flatMap(listedBelow);
  assert.deepEqual(common, listed.sort());
  assert.ok(common.length <= MAX_FILES.writeThroughGateway);
});

interface Listed {
  readonly Players: readonly { readonly UserId: string; readonly Status: string }[];
}
