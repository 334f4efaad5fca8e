import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RouteBody, summonNPC, summonPal } from '@palatine/contract';
import { checkWorld } from '../state/check-world.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Character } from '../state/model.ts';
import { filesOf } from '../testing/grant-builder.ts';
import { assertRefused, emittedEvents, run } from '../testing/run-command.ts';
import { aGameContext, query } from '../testing/world-builder.ts';

const HERE = { X: 122.4, Y: -430.9, Z: -762.5 };

function summon(game: GameContext, overrides: Partial<RouteBody<typeof summonPal>>) {
  return run(game, 'summonPal', { body: { ...HERE, ...overrides } }).Summoned;
}
function summonPerson(game: GameContext, overrides: Partial<RouteBody<typeof summonNPC>>) {
  return run(game, 'summonNPC', { body: { NPCID: 'Hunter_Rifle', ...HERE, ...overrides } }).Summoned;
}
function only(game: GameContext): Character {
  const [character, ...more] = game.world.characters.values();
  assert.ok(character && more.length === 0);
  return character;
}

test('a summoned Pal is in the world at the map coordinates, without an owner or a box', () => {
  const game = aGameContext();
  const answer = summon(game, { PalID: 'anubis' });
  const rest = { Level: 1, Uncapturable: false, DisableAI: false, DamageMeter: true };
  assert.deepEqual(answer, { Type: 'Pal', PalID: 'Anubis', ...rest, ...HERE });
  const pal = only(game);
  assert.deepEqual([pal.species, pal.level, pal.ownerUid, pal.place], ['Anubis', 1, null, null]);
  assert.deepEqual(pal.summoned?.location, {
    x: HERE.Y * 459 - 123_888,
    y: HERE.X * 459 + 158_000,
    z: HERE.Z,
  });
  assert.deepEqual(emittedEvents(game.world, 'summoned'), [
    { characterId: pal.id, species: 'Anubis', level: 1, location: pal.summoned?.location, issuer: 'Panel' },
  ]);
  assert.deepEqual(checkWorld(game.world, game.catalogue), []);
});

test('a place beyond both maps is refused, and one in world coordinates is told in map coordinates', () => {
  const game = aGameContext();
  const refused = (place: object, message: RegExp) => {
    for (const call of [() => summon(game, { PalID: 'Anubis', ...place }), () => summonPerson(game, place)]) {
      assert.throws(call, { code: 'VALIDATION_FAILED', message });
    }
  };
  refused(
    { X: -347_111, Y: 266_000 },
    /X: .*beyond both maps.*look like world coordinates, which are X 235\.3, Y -486\.3 of the map/,
  );
  refused({ X: 1_500_000, Y: 2_000_000 }, /X: .*beyond both maps$/);
  assert.equal(game.world.characters.size, 0);
  for (const edge of [
    { X: -1900, Y: -2100 },
    { X: 1200, Y: 1000 },
    { X: -2000, Y: 1700 },
  ]) {
    assert.equal(summon(game, { PalID: 'Anubis', ...edge }).X, edge.X);
  }
});

test('its overrides are kept with it; unknown statuses are skipped', () => {
  const game = aGameContext();
  const answer = summon(game, {
    PalID: 'BOSS_Anubis',
    Level: 40,
    Uncapturable: true,
    DisableAI: true,
    DisableDamageMeter: true,
    DisableStatuses: ['poison', 'Sleep', 'Poison', 'Boredom', ''],
  });
  assert.deepEqual([answer.PalID, answer.Level, answer.DamageMeter], ['BOSS_Anubis', 40, false]);
  assert.deepEqual([answer.Uncapturable, answer.DisableAI], [true, true]);
  const { location: _, ...summoned } = only(game).summoned ?? {};
  assert.deepEqual(summoned, {
    uncapturable: true,
    aiDisabled: true,
    damageMeter: false,
    healthMultiplier: 1,
    disabledStatuses: ['Poison', 'Sleep'],
  });
});

