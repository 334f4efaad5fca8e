import assert from 'node:assert/strict';
import test from 'node:test';
import { isUserId, ZERO_GUID } from '@palatine/contract';
import { loadCatalogue } from '../catalogue/catalogue.ts';
import { type Character, type Container, type MapObject, NO_RECORDS, type Session } from '../state/model.ts';
import type { World } from '../state/world.ts';
import { makeDemoWorld } from './make-demo-world.ts';

// Situations that every demo world holds, so that clients meet them. A few seeds are tested.

const catalogue = loadCatalogue();
const NOW_MS = Date.UTC(2026, 8, 1, 12);
const demos = [1, 2, 3, 7, 42].map((seed) => makeDemoWorld({ catalogue, seed, nowMs: NOW_MS }));

function fact(title: string, check: (world: World, online: readonly Session[]) => void): void {
  test(title, () => {
    for (const { world } of demos) check(world, [...world.sessions.values()]);
  });
}

function palsOf(world: World, uid: string): readonly Character[] {
  const player = world.players.get(uid);
  const boxes = player ? [player.team, player.palbox] : [];
  return boxes.flatMap((box) => world.pick(world.characters, world.charactersByBox.keys(box.containerId)));
}

function chestOf(world: World, id: string | null): Container {
  const chest = world.containers.get(id ?? '');
  assert.ok(chest);
  return chest;
}

fact('the demo world holds 32 players, 10 of them online', (world, online) => {
  assert.equal(world.accounts.size, 32);
  assert.equal(online.length, 10);
});

fact('players are online from all four platforms, and every UserId looks real', (world, online) => {
  const platforms = new Set(online.map(({ userId }) => userId.split('_')[0]));
  assert.deepEqual([...platforms].toSorted(), ['gdk', 'mac', 'ps5', 'steam']);
  for (const { userId } of world.accounts.values()) {
    assert.ok(isUserId(userId), userId);
    assert.match(userId, /^(steam_7656119\d{10}|gdk_2535\d{12}|ps5_\d{19}|mac_[0-9a-f]{16})$/);
  }
});

fact('some players online share an address, across platforms too', (world, online) => {
  const shared = online.filter(({ ip }) => world.sessionsByIp.keys(ip).size > 1);
  assert.ok(shared.length >= 4);
  assert.ok(shared.some(({ userId }) => userId.startsWith('steam_')));
  assert.ok(shared.some(({ userId }) => userId.startsWith('gdk_')));
});

fact('addresses are of the documentation ranges', (_, online) => {
  for (const { ip } of online) assert.match(ip, /^(203\.0\.113|198\.51\.100)\.\d+$|^2001:db8:/);
});

fact('offline players have a UserId and a time they were last online', (world) => {
  const offline = [...world.accounts.values()].filter(({ uid }) => !world.sessions.has(uid));
  assert.equal(offline.length, 22);
  for (const { userId, lastOnlineAtMs } of offline) {
    assert.notEqual(userId, '');
    assert.ok(lastOnlineAtMs !== null && lastOnlineAtMs < NOW_MS);
  }
});

fact('exactly one player is online without a loaded character', (world, online) => {
  const waiting = online.filter((session) => !session.characterLoaded);
  assert.equal(waiting.length, 1);
  assert.ok(world.accounts.has(waiting[0]?.uid ?? ''));
});

fact('one online player with a loaded character is in no guild', (world, online) => {
  const loners = online.filter(({ uid, characterLoaded }) => {
    return characterLoaded && world.guildsByMember.first(uid) === undefined;
  });
  assert.equal(loners.length, 1);
});

fact('no player is in two guilds, and each guild has one admin who is a member', (world) => {
  assert.equal(world.guilds.size, 6);
  for (const { uid } of world.accounts.values()) assert.ok(world.guildsByMember.keys(uid).size <= 1);
  for (const { adminUid, members } of world.guilds.values()) {
    const uids = members.filter((member) => member.role === 1).map((member) => member.uid);
    assert.deepEqual(uids, [adminUid]);
  }
});

fact('levels spread from 1 to the cap', (world) => {
  const bodies = [...world.characters.values()].filter((character) => character.playerUid !== null);
  const levels = bodies.map((body) => body.level).toSorted((left, right) => left - right);
  assert.deepEqual([levels[0], levels.at(-1)], [1, 80]);
  assert.ok(new Set(levels).size > 20);
});

