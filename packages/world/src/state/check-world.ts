import { type Guid, INT32_MAX, INVENTORIES, parseGuid, ZERO_GUID } from '@palatine/contract';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { stackSize } from '../catalogue/inventory-rules.ts';
import type { Character, CharacterBox, Container, Player } from './model.ts';
import type { World } from './world.ts';

/** Contradictions in a world, as sentences; stack sizes only with a catalogue. Too slow for commands. */
export function checkWorld(world: World, catalogue?: Catalogue): string[] {
  const found: string[] = [];
  for (const check of CHECKS) {
    try {
      found.push(...check(world, catalogue));
    } catch (error) {
      const checked = check.name.slice('check'.length);
      found.push(`a record of another shape is among ${checked} (${(error as Error).message})`);
    }
  }
  return found;
}

const CHECKS: readonly ((world: World, catalogue?: Catalogue) => Iterable<string>)[] = [
  checkAccounts,
  checkSessions,
  checkPlayerBans,
  checkPlayers,
  checkDiscoveries,
  checkContainerOwners,
  checkContainers,
  checkBoxes,
  checkCharacters,
  checkGuilds,
  checkCamps,
  checkMapObjects,
];

function* checkAccounts({ accounts, locations }: World): Generator<string> {
  for (const { uid } of accounts.values()) {
    if (!isGuid(uid) || uid === ZERO_GUID) yield `account ${uid} has no proper uid`;
  }
  for (const { uid, x, y, z } of locations.values()) {
    if (![x, y, z].every(Number.isFinite)) yield `the location of ${uid} is not finite`;
  }
}

function* checkSessions({ sessions }: World): Generator<string> {
  const userIds = new Map<string, Guid>();
  for (const { uid, userId } of sessions.values()) {
    if (!isGuid(uid)) yield `session ${uid} has no proper uid`;
    const earlier = userIds.get(userId);
    if (userId !== '' && earlier !== undefined) yield `${userId} is online twice, as ${earlier} and ${uid}`;
    userIds.set(userId, uid);
  }
}

function* checkPlayerBans({ playerBans }: World): Generator<string> {
  for (const { uid } of playerBans.values()) {
    if (!isGuid(uid) || uid === ZERO_GUID) yield `the ban of ${uid} has no proper uid`;
  }
}

function* checkPlayers(world: World): Generator<string> {
  for (const player of world.players.values()) {
    const { uid, characterId } = player;
    if (!world.accounts.has(uid)) yield `player ${uid} has no account`;
    if (characterId !== null && world.characters.get(characterId)?.playerUid !== uid) {
      yield `character ${characterId} of player ${uid} is not there, or not theirs`;
    }
    const technologies = new Set(player.technologies.map((id) => id.toLowerCase()));
    if (technologies.size < player.technologies.length) yield `player ${uid} has a technology twice`;
    yield* checkTotals(player);
  }
}

function* checkDiscoveries({ discoveries, accounts }: World): Generator<string> {
  for (const { uid, fastTravelPoints, relics, areas, notes, paldeck } of discoveries.values()) {
    if (!accounts.has(uid)) yield `the discoveries of ${uid} are nobody's`;
    const lists = { fastTravelPoints, areas, notes, paldeck, ...relics };
    for (const [name, ids] of Object.entries(lists)) {
      if (new Set(ids).size < ids.length) yield `player ${uid} has found one of ${name} twice`;
    }
  }
}

function* checkTotals({ uid, technologyPoints, ancientTechnologyPoints, relics }: Player): Generator<string> {
  const totals = { technologyPoints, ancientTechnologyPoints, ...relics };
  for (const [name, total] of Object.entries(totals)) {
    if (!isWhole(total, 0, INT32_MAX)) yield `player ${uid} has ${total} ${name}`;
  }
}

/** Checks that every container of items has exactly one owner: a player, a guild or an object. */
function* checkContainerOwners(world: World): Generator<string> {
  const owners = new Map<Guid, string>();
  for (const [id, owner] of containerReferences(world)) {
    if (!world.containers.has(id)) yield `${owner} refers to container ${id}, which is not there`;
    const sharer = owners.get(id);
    if (sharer !== undefined) yield `${sharer} and ${owner} share container ${id}`;
    owners.set(id, owner);
  }
  for (const { id } of world.containers.values()) {
    if (!owners.has(id)) yield `container ${id} belongs to nobody`;
  }
}

function* containerReferences({ players, guilds, mapObjects }: World): Generator<[Guid, string]> {
  for (const { uid, inventory } of players.values()) {
    for (const name of INVENTORIES) {
      const id = inventory[name];
      if (id !== null) yield [id, `${name} of player ${uid}`];
    }
  }
  for (const { id, chestId } of guilds.values()) {
    if (chestId !== null) yield [chestId, `the chest of guild ${id}`];
  }
  for (const { id, objectId, containerId } of mapObjects.values()) {
    if (containerId !== null) yield [containerId, `${objectId} ${id}`];
  }
}

function* checkContainers({ containers, characters }: World, catalogue?: Catalogue): Generator<string> {
  const instances = new Set<Guid>();
  for (const container of containers.values()) {
    yield* checkSlots(container, catalogue);
    for (const { instance } of Object.values(container.slots)) {
      if (instance === undefined) continue;
      if (instances.has(instance.id)) yield `item instance ${instance.id} is in two slots`;
      instances.add(instance.id);
      if (instance.kind !== 'egg' || instance.pal === null) continue;
      if (characters.has(instance.pal.id)) yield `Pal ${instance.pal.id} is in an egg and in the world`;
    }
  }
}

