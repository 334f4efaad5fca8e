import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '@palatine/contract';
import { byTier, runs, sharedSave } from '@palatine/save/testing';
import fc from 'fast-check';
import { deleteBase } from '../src/commands/bases/delete-base.ts';
import type { GameContext } from '../src/state/game-context.ts';
import { aDemoGame, anyCommand, runAny } from '../src/testing/any-command.ts';
import { memoryArchives } from '../src/testing/archive-files.ts';
import { PANEL } from '../src/testing/run-command.ts';
import { importedSave } from '../src/testing/save-builder.ts';
import { archiving, aVillage } from '../src/testing/village.ts';
import { aGameContext, aGuid, aMapObject, aPal, query } from '../src/testing/world-builder.ts';

/** Reply of deleting a base now, or its refusal. Nothing is deleted. */
function rehearsed(game: GameContext, base_camp_id: string) {
  try {
    return game.world.rehearse(() => deleteBase(game, { params: { base_camp_id }, body: {}, issuer: PANEL }));
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** That the previews of all bases say what their deletions would. @returns how many would be refused. */
function assertPreviewsHold(game: GameContext): number {
  let refused = 0;
  for (const { id, guildId } of [...game.world.camps.values()]) {
    const preview = query(game, 'previewBaseDeletion', { base_camp_id: id });
    const outcome = rehearsed(game, id);
    if (outcome instanceof Refusal) {
      refused += 1;
      assert.equal(outcome.message, `${preview.Obstacle}; nothing was deleted`);
      continue;
    }
    assert.equal(preview.Obstacle, '');
    assert.deepEqual(preview.Deleted, outcome.Deleted);
    assert.deepEqual(preview.BaseCamp, outcome.BaseCamp);
    assert.equal(preview.Pals.length, outcome.Deleted.BaseCampPals);
    assert.equal(preview.GuildLeftWith, game.world.campsByGuild.keys(guildId).size - 1);
  }
  return refused;
}

test('a preview equals the reply of the deletion, after any changes of the world', () => {
  fc.assert(
    fc.property(fc.nat(5), fc.array(anyCommand, { maxLength: 12 }), (seed, commands) => {
      const game = aDemoGame(seed);
      for (const command of commands) runAny(game, command);
      assertPreviewsHold(game);
    }),
    runs(8),
  );
});

for (const name of byTier(['world1'], ['ref2024', 'world1', 'v1_relics'])) {
  test(`the previews of all bases of ${name} say what their deletions would`, sharedSave(name), async () => {
    const { world } = await importedSave(name);
    const game = { ...aGameContext(world), files: memoryArchives().files };
    const before = world.savepoint();
    for (const base_camp_id of world.camps.keys()) query(game, 'previewBaseDeletion', { base_camp_id });
    assert.equal(world.savepoint(), before, 'a preview changes nothing');
    assertPreviewsHold(game);
  });
}

test('a Pal of a player in a booth is the obstacle of both', () => {
  const { camp, zoe, overrides } = aVillage();
  const booth = { containerId: aGuid(), capacity: 1 };
  const bo = aPal({ ownerUid: zoe.uid, nickname: 'Bo', place: { containerId: booth.containerId, slot: 0 } });
  const { game } = archiving({
    ...overrides,
    pals: [...overrides.pals, bo],
    mapObjects: [...overrides.mapObjects, aMapObject(camp, { objectId: 'Booth', booth })],
  });
  assert.equal(assertPreviewsHold(game), 1);
  const { Obstacle, TopItems, GuildLeftWith } = query(game, 'previewBaseDeletion', { base_camp_id: camp.id });
  assert.match(Obstacle, /^the Pal "Bo" .* of "Zoe" is in a Booth of this base camp/);
  assert.deepEqual(TopItems, [
    { ItemID: 'Wood', Count: 540 },
    { ItemID: 'Berries', Count: 3 },
    { ItemID: 'Stone', Count: 2 },
  ]);
  assert.equal(GuildLeftWith, 1);
});