fact('a player of level 1 who has just begun owns nothing', (world) => {
  const beginner = [...world.players.values()].find(({ characterId }) => {
    return world.characters.get(characterId ?? '')?.level === 1;
  });
  assert.ok(beginner && world.sessions.has(beginner.uid));
  assert.deepEqual(beginner.records, NO_RECORDS);
  assert.deepEqual([beginner.technologies, beginner.technologyPoints, beginner.relics], [[], 0, {}]);
  assert.equal(palsOf(world, beginner.uid).length, 0);
  for (const id of Object.values(beginner.inventory)) assert.deepEqual(chestOf(world, id).slots, {});
});

fact('an online player has Pals of every kind in team and Palbox', (world, online) => {
  const kinds: Record<string, (pal: Character) => boolean> = {
    nicknamed: (pal) => pal.nickname !== '',
    shiny: (pal) => pal.shiny && pal.species.startsWith('BOSS_'),
    injured: (pal) => pal.physicalHealth === 'Severe',
    dying: (pal) => pal.physicalHealth === 'Dying',
    sick: (pal) => pal.workerSick !== 'None',
    person: (pal) => pal.uniqueNpcId !== '' && pal.gender === 'None',
    imported: (pal) => pal.imported,
    souls: (pal) => pal.souls.health > 0,
    condensed: (pal) => pal.partnerSkillLevel > 1,
    passives: (pal) => pal.passives.length > 0,
    stamina: (pal) => pal.sp !== undefined,
  };
  const [showcase] = online;
  const pals = palsOf(world, showcase?.uid ?? '');
  for (const [name, is] of Object.entries(kinds)) assert.ok(pals.some(is), name);
  const player = world.players.get(showcase?.uid ?? '');
  assert.equal(world.charactersByBox.keys(player?.team.containerId ?? '').size, 5);
  assert.equal(pals.length, 24);
});

fact('a shiny Pal always has a BOSS_ id', (world) => {
  for (const { shiny, species } of world.characters.values()) {
    if (shiny) assert.ok(species.startsWith('BOSS_'), species);
  }
});

fact('an inventory is nearly full: two slots are left', (world, online) => {
  const free = online.map(({ uid }) => {
    const items = world.containers.get(world.players.get(uid)?.inventory.Items ?? '');
    return items ? items.capacity - Object.keys(items.slots).length : -1;
  });
  assert.ok(free.includes(2), free.join());
});

fact('inventories hold weapons, armor and eggs, and pouches that add slots', (world) => {
  const containers = [...world.containers.values()];
  const kinds = containers.flatMap(({ slots }) => Object.values(slots).map(({ instance }) => instance?.kind));
  for (const kind of ['weapon', 'armor', 'egg'] as const) assert.ok(kinds.includes(kind), kind);
  const capacities = [...world.players.values()].map(
    ({ inventory }) => chestOf(world, inventory.Items).capacity,
  );
  assert.ok(capacities.includes(42) && capacities.includes(54));
});

fact('a guild chest has filled and empty slots', (world) => {
  for (const { chestId } of world.guilds.values()) {
    const chest = chestOf(world, chestId);
    const filled = Object.keys(chest.slots).length;
    assert.equal(chest.capacity, 54);
    assert.ok(filled > 0 && filled < 54);
  }
});

fact('a guild has research done and under way, and expeditions finished and released', (world) => {
  const [guild] = world.guilds.values();
  assert.ok(guild);
  const { currentResearch, workAmounts } = guild.laboratory;
  const required = catalogue.research.find(currentResearch)?.requiredWork ?? 0;
  const work = workAmounts[currentResearch] ?? 0;
  assert.ok(work > 0 && work < required);
  assert.ok(catalogue.research.all().some(({ id, requiredWork }) => (workAmounts[id] ?? 0) >= requiredWork));
  const expected = catalogue.research.all().map(({ id }) => id);
  assert.deepEqual(Object.keys(workAmounts), expected);
  assert.ok(guild.expeditions.finished > 0);
  assert.ok(guild.expeditions.released.length > 0);
  for (const id of guild.expeditions.released) assert.ok(catalogue.expeditions.find(id), id);
});

fact('a base has workers, ill and hurt ones among them, without owners', (world) => {
  const [camp] = world.camps.values();
  assert.ok(camp);
  const workers = world.pick(world.characters, world.charactersByBox.keys(camp.workers.containerId));
  assert.ok(workers.length >= 3);
  assert.ok(workers.some((pal) => pal.workerSick !== 'None'));
  assert.ok(workers.some((pal) => pal.physicalHealth === 'MinorInjury'));
  assert.ok(workers.every((pal) => pal.ownerUid === null));
});

