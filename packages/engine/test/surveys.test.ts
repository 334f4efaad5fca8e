import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { twoPlayersOneCamp, writeSaveFolder } from '@palatine/save/testing';
import { startService, type TestService } from '@palatine/testing/start-service';
import type { MirroredChange } from '@palatine/world/mirror-part';
import type { Survey } from '@palatine/world/model';

const SURVEY: Survey = { savedAtMs: null, gameBuild: 100_427, inGameDay: 0, inGameSeconds: 0, warnings: [] };

async function replaced(service: TestService): Promise<unknown[]> {
  const { events } = service.game.reads.eventsSince(0);
  const { Entries } = await service.api.getAudit();
  return [
    ...events.filter(({ type }) => type === 'save.replaced').map(({ data }) => data),
    ...Entries.filter(({ Route }) => Route === 'Level.sav').map(({ Summary }) => Summary),
  ];
}

test('a save that went back in time, or holds another world, is named in an event and the audit', async () => {
  await using service = await startService();
  const { world } = service.game.reads;
  const read = (sync: number, minutes: number, changes: MirroredChange[] = []) => {
    const survey = { ...SURVEY, inGameSeconds: minutes * 60 };
    const last = { name: 'Home', survey, savedAtMs: 0, whole: false };
    return service.game.writes.mirror({ sync, number: 0, changes, locations: [], last });
  };
  const gone = ([...ids]: Iterable<string>) =>
    ids.map((key): MirroredChange => ({ table: 'characters', key, record: undefined }));
  const of = world.characters.size;

  await read(1, 100);
  await read(2, 101, gone(world.characters.keys().take(of / 2)));
  await read(3, 0);
  await read(4, 101);
  assert.deepEqual(
    await replaced(service),
    [],
    'a later state, as after many were butchered, and one without a time',
  );
  await read(5, 11);
  const back = 'the save went back in time by 90 minutes of the game, as a restored copy does';
  assert.deepEqual(await replaced(service), [{ reason: back }, back]);
  const left = world.characters.size;
  await read(6, 12, gone(world.characters.keys().drop(1)));
  const foreign = `the save holds another world: of ${left} Pals and players it has 1`;
  assert.deepEqual(await replaced(service), [{ reason: back }, { reason: foreign }, foreign, back]);
});

test('the survey of a newer save is served at once, even if no table has changed', async () => {
  await using service = await startService();
  assert.equal((await service.api.getWorld()).InGameDay, undefined);
  for (const day of [1, 2]) {
    const last = { name: '', survey: { ...SURVEY, inGameDay: day }, savedAtMs: 0, whole: false };
    await service.game.writes.mirror({ sync: day, number: 0, changes: [], locations: [], last });
    assert.equal((await service.api.getWorld()).InGameDay, day);
  }
});

test('imported players have made-up UserIds while simulated, the same at every start, and none otherwise', async () => {
  const [save, data] = [testFolder(), testFolder()];
  await writeSaveFolder(save, twoPlayersOneCamp(), { era: 'D' });
  const userIds = async (
    simulate: 'Always' | 'Never',
    origin?: { from: 'save'; folder: string; seed: number },
  ) => {
    await using service = await startService({
      data,
      simulate,
      origin,
      config: { playerResolution: 'Known' },
    });
    const { Players } = await service.api.getPlayers();
    return Players.map(({ UserId }) => UserId);
  };
  assert.deepEqual(new Set(await userIds('Never', { from: 'save', folder: save, seed: 1 })), new Set(['']));
  const simulated = await userIds('Always');
  const holds = simulated.every((userId) => /^[a-z0-9]+_\S+$/.test(userId));
  assert.ok(holds, simulated.join());
  assert.deepEqual(await userIds('Always'), simulated);
  assert.deepEqual(new Set(await userIds('Never')), new Set(['']));
  assert.deepEqual(await userIds('Always'), simulated);
});
