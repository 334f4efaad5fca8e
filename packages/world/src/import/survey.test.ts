import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aSaveBody, aSaveFile, imported, NO_SAVE_RECORDS } from '../testing/save-builder.ts';
import { aGuid, aWorld } from '../testing/world-builder.ts';

test('an imported world knows the facts of its save', () => {
  const [zoe, lily] = [aSaveBody(aGuid()), aSaveBody(aGuid())];
  const warning = { file: 'Level.sav', place: 'worldSaveData', message: 'something was passed over' };
  const { survey } = imported({
    characters: [zoe, lily],
    players: [aSaveFile(zoe)],
    savedAtMs: 86_400_000,
    revision: 100_427,
    era: 'D',
    container: 'PlM1',
    inGameDay: 61,
    gameTicks: 615_900_000_000_009n,
    exploredCells: [
      { x: -15, y: 10, z: 0 },
      { x: 0.5, y: 0, z: 0 },
      { x: 0, y: 2 ** 60, z: 0 },
    ],
    warnings: [warning],
  });
  assert.deepEqual(survey, {
    savedAtMs: 86_400_000,
    gameBuild: 100_427,
    era: 'D',
    container: 'PlM1',
    inGameDay: 61,
    inGameSeconds: 61_590_000,
    exploredCells: [[-15, 10, 0]],
    withoutPlayerFile: [lily.playerUid],
    warnings: [warning],
  });
});

test('a world that comes from no save has no survey', () => assert.equal(aWorld().survey, null));

test('a player with a file has discoveries: what is flagged, each once, effigies with the other relics', () => {
  const [zoe, lily] = [aSaveBody(aGuid()), aSaveBody(aGuid())];
  const discoveries = {
    fastTravelPoints: { AA: true, BB: false },
    effigies: { E1: true, E2: true },
    relicsByType: { capturepower: { E2: true, E3: true }, SwimSpeed: { S1: true }, JumpPower: { J1: false } },
    areas: Object.fromEntries([
      ['Grass_001', true],
      ['__proto__', true],
    ]),
    notes: { Day8: true },
    paldeck: { Sheepball: true, sheepball: true, Pal_Of_A_Mod: true },
  };
  const file = aSaveFile(zoe, { records: { ...NO_SAVE_RECORDS, discoveries } });
  const world = imported({ characters: [zoe, lily], players: [file] });
  assert.deepEqual(
    [...world.discoveries.values()],
    [
      {
        uid: zoe.playerUid,
        fastTravelPoints: ['AA'],
        relics: { CapturePower: ['E1', 'E2', 'E3'], SwimSpeed: ['S1'] },
        areas: ['Grass_001', '__proto__'],
        notes: ['Day8'],
        paldeck: ['Sheepball', 'Pal_Of_A_Mod'],
      },
    ],
  );
});
