import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '@palatine/testing/start-service';
import type { Survey } from '@palatine/world';

function surveyOf(exploredCells: Survey['exploredCells']): Survey {
  return {
    savedAtMs: null,
    gameBuild: 100_427,
    era: 'D',
    container: 'PlM1',
    inGameDay: exploredCells.length,
    inGameSeconds: 0,
    exploredCells,
    withoutPlayerFile: [],
    warnings: [],
  };
}

test('the survey of a newer save is served at once, even if no table has changed', async () => {
  await using service = await startService();
  let syncs = 0;
  const read = async (survey: Survey) => {
    syncs += 1;
    const last = { name: '', survey, savedAtMs: 0, whole: false };
    await service.game.mirror({ sync: syncs, number: 0, changes: [], locations: [], last });
  };
  const explored = () => service.api.getMapMarks({ query: { Layers: 'Explored' } });

  assert.equal((await explored()).Explored, undefined);
  await read(surveyOf([[1, 2, 0]]));
  assert.deepEqual((await explored()).Explored, { Total: 1, Cells: [[1, 2]] });
  await read(
    surveyOf([
      [1, 2, 0],
      [3, 4, 0],
    ]),
  );
  assert.equal((await explored()).Explored?.Total, 2);
  assert.equal((await service.api.getWorld()).InGameDay, 2);
});
