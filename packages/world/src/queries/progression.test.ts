import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RELIC_TYPES } from '@palatine/contract';
import { NO_RECORDS } from '../state/model.ts';
import { run } from '../testing/run-command.ts';
import { aGameContext, aPlayer, query } from '../testing/world-builder.ts';

test('progression has level, all relic types, and effigies once more for older clients', () => {
  const zoe = aPlayer({
    character: { level: 12, exp: 3456, unusedStatusPoints: 3 },
    player: { relics: { CapturePower: 9, MoveSpeed: 2 }, technologyPoints: 5, ancientTechnologyPoints: 1 },
  });
  const { Progression } = query(aGameContext({ players: [zoe] }), 'getProgression', {
    player_identifier: zoe.uid,
  });
  assert.deepEqual(Progression.Player, { level: 12, exp: 3456, unusedStatusPoints: 3 });
  const { relics, ...others } = Progression.Currencies;
  assert.deepEqual(Object.keys(relics), [...RELIC_TYPES]);
  assert.deepEqual([relics.CapturePower, relics.MoveSpeed, relics.SwimSpeed], [9, 2, 0]);
  assert.deepEqual(others, { lifmunks: 9, technologyPoints: 5, ancientTechnologyPoints: 1 });
});

test('the total of bosses is the sum of the tower counts, within 32 bits', () => {
  const bosses = (towerBossDefeats: Record<string, number>) => {
    const zoe = aPlayer({ player: { records: { ...NO_RECORDS, towerBossDefeats } } });
    return query(aGameContext({ players: [zoe] }), 'getProgression', { player_identifier: zoe.uid })
      .Progression.Bosses;
  };
  assert.equal(bosses({ GrassBoss_Normal: 3, GrassBoss_Hard: 1 }).totalBossDefeatCount, 4);
  assert.equal(bosses({ A: 2147483647, B: 2147483647 }).totalBossDefeatCount, 2147483647);
});

test('a record may be called __proto__', () => {
  const palCaptures = Object.fromEntries([['__proto__', 4]]);
  const normalBossDefeats = Object.fromEntries([['__proto__', true]]);
  const zoe = aPlayer({ player: { records: { ...NO_RECORDS, palCaptures, normalBossDefeats } } });
  const { Captures, Bosses } = query(aGameContext({ players: [zoe] }), 'getProgression', {
    player_identifier: zoe.uid,
  }).Progression;
  assert.deepEqual(Object.entries(Captures.palCaptureCounts), [['__proto__', 4]]);
  assert.deepEqual(Object.entries(Bosses.normalBossDefeatFlags), [['__proto__', true]]);
});

test('unlocked and locked technologies add up to those of the catalogue', () => {
  const zoe = aPlayer({ player: { technologies: ['PALBOX', 'RepairBench'] } });
  const game = aGameContext({ players: [zoe] });
  const { technologies } = game.catalogue;

  assert.deepEqual(query(game, 'getTechnologies', { player_identifier: zoe.userId }), {
    Meta: {
      PlayerUID: zoe.uid,
      Player: zoe.userId,
      UnlockedCount: 2,
      LockedCount: technologies.size - 2,
      TotalCount: technologies.size,
    },
    Techs: { Unlocked: ['PALBOX', 'RepairBench'] },
  });
});

test('a technology that a player has had unlocked is permanently one of this world, for every player', () => {
  const zoe = aPlayer({ player: { technologies: ['PALBOX', 'Tech_Of_2024'] } });
  const kim = aPlayer({ player: { technologies: ['PALBOX'] } });
  const game = aGameContext({ players: [zoe, kim] });
  const { size } = game.catalogue.technologies;
  const countsOf = (player_identifier: string) => {
    const { Meta } = query(game, 'getTechnologies', { player_identifier });
    return [Meta.UnlockedCount, Meta.LockedCount, Meta.TotalCount];
  };
  assert.deepEqual(countsOf(zoe.uid), [2, size - 1, size + 1]);
  assert.deepEqual(countsOf(kim.uid), [1, size, size + 1]);

  const params = { player_identifier: zoe.uid };
  run(game, 'forgetTechnologies', { params, body: { Technology: 'All' } });
  assert.deepEqual(countsOf(zoe.uid), [0, size + 1, size + 1]);
  assert.deepEqual(countsOf(kim.uid), [1, size, size + 1]);
});
