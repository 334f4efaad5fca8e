import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZERO_GUID } from '@palatine/contract';
import {
  aCamp,
  aContainer,
  aGameContext,
  aGuid,
  aGuild,
  aMapObject,
  anIssuer,
  aPal,
  aPlayer,
  aWorld,
  type PlayerInWorld,
  type WorldOverrides,
} from '../testing/world-builder.ts';
import { checkWorld } from './check-world.ts';
import type { Discoveries, MapObject } from './model.ts';

const { catalogue } = aGameContext();

/** The problems of a world, of which there must be exactly one, and about this. */
function assertOnlyProblem(overrides: WorldOverrides, problem: RegExp): void {
  const problems = checkWorld(aWorld(overrides), catalogue);
  assert.equal(problems.length, 1, problems.join('; '));
  assert.match(problems[0] ?? '', problem);
}

function withPlayer(player: NonNullable<Parameters<typeof aPlayer>[0]>['player']): WorldOverrides {
  return { players: [aPlayer(player === undefined ? {} : { player })] };
}

test('a sound world has no problems', () => {
  const zoe = aPlayer({ inventory: { Items: { 0: { itemId: 'Wood', count: 5 } } } });
  const chest = aContainer();
  const guild = aGuild([zoe], { chestId: chest.id });
  const camp = aCamp(guild);
  const store = aContainer();
  const worker = aPal({ place: { containerId: camp.workers.containerId, slot: 9 } });
  const world = aWorld({
    players: [zoe, aPlayer({ account: false }), aPlayer({ online: false })],
    guilds: [guild],
    camps: [camp, aCamp({ id: ZERO_GUID })],
    pals: [worker, aPal()],
    containers: [chest, store],
    mapObjects: [aMapObject(camp, { containerId: store.id, storage: true })],
  });
  assert.deepEqual(checkWorld(world, catalogue), []);
});

test('one UserId may not be online twice, but unknown ones may', () => {
  assertOnlyProblem(
    { players: [aPlayer({ userId: 'steam_1' }), aPlayer({ userId: 'steam_1' })] },
    /steam_1 is online twice/,
  );
  assert.deepEqual(checkWorld(aWorld({ players: [aPlayer({ userId: '' }), aPlayer({ userId: '' })] })), []);
});

test('a ban by PlayerUID has a valid uid, of a player who need not exist', () => {
  const world = aWorld({ players: [] });
  const bannedBy = anIssuer();
  world.playerBans.put({ uid: aGuid(), userId: '', bannedBy });
  assert.deepEqual(checkWorld(world), []);
  world.playerBans.put({ uid: 'Zoe', userId: '', bannedBy });
  assert.deepEqual(checkWorld(world), ['the ban of Zoe has no proper uid']);
});

test('a player refers to what is there', () => {
  const zoe = aPlayer();
  assertOnlyProblem({ players: [{ ...zoe, character: null }] }, /character .* is not there/);
  assertOnlyProblem(
    { players: [{ ...zoe, containers: zoe.containers.slice(1) }] },
    /Items of player .* not there/,
  );
});

test('totals are within 0 and 2147483647', () => {
  assertOnlyProblem(withPlayer({ relics: { SwimSpeed: 2147483648 } }), /2147483648 SwimSpeed/);
  assertOnlyProblem(withPlayer({ technologyPoints: -1 }), /-1 technologyPoints/);
});

test('a technology is learned once, in any spelling', () =>
  assertOnlyProblem(withPlayer({ technologies: ['PalBox', 'PALBOX'] }), /a technology twice/));

test('a container of items has exactly one owner', () => {
  const chest = aContainer();
  const guilds = [aGuild([], { chestId: chest.id }), aGuild([], { chestId: chest.id })];
  assertOnlyProblem({ guilds, containers: [chest] }, /share container/);
  assertOnlyProblem({ containers: [chest] }, /belongs to nobody/);
});

test('slots are within their container and hold at most a stack', () => {
  const inSlot = (index: number, count: number, itemId = 'Wood') => {
    const chest = aContainer({ capacity: 2, slots: { [index]: { itemId, count } } });
    return { guilds: [aGuild([], { chestId: chest.id })], containers: [chest] };
  };
  assertOnlyProblem(inSlot(2, 1), /beyond its 2 slots/);
  assertOnlyProblem(inSlot(0, 0), /holds 0 Wood/);
  assertOnlyProblem(inSlot(0, 1, ''), /holds no item/);
  assertOnlyProblem(inSlot(0, 1_000_000), /which stack to/);
  assert.deepEqual(checkWorld(aWorld(inSlot(0, 1_000_000, 'Item_Of_A_Mod')), catalogue), []);
});