function* checkSlots({ id, capacity, slots }: Container, catalogue?: Catalogue): Generator<string> {
  if (!isGuid(id) || !isWhole(capacity, 0, INT32_MAX)) yield `container ${id} has the capacity ${capacity}`;
  for (const [index, { itemId, count, instance }] of Object.entries(slots)) {
    const place = `slot ${index} of container ${id}`;
    if (!isWhole(Number(index), 0, capacity - 1)) yield `${place} is beyond its ${capacity} slots`;
    if (itemId === '') yield `${place} holds no item`;
    if (!isWhole(count, 1, INT32_MAX)) yield `${place} holds ${count} ${itemId}`;
    if (instance !== undefined && count !== 1) yield `${place} holds ${count} of one ${itemId}`;
    const item = catalogue?.items.find(itemId);
    if (item !== undefined && count > stackSize(item)) {
      yield `${place} holds ${count} ${itemId}, which stack to ${stackSize(item)}`;
    }
  }
}

function* boxesOfWorld({ players, camps, mapObjects }: World): Generator<[CharacterBox, string]> {
  for (const { uid, team, palbox } of players.values()) {
    yield [team, `the team of player ${uid}`];
    yield [palbox, `the Palbox of player ${uid}`];
  }
  for (const { id, workers } of camps.values()) yield [workers, `the workers of camp ${id}`];
  for (const { id, objectId, booth } of mapObjects.values()) {
    if (booth !== null) yield [booth, `${objectId} ${id}`];
  }
}

/** The zero GUID is an empty box; several owners may have it. */
function* checkBoxes(world: World): Generator<string> {
  const owners = new Map<Guid, string>();
  for (const [{ containerId, capacity }, owner] of boxesOfWorld(world)) {
    if (!isGuid(containerId) || !isWhole(capacity, 0, INT32_MAX)) yield `${owner} has ${capacity} slots`;
    if (containerId === ZERO_GUID) continue;
    const sharer = owners.get(containerId);
    if (sharer !== undefined) yield `${sharer} and ${owner} share box ${containerId}`;
    owners.set(containerId, owner);
    for (const character of world.pick(world.characters, world.charactersByBox.keys(containerId))) {
      const slot = character.place?.slot ?? 0;
      if (slot >= capacity) yield `${character.id} is in slot ${slot} of ${owner}, which has ${capacity}`;
    }
  }
}

function* checkCharacters(world: World): Generator<string> {
  const places = new Map<string, Guid>();
  for (const character of world.characters.values()) {
    const { id, place, playerUid, level } = character;
    if (!isGuid(id) || id === ZERO_GUID) yield `character ${id} has no proper id`;
    if (!isWhole(level, 1, INT32_MAX)) yield `character ${id} has the level ${level}`;
    if (!vitalsOf(character).every(Number.isFinite)) yield `character ${id} has vitals that are no numbers`;
    if (playerUid !== null && !world.accounts.has(playerUid)) yield `body ${id} has no player`;
    if (place === null) continue;
    if (playerUid !== null) yield `body ${id} is in box ${place.containerId}`;
    if (place.containerId === ZERO_GUID || !isWhole(place.slot, 0, INT32_MAX)) {
      yield `${id} is in slot ${place.slot} of box ${place.containerId}`;
    }
    const key = `slot ${place.slot} of box ${place.containerId}`;
    const occupant = places.get(key);
    if (occupant !== undefined) yield `${occupant} and ${id} are both in ${key}`;
    places.set(key, id);
  }
}

function vitalsOf({ hp, mp = 0, sp = 0, shield = 0, stomach, maxStomach, sanity }: Character): number[] {
  return [hp, mp, sp, shield, stomach, maxStomach, sanity];
}

function* checkGuilds({ guilds }: World): Generator<string> {
  const guildOf = new Map<Guid, Guid>();
  for (const { id, members, adminUid } of guilds.values()) {
    if (!isGuid(id) || id === ZERO_GUID) yield `guild ${id} has no proper id`;
    if (!isGuid(adminUid)) yield `guild ${id} has the admin ${adminUid}`;
    for (const { uid } of members) {
      const guildId = guildOf.get(uid);
      if (guildId !== undefined) yield `${uid} is a member of guild ${guildId} and of guild ${id}`;
      guildOf.set(uid, id);
    }
  }
}

function* checkCamps({ camps, guilds }: World): Generator<string> {
  for (const { id, guildId } of camps.values()) {
    if (!isGuid(id) || id === ZERO_GUID) yield `camp ${id} has no proper id`;
    const isOrphan = guildId === ZERO_GUID; // its guild no longer exists
    if (!isOrphan && !guilds.has(guildId)) yield `guild ${guildId} of camp ${id} is not there`;
  }
}

function* checkMapObjects({ camps, mapObjects }: World): Generator<string> {
  for (const { id, campId, storage, containerId, ownerId, builderUid, yawDeg } of mapObjects.values()) {
    if (!isGuid(id) || id === ZERO_GUID) yield `map object ${id} has no proper id`;
    const isLandscape = campId === ZERO_GUID;
    if (!isLandscape && !camps.has(campId)) yield `camp ${campId} of map object ${id} is not there`;
    if (storage && containerId === null) yield `map object ${id} is storage without a container`;
    if (ownerId !== null && !mapObjects.has(ownerId)) {
      yield `object ${ownerId}, which map object ${id} belongs to, is not there`;
    }
    if (builderUid !== null && !isGuid(builderUid)) yield `map object ${id} was built by ${builderUid}`;
    if (!(yawDeg > -180 && yawDeg <= 180)) yield `map object ${id} is turned by ${yawDeg} degrees`;
  }
}

const isGuid = (text: string): boolean => parseGuid(text) === text;

function isWhole(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}
