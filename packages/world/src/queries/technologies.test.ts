import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '../testing/run-command.ts';
import { aGameContext, aPlayer, query } from '../testing/world-builder.ts';

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
