import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { twoPlayersOneCamp, writeSaveFolder } from '@palatine/save/testing';
import { startService } from '@palatine/testing/start-service';

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
