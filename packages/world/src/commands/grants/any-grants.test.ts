import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '@palatine/contract';
import { readSaveFolder } from '@palatine/save';
import { runs, sharedSave } from '@palatine/save/testing';
import fc from 'fast-check';
import { makeDemoWorld } from '../../demo/make-demo-world.ts';
import { importSave } from '../../import/import-save.ts';
import { checkWorld } from '../../state/check-world.ts';
import type { GameContext } from '../../state/game-context.ts';
import { seededIds, seededRandom } from '../../state/random.ts';
import type { World } from '../../state/world.ts';
import { give } from '../../testing/grant-builder.ts';
import { snapshot } from '../../testing/run-command.ts';
import { aGameContext, aPlayer } from '../../testing/world-builder.ts';

const { catalogue } = aGameContext();

function playing(world: World): GameContext {
  const random = seededRandom(7);
  return { ...aGameContext(world, { playerResolution: 'Known' }), random, newId: seededIds(random) };
}

const anyOf = (ids: readonly { readonly id: string }[]) => fc.constantFrom(...ids.map(({ id }) => id));
const count = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 20_000 }));
const itemId = fc.oneof(
  fc.constantFrom('Wood', 'Money', 'ClothArmor', 'AdditionalInventory_001', 'AdditionalInventory_003'),
  anyOf(catalogue.items.all().filter(({ dynamic }) => dynamic !== 'egg')),
);
const palId = anyOf([...catalogue.pals.all(), ...catalogue.npcs.all()]);
const level = fc.integer({ min: 1, max: 80 });
const listOf = <T>(entry: fc.Arbitrary<T>) => fc.array(entry, { minLength: 1, maxLength: 12 });
const egg = fc.record({
  EggID: anyOf(catalogue.items.all().filter(({ dynamic }) => dynamic === 'egg')),
  PalID: anyOf(catalogue.pals.all()),
});

const anyGrant = fc.oneof(
  fc.record({ Items: listOf(fc.record({ ItemID: itemId, Count: count })) }),
  fc.record({ Pals: listOf(fc.record({ PalID: palId, Level: level })) }),
  fc.record({ PalEggs: listOf(egg) }),
  fc.record({ EXP: count, TechnologyPoints: count, Relics: fc.record({ SwimSpeed: count }) }),
  fc.record({ Items: listOf(fc.record({ ItemID: itemId, Count: count })), PalEggs: listOf(egg), EXP: count }),
);
type AnyGrant = ReturnType<typeof anyGrant.generate>['value'];

/** Units of everything in Items and KeyItems. */
function unitsHeld({ world }: GameContext, uid: string): number {
  const inventory = world.players.get(uid)?.inventory;
  const ids = [inventory?.Items, inventory?.KeyItems].filter((id) => typeof id === 'string');
  const stacks = ids.flatMap((id) => Object.values(world.containers.get(id)?.slots ?? {}));
  return stacks.reduce((sum, stack) => sum + stack.count, 0);
}

/** Asserts that exactly the request is applied, or nothing. */
function grantAny(game: GameContext, uid: string, grant: AnyGrant): boolean {
  const units = unitsHeld(game, uid);
  const pals = game.world.characters.size;
  const requested: Record<string, readonly { readonly Count?: number }[]> = {
    Items: [],
    Pals: [],
    PalEggs: [],
  };
  for (const [section, value] of Object.entries(grant)) if (Array.isArray(value)) requested[section] = value;
  const before = snapshot(game.world);
  try {
    give(game, 'legacyGive', { uid }, { UserID: uid, ...grant });
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    assert.deepEqual(snapshot(game.world), before);
    return false;
  }
  const items = (requested.Items ?? []).reduce((sum, item) => sum + (item.Count ?? 0), 0);
  assert.equal(unitsHeld(game, uid), units + items + (requested.PalEggs ?? []).length);
  assert.equal(game.world.characters.size, pals + (requested.Pals ?? []).length);
  return true;
}

const RUNS = runs(10);

test('any grants in any order: each is applied whole, or changes nothing', () => {
  let granted = 0;
  fc.assert(
    fc.property(fc.array(anyGrant, { minLength: 1, maxLength: 8 }), (sequence) => {
      const zoe = aPlayer();
      const game = playing(aGameContext({ players: [zoe] }).world);
      for (const grant of sequence) if (grantAny(game, zoe.uid, grant)) granted += 1;
    }),
    RUNS,
  );
  assert.ok(granted > RUNS.numRuns, `${granted} grants went through`);
});

/** The same grant for everyone of a world: it works, or is refused whole. */
function grantEveryone(world: World): number {
  const game = playing(world);
  let granted = 0;
  for (const { uid, characterId } of [...world.players.values()]) {
    const grant = {
      Items: ['Wood', 'ClothArmor', 'AdditionalInventory_004'].map((ItemID) => ({ ItemID, Count: 1 })),
      Pals: [{ PalID: 'Anubis', Level: 30 }],
      PalEggs: [{ EggID: 'PalEgg_Fire_01', PalID: 'Anubis' }],
      EXP: 1000,
    };
    if (characterId !== null && grantAny(game, uid, grant)) granted += 1;
  }
  return granted;
}

test('players of a demo world can be given everything', () => {
  const { world } = makeDemoWorld({ catalogue, seed: 3, nowMs: 0, sizes: { players: 12, palsPerPlayer: 6 } });
  assert.ok(grantEveryone(world) > 0);
});

for (const name of ['tayaki', 'world1']) {
  const { folder, skip } = sharedSave(name);

  test(`players of the save ${name} can be given everything`, { skip }, async () => {
    const world = importSave(await readSaveFolder(folder), { catalogue, nowMs: 0, seed: 1 });
    assert.deepEqual(checkWorld(world, catalogue), []);
    assert.ok(grantEveryone(world) > 0);
  });
}