test('an item instance is in one slot, and alone in it', () => {
  const instance = { kind: 'armor', id: aGuid(), durability: 1 } as const;
  const withSlots = (...counts: number[]): WorldOverrides => {
    const slots = counts.map((count) => ({ itemId: 'Armor_Of_A_Mod', count, instance }));
    const chest = aContainer({ slots: { ...slots } });
    return { guilds: [aGuild([], { chestId: chest.id })], containers: [chest] };
  };
  assertOnlyProblem(withSlots(1, 1), /in two slots/);
  assertOnlyProblem(withSlots(2), /holds 2 of one/);
});

test('a slot of a box holds one Pal, and boxes have one owner', () => {
  const team = { containerId: aGuid(), capacity: 5 };
  const zoe = aPlayer({ player: { team } });
  const at = (slot: number) => aPal({ place: { containerId: team.containerId, slot } });
  assertOnlyProblem({ players: [zoe], pals: [at(1), at(1)] }, /both in slot 1/);
  assertOnlyProblem({ players: [zoe], pals: [at(5)] }, /slot 5 of the team .* which has 5/);
  assertOnlyProblem({ players: [zoe, aPlayer({ player: { team } })] }, /share box/);
});

test('a body is in no box, and belongs to a player', () => {
  const place = { containerId: aGuid(), slot: 0 };
  assertOnlyProblem({ players: [aPlayer({ character: { place } })] }, /body .* is in box/);
  assertOnlyProblem({ pals: [aPal({ playerUid: aGuid() })] }, /has no player/);
});

test('no player is a member of two guilds, or twice of one', () => {
  const zoe: PlayerInWorld = aPlayer();
  assertOnlyProblem(
    { players: [zoe], guilds: [aGuild([zoe]), aGuild([zoe])] },
    /member of guild .* and of guild/,
  );
  assertOnlyProblem({ players: [zoe], guilds: [aGuild([zoe, zoe])] }, /member of guild/);
});

test('discoveries are listed once, and belong to a player', () => {
  const zoe = aPlayer();
  const findings = {
    uid: zoe.uid,
    fastTravelPoints: ['A'],
    relics: { SwimSpeed: ['B'] },
    areas: [],
    notes: [],
    paldeck: [],
  };
  const problems = (discoveries: Discoveries) => {
    const world = aWorld({ players: [zoe] });
    world.discoveries.put(discoveries);
    return checkWorld(world);
  };
  assert.deepEqual(problems(findings), []);
  assert.match(problems({ ...findings, uid: aGuid() })[0] ?? '', /are nobody's/);
  assert.match(problems({ ...findings, notes: ['C', 'C'] })[0] ?? '', /one of notes twice/);
  assert.match(
    problems({ ...findings, relics: { SwimSpeed: ['B', 'B'] } })[0] ?? '',
    /one of SwimSpeed twice/,
  );
});

test('camps belong to guilds, and map objects to camps', () => {
  const guild = aGuild([]);
  const camp = aCamp(guild);
  assertOnlyProblem({ camps: [camp] }, /guild .* of camp .* is not there/);
  assertOnlyProblem({ guilds: [guild], mapObjects: [aMapObject(camp)] }, /camp .* of map object/);
  assertOnlyProblem(
    { guilds: [guild], camps: [camp], mapObjects: [aMapObject(camp, { storage: true })] },
    /storage without a container/,
  );
});

test('objects outside camps are sound; what one refers to is there', () => {
  const landscape = { id: ZERO_GUID };
  const ranch = aMapObject(landscape);
  assert.deepEqual(
    checkWorld(
      aWorld({
        mapObjects: [ranch, aMapObject(landscape, { ownerId: ranch.id, natural: true, yawDeg: 180 })],
      }),
    ),
    [],
  );
  const object = (overrides: Partial<MapObject>) => ({ mapObjects: [aMapObject(landscape, overrides)] });
  assertOnlyProblem(object({ id: ZERO_GUID }), /no proper id/);
  assertOnlyProblem(object({ ownerId: aGuid() }), /which map object .* belongs to, is not there/);
  assertOnlyProblem(object({ builderUid: 'Zoe' }), /was built by Zoe/);
  for (const yawDeg of [-180, 180.01, Number.NaN]) assertOnlyProblem(object({ yawDeg }), /is turned by/);
  const booth = { containerId: aGuid(), capacity: 1 };
  const pal = aPal({ place: { containerId: booth.containerId, slot: 1 } });
  assertOnlyProblem({ pals: [pal], ...object({ booth }) }, /slot 1 of ItemChest .* which has 1/);
  assertOnlyProblem(
    { mapObjects: [aMapObject(landscape, { booth }), aMapObject(landscape, { booth })] },
    /share box/,
  );
});

test('a record of another shape is a problem, not the end of the check', () => {
  const world = aWorld({ players: [aPlayer()] });
  world.playerBans.restore('x', { uid: null } as never);
  const problems = checkWorld(world, catalogue);
  assert.ok(
    problems.some((problem) => problem.startsWith('a record of another shape is among PlayerBans (')),
  );
});