test('a health multiplier, by either of its names, multiplies the HP', () => {
  const hp = (overrides: Partial<RouteBody<typeof summonPal>>) => {
    const game = aGameContext();
    summon(game, { PalID: 'Anubis', Level: 10, ...overrides });
    return only(game).hp;
  };
  const plain = hp({});
  assert.equal(hp({ HealthMultiplier: 3 }), 3 * plain);
  assert.equal(hp({ HPMultiplier: 2.5 }), Math.round(2.5 * plain));
  assert.equal(hp({ HPMultiplier: 2, HealthMultiplier: 2 }), 2 * plain);
  assert.equal(hp({ HealthMultiplier: 1e-9 }), 1);
});

test('where unknown ids are let through, a Pal and an NPC of another version are summoned as named', () => {
  const game = aGameContext({}, { unknownIds: 'Accept' });
  assert.equal(summon(game, { PalID: 'FuturePal' }).PalID, 'FuturePal');
  assert.equal(summonPerson(game, { NPCID: 'FutureNPC' }).NPCID, 'FutureNPC');
  assertRefused(game, 'VALIDATION_FAILED', () => summonPerson(game, { NPCID: 'Anubis' }));
  assert.deepEqual(checkWorld(game.world, game.catalogue), []);
});

function withTemplates(): GameContext {
  const files = filesOf({
    boss: { PalID: 'anubis', Level: 33, HP: 250_000 },
    guard: { PalID: 'anubis', Level: 33, Nickname: 'Guard' },
  });
  return { ...aGameContext(), files };
}

test('a Pal of a template is as the template says; a level beside it is ignored', () => {
  const game = withTemplates();
  const answer = summon(game, { PalTemplate: 'guard', Level: 2_000_000, HealthMultiplier: 2 });
  assert.deepEqual([answer.PalID, answer.PalTemplate, answer.Level], ['Anubis', 'guard', 33]);
  assert.equal(only(game).nickname, 'Guard');
  assert.equal(only(game).summoned?.healthMultiplier, 2);
});

test('the HP of a template is the maximum of the Pal that is summoned', () => {
  const game = withTemplates();
  summon(game, { PalTemplate: 'boss', HealthMultiplier: 2 });
  const { Rows } = query(game, 'searchPals', {}, { query: {}, granted: [] });
  const rows = Rows.map(({ HP, MaxHP }) => [HP, MaxHP]);
  assert.deepEqual(rows, [[500_000, 500_000]]);
});

test('a unique NPC is summoned as the character it is, and answered under its own id', () => {
  const game = aGameContext();
  const answer = summonPerson(game, { NPCID: 'pidf_soldier_assaultrifle', Level: 30 });
  assert.deepEqual([answer.NPCID, answer.Level], ['PIDF_Soldier_AssaultRifle', 30]);
  const { species, uniqueNpcId, level } = only(game);
  assert.deepEqual([species, uniqueNpcId, level], ['Police_Rifle', 'PIDF_Soldier_AssaultRifle', 30]);
  assert.deepEqual(checkWorld(game.world, game.catalogue), []);
});

test('the message of an unknown id names it', () => {
  const game = aGameContext();
  for (const [summonIt, message] of [
    [() => summonPerson(game, { NPCID: 'NoSuchNPC' }), /unknown NPCID "NoSuchNPC"/],
    [() => summonPerson(game, { NPCID: 'Anubis' }), /NPCID: Anubis is a Pal, not an NPC$/],
    [() => summon(game, { PalID: 'NoSuchPal' }), /unknown PalID "NoSuchPal"/],
    [() => summon(game, { PalID: 'Hunter_Rifle' }), /Hunter_Rifle is an NPC, not a Pal/],
  ] as const) {
    assert.match(assertRefused(game, 'VALIDATION_FAILED', summonIt).message, message);
  }
});
