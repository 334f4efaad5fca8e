import assert from 'node:assert/strict';
import test from 'node:test';
import { loadCatalogue } from '../catalogue/catalogue.ts';
import { accepts } from '../catalogue/inventory-rules.ts';
import { palLevel, playerLevel, playerMaxHp } from '../catalogue/pal-growth.ts';
import { checkWorld } from '../state/check-world.ts';
import type { Container, Player } from '../state/model.ts';
import type { World } from '../state/world.ts';
import { fullVitals } from '../testing/full-hp.ts';
import { type DemoOptions, makeDemoWorld } from './make-demo-world.ts';
import { MAP_BOUNDS } from './places.ts';

const catalogue = loadCatalogue();
const NOW_MS = Date.UTC(2026, 8, 1, 12);

const demo = (options: Partial<DemoOptions> = {}) =>
  makeDemoWorld({ catalogue, seed: 1, nowMs: NOW_MS, ...options });

function contents(world: World): unknown {
  const { accounts, sessions, players, characters, containers, guilds, camps, mapObjects, locations } = world;
  const tables = [accounts, sessions, players, characters, containers, guilds, camps, mapObjects, locations];
  return tables.map((table) => [...table.values()]);
}

test('the same seed makes the same demo world and ban list, another seed another one', () => {
  const [first, again, second] = [demo(), demo(), demo({ seed: 2 })];
  assert.deepEqual(contents(first.world), contents(again.world));
  assert.deepEqual(first.banlist, again.banlist);
  assert.notDeepEqual(contents(first.world), contents(second.world));
});

test('a demo world of any size and seed contradicts itself nowhere', () => {
  for (let seed = 0; seed < 10; seed++) assert.deepEqual(checkWorld(demo({ seed }).world, catalogue), []);
  for (const sizes of [
    { players: 1 },
    { players: 2, palsPerPlayer: 0, guilds: 2, camps: 5 },
    { players: 5, online: 5 },
    { players: 40, guilds: 1 },
    { players: 3, palsPerPlayer: 900 },
  ]) {
    assert.deepEqual(checkWorld(demo({ sizes }).world, catalogue), [], JSON.stringify(sizes));
  }
});

test('a demo world of 1000 players is sound, and of the size asked for', () => {
  const { world } = demo({ sizes: { players: 1_000, palsPerPlayer: 20 } });
  assert.deepEqual(checkWorld(world, catalogue), []);
  assert.equal(world.accounts.size, 1_000);
  assert.equal(world.sessions.size, 333);
  assert.equal(world.guilds.size, 187);
  assert.equal(new Set([...world.accounts.values()].map((account) => account.userId)).size, 1_000);
  const owned = [...world.characters.values()].filter((character) => character.ownerUid !== null);
  assert.equal(owned.length, 998 * 20, 'all but the newcomer and the beginner own 20');
  for (const { ip } of world.sessions.values()) assert.match(ip, /^10\./);
});

const { world } = demo();
const characters = [...world.characters.values()];
const containerOf = (player: Player, name: keyof Player['inventory']): Container => {
  const container = world.containers.get(player.inventory[name] ?? '');
  assert.ok(container);
  return container;
};

test('a healthy Pal has the HP its level, IVs, souls, rank and friendship give it; a hurt one less', () => {
  for (const pal of characters.filter((character) => character.playerUid === null)) {
    const { hp: full } = fullVitals(pal);
    if (pal.physicalHealth === 'Healthful') assert.equal(pal.hp, full, pal.id);
    else assert.ok(pal.hp > 0 && pal.hp < full, pal.id);
  }
});

test('levels follow from the EXP', () => {
  for (const { playerUid, exp, level } of characters) {
    const levelOf = playerUid === null ? palLevel : playerLevel;
    assert.equal(levelOf(catalogue, exp), level);
  }
});

test('each level gained is one status point, spent or not, and HP follow from them', () => {
  for (const body of characters.filter((character) => character.playerUid !== null)) {
    const spent = Object.values(body.statusPoints).reduce((sum, points) => sum + points, 0);
    assert.equal(spent + body.unusedStatusPoints, body.level - 1);
    assert.equal(body.hp, playerMaxHp(catalogue, body.statusPoints.最大HP ?? 0));
  }
});

test('every id is one of the catalogue, as it spells it', () => {
  for (const { species, playerUid, activeSkills, learntSkills, passives } of characters) {
    if (playerUid !== null) continue;
    assert.equal((catalogue.pals.find(species) ?? catalogue.npcs.find(species))?.id, species);
    for (const id of [...activeSkills, ...learntSkills]) assert.ok(catalogue.activeSkills.find(id), id);
    for (const id of passives) assert.equal(catalogue.passives.find(id)?.id, id);
  }
  for (const { slots } of world.containers.values()) {
    for (const { itemId } of Object.values(slots)) assert.equal(catalogue.items.find(itemId)?.id, itemId);
  }
  for (const { objectId } of world.mapObjects.values()) {
    assert.equal(catalogue.mapObjects.find(objectId)?.id, objectId);
  }
});

test('items are where such items may be, and each weapon, armor and egg has its own state', () => {
  for (const player of world.players.values()) {
    for (const name of ['KeyItems', 'Weapons', 'Armor', 'Food'] as const) {
      for (const { itemId } of Object.values(containerOf(player, name).slots)) {
        const item = catalogue.items.find(itemId);
        assert.ok(item && accepts(catalogue, name, item), `${itemId} in ${name}`);
      }
    }
    for (const { itemId } of Object.values(containerOf(player, 'Items').slots)) {
      assert.notEqual(catalogue.items.find(itemId)?.typeA, 'Essential', itemId);
    }
  }
  for (const { slots } of world.containers.values()) {
    for (const { itemId, instance } of Object.values(slots)) {
      assert.equal(instance?.kind ?? null, catalogue.items.find(itemId)?.dynamic, itemId);
    }
  }
});

test('technologies fit the level and build on what is learned', () => {
  for (const { technologies, characterId } of world.players.values()) {
    const level = world.characters.get(characterId ?? '')?.level ?? 0;
    for (const id of technologies) {
      const technology = catalogue.technologies.find(id);
      assert.ok(technology && technology.id === id && technology.level <= level);
      assert.ok(technology.requireTech === null || technologies.includes(technology.requireTech));
    }
  }
});

test('everybody and every camp is on the map, and no two camps overlap', () => {
  const camps = [...world.camps.values()];
  for (const { x, y, z } of [...world.locations.values(), ...camps.map((camp) => camp.location)]) {
    assert.ok(x >= MAP_BOUNDS.x[0] && x <= MAP_BOUNDS.x[1], `x ${x}`);
    assert.ok(y >= MAP_BOUNDS.y[0] && y <= MAP_BOUNDS.y[1], `y ${y}`);
    assert.ok(Math.abs(z) < 20_000, `z ${z}`);
  }
  for (const [index, { location, areaRangeCm }] of camps.entries()) {
    for (const neighbor of camps.slice(index + 1)) {
      const apart = Math.hypot(neighbor.location.x - location.x, neighbor.location.y - location.y);
      assert.ok(apart > areaRangeCm + neighbor.areaRangeCm);
    }
  }
});

test('owned Pals are among the captures of their owner', () => {
  for (const { uid, records } of world.players.values()) {
    assert.equal(Object.keys(records.palCaptures).length, records.tribeCaptures);
    for (const { ownerUid, species } of characters) {
      const tribe = catalogue.pals.find(species)?.tribe;
      if (ownerUid === uid && tribe !== undefined) assert.ok(records.palCaptures[tribe], tribe);
    }
  }
});