fact('each base has one Palbox, filled storage, buildings, defenses, drops and other objects', (world) => {
  assert.equal(world.camps.size, 8);
  for (const { id } of world.camps.values()) {
    const objects = world.pick(world.mapObjects, world.mapObjectsByCamp.keys(id));
    const classes = objects.map((object) => object.class);
    assert.equal(classes.filter((name) => name === 'palbox').length, 1);
    for (const name of ['building', 'defense', 'dropItem', 'other'] as const)
      assert.ok(classes.includes(name));
    const storage = objects.find((object) => object.storage);
    assert.ok(storage && Object.keys(chestOf(world, storage.containerId).slots).length > 0);
  }
});

fact('bases are drawn: foundations a lattice of 4 m, and each wall on an edge of one', (world) => {
  for (const { id } of world.camps.values()) {
    const objects = world.pick(world.mapObjects, world.mapObjectsByCamp.keys(id));
    const floors = objects.filter(({ objectId }) => objectId.endsWith('_foundation'));
    const nearest = ({ id, location: { x, y } }: MapObject) =>
      Math.min(
        ...floors
          .filter((floor) => floor.id !== id)
          .map(({ location }) => Math.hypot(location.x - x, location.y - y)),
      );
    assert.ok(floors.length > 3);
    for (const floor of floors) assert.equal(Math.round(nearest(floor)), 400);
    for (const wall of objects.filter(({ objectId }) => /wall$/i.test(objectId)))
      assert.equal(Math.round(nearest(wall)), 200, wall.objectId);
  }
});

fact('rocks and treasure boxes are in the bases and outside, and an egg belongs to its ranch', (world) => {
  const objects = [...world.mapObjects.values()];
  const outside = objects.filter(({ campId }) => campId === ZERO_GUID);
  assert.ok(outside.length >= 2 * world.camps.size && outside.every(({ natural }) => natural));
  const treasure = outside.find(({ objectId }) => objectId === 'TreasureBox');
  assert.ok(treasure && Object.keys(chestOf(world, treasure.containerId).slots).length > 0);
  assert.ok(objects.some(({ natural, campId }) => natural && campId !== ZERO_GUID));
  const egg = objects.find(({ ownerId }) => ownerId !== null);
  assert.equal(world.mapObjects.get(egg?.ownerId ?? '')?.objectId, 'MonsterFarm');
  assert.ok(objects.some(({ underConstruction }) => underConstruction));
  assert.ok(new Set(objects.map(({ yawDeg }) => yawDeg)).size > 4);
});

fact('the last base has an empty booth, so that every base can be deleted', (world) => {
  const last = [...world.camps.keys()].at(-1);
  const booths = [...world.mapObjects.values()].filter((object) => object.booth !== null);
  const contents = booths.map(({ campId, booth }) => [
    campId,
    world.charactersByBox.keys(booth?.containerId ?? '').size,
  ]);
  assert.deepEqual(contents, [[last, 0]]);
});

fact('an online player has boss records, captures, arena wins and a fishing record', (world, online) => {
  const records = world.players.get(online[0]?.uid ?? '')?.records;
  assert.ok(records);
  const { towerBossDefeats, normalBossDefeats, palCaptures, arenaSoloClears } = records;
  for (const some of [towerBossDefeats, normalBossDefeats, palCaptures, arenaSoloClears]) {
    assert.ok(Object.keys(some).length > 0);
  }
  assert.equal(records.firstFishingComplete, true);
});

test('the ban list bans users and an address, and shows who was unbanned', () => {
  for (const { banlist } of demos) {
    const { UserEntries, IPEntries } = banlist;
    const userEntries = UserEntries.map((entry) => entry.Active);
    assert.deepEqual(userEntries, [true, true, true, false]);
    const active = IPEntries.map((entry) => entry.Active);
    assert.deepEqual(active, [true, false]);
    for (const entry of [...UserEntries, ...IPEntries]) {
      assert.equal(entry.UnbannedBy !== undefined, !entry.Active);
      for (const issuer of [entry.BannedBy, ...(entry.UnbannedBy ? [entry.UnbannedBy] : [])]) {
        const { UTC, Year, Month, Day, Hour, Min, Sec } = issuer.Timestamp;
        assert.equal(Date.UTC(Year, Month - 1, Day, Hour, Min, Sec), UTC * 1000);
        assert.ok(UTC * 1000 < NOW_MS);
      }
    }
  }
});

test('two of the banned users are known to the world, and no banned player is online', () => {
  for (const { world, banlist } of demos) {
    const banned = banlist.UserEntries.filter((entry) => entry.Active).map((entry) => entry.UserId);
    assert.equal(banned.filter((userId) => world.accountsByUserId.keys(userId).size > 0).length, 2);
    const addresses = banlist.IPEntries.filter((entry) => entry.Active).map((entry) => entry.IP);
    for (const { userId, ip } of world.sessions.values()) {
      assert.ok(!banned.includes(userId) && !addresses.includes(ip));
    }
  }
});
