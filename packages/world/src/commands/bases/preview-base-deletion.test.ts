import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '@palatine/contract';
import { readSaveFolder } from '@palatine/save';
import { byTier, runs, sharedSave } from '@palatine/save/testing';
import fc from 'fast-check';
import { loadCatalogue } from '../../catalogue/index.ts';
import { COMMANDS } from '../../commands.ts';
import { makeDemoWorld } from '../../demo/make-demo-world.ts';
import { importSave } from '../../import/import-save.ts';
import type { GameContext } from '../../state/game-context.ts';
import { seededIds, seededRandom } from '../../state/random.ts';
import { ANY_TEMPLATES, anyCommand, askOf } from '../../testing/any-command.ts';
import { memoryArchives } from '../../testing/archive-files.ts';
import { filesOf } from '../../testing/grant-builder.ts';
import { PANEL } from '../../testing/run-command.ts';
import {
  aCamp,
  aContainer,
  aGameContext,
  aGuid,
  aGuild,
  aMapObject,
  aPal,
  aPlayer,
  query,
} from '../../testing/world-builder.ts';
import { deleteBase } from './delete-base.ts';

const catalogue = loadCatalogue();

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
      const sizes = { players: 8, online: 6, palsPerPlayer: 4, guilds: 2, camps: 3 };
      const { world } = makeDemoWorld({ catalogue, seed, nowMs: 0, sizes });
      const random = seededRandom(`${seed} previews`);
      const { files } = memoryArchives(filesOf(ANY_TEMPLATES));
      const game = { ...aGameContext(world), random, newId: seededIds(random), files };
      for (const command of commands) {
        const { name, params, body } = askOf(world, command);
        const run = COMMANDS[name] as (game: GameContext, call: unknown) => unknown; // the table ties names to calls
        try {
          world.transaction(() => run(game, { params, body, issuer: PANEL }));
        } catch {
          // refused: the world is as it was
        }
      }
      assertPreviewsHold(game);
    }),
    runs(8),
  );
});

for (const name of byTier(['world1'], ['ref2024', 'world1', 'v1_relics'])) {
  test(`the previews of all bases of ${name} say what their deletions would`, sharedSave(name), async () => {
    const save = await readSaveFolder(sharedSave(name).folder);
    const world = importSave(save, { catalogue, nowMs: 0, seed: 1 });
    const game = { ...aGameContext(world), files: memoryArchives().files };
    const before = world.savepoint();
    for (const base_camp_id of world.camps.keys()) query(game, 'previewBaseDeletion', { base_camp_id });
    assert.equal(world.savepoint(), before, 'a preview changes nothing');
    assertPreviewsHold(game);
  });
}

test('a Pal of a player in a booth is the obstacle of both', () => {
  const zoe = aPlayer({ name: 'Zoe' });
  const guild = aGuild([zoe]);
  const camp = aCamp(guild);
  const booth = { containerId: aGuid(), capacity: 1 };
  const chest = aContainer({
    slots: { 0: { itemId: 'Wood', count: 40 }, 2: { itemId: 'Stone', count: 90 } },
  });
  const game = aGameContext({
    players: [zoe],
    guilds: [guild],
    camps: [camp],
    pals: [aPal({ ownerUid: zoe.uid, nickname: 'Bo', place: { containerId: booth.containerId, slot: 0 } })],
    containers: [chest],
    mapObjects: [
      aMapObject(camp, { objectId: 'Booth', booth }),
      aMapObject(camp, { containerId: chest.id, storage: true }),
    ],
  });
  assert.equal(assertPreviewsHold(game), 1);
  const { Obstacle, TopItems, GuildLeftWith } = query(game, 'previewBaseDeletion', { base_camp_id: camp.id });
  assert.match(Obstacle, /^the Pal "Bo" .* of "Zoe" is in a Booth of this base camp/);
  assert.deepEqual(TopItems, [
    { ItemID: 'Stone', Count: 90 },
    { ItemID: 'Wood', Count: 40 },
  ]);
  assert.equal(GuildLeftWith, 0);
});
