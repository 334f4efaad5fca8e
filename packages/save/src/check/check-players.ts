import { ZERO_GUID } from '../format/guid.ts';
import type { PlayerFacts } from './player-facts.ts';
import type { SaveFacts } from './save-facts.ts';
import type { ViolationList } from './violation.ts';

/** Slots of an inventory, and those that each different pouch adds. */
const INVENTORY_SLOTS = 42;
const POUCH_SLOTS = 3;
const POUCH = /^AdditionalInventory_00[1-4]$/i;

/** P1 to P6: a player file, and the player in Level.sav. */
export function checkPlayer(facts: SaveFacts, player: PlayerFacts, violations: ViolationList): void {
  checkIdentity(facts, player, violations);
  checkContainers(facts, player, violations);
  checkTechnologies(facts, player, violations);
  checkRelics(facts, player, violations);
  checkInventory(facts, player, violations);
  checkStatusPoints(facts, player, violations);
}

function checkIdentity(facts: SaveFacts, player: PlayerFacts, violations: ViolationList): void {
  const { file, uid, individualUid, instanceId } = player;
  const digits = file.slice(file.lastIndexOf('/') + 1, -'.sav'.length).toUpperCase();
  if (digits !== uid.replaceAll('-', '')) {
    violations.add('P1', uid, `The file carries the id of another player, ${uid}.`);
  } else if (individualUid !== uid) {
    const message = `The file of ${facts.playerName(uid)} names the body of another player, ${individualUid}.`;
    violations.add('P1', uid, message);
  }
  const body = facts.characters.get(instanceId);
  if (body?.isPlayer && body.playerUid === uid) return;
  const problem = body === undefined ? 'which does not exist' : `which is ${facts.character(instanceId)}`;
  const message = `The file of ${facts.playerName(uid)} names the body ${instanceId}, ${problem}: the game asks for a new character.`;
  violations.add('P1', uid, message);
}

function checkContainers(facts: SaveFacts, player: PlayerFacts, violations: ViolationList): void {
  const { uid, file, containers } = player;
  const name = facts.playerName(uid);
  for (const [kind, id] of containers) {
    const subject = id === ZERO_GUID ? `${uid} ${kind}` : id;
    const isOfPals = kind === 'team' || kind === 'palbox';
    const exists = isOfPals ? facts.characterContainers.has(id) : facts.itemContainers.has(id);
    if (!exists) {
      const message = `The ${kind} container of ${name} does not exist: the server fails when they join.`;
      violations.add('P2', subject, message);
    }
    const owners = facts.playerContainers.get(id) ?? [];
    const others = owners.map((owner) => owner.file).filter((owner) => owner !== file);
    if (id === ZERO_GUID || others.length === 0) continue;
    const message = `The ${kind} container of ${name} is named by ${others.join(' and ')} too.`;
    violations.add('P2', subject, message);
  }
}

function checkTechnologies(facts: SaveFacts, player: PlayerFacts, violations: ViolationList): void {
  const { uid, technologies } = player;
  const seen = new Set<string>();
  for (const technology of technologies) {
    const key = technology.toLowerCase();
    if (seen.has(key)) {
      const message = `${facts.playerName(uid)} has learned the technology ${technology} twice.`;
      violations.add('P3', `${uid} ${key}`, message);
    }
    seen.add(key);
  }
}

function checkRelics(facts: SaveFacts, { uid, relics }: PlayerFacts, violations: ViolationList): void {
  const { hasMap, inHand, capturePower, collected, bonusIndex } = relics;
  const name = facts.playerName(uid);
  // Absent means 0, in the map as well: a type of which none was found yet.
  if (hasMap && (inHand ?? 0) !== (capturePower ?? 0)) {
    const counts = `${inHand ?? 0} effigies by one counter and ${capturePower ?? 0} by the other`;
    violations.add('P4', uid, `${name} holds ${counts}.`);
  }
  if (collected !== null && collected !== bonusIndex) {
    const message = `${name} has collected ${collected} relics, but got EXP for ${bonusIndex}.`;
    // Relics that were collected before 1.0 are not counted.
    violations.add('P4', uid, message, bonusIndex < collected ? 'left by the game' : undefined);
  }
}

function checkInventory(facts: SaveFacts, { uid, containers }: PlayerFacts, violations: ViolationList): void {
  const common = facts.itemContainers.get(containers.get('common') ?? ZERO_GUID);
  const essential = facts.itemContainers.get(containers.get('essential') ?? ZERO_GUID);
  if (common === undefined || essential === undefined) return; // P2
  const items = essential.slots.filter(({ itemId, count }) => count > 0 && POUCH.test(itemId));
  const pouches = new Set(items.map(({ itemId }) => itemId.toLowerCase()));
  const expected = INVENTORY_SLOTS + POUCH_SLOTS * pouches.size;
  const capacity = common.capacity ?? common.slots.length;
  if (capacity === expected) return;
  const message = `${facts.playerName(uid)} has ${pouches.size} pouches, so ${expected} slots, but the inventory has ${capacity}.`;
  violations.add('P5', uid, message);
}

function checkStatusPoints(facts: SaveFacts, player: PlayerFacts, violations: ViolationList): void {
  const { uid, instanceId } = player;
  const body = facts.characters.get(instanceId);
  if (body === undefined || !body.isPlayer || body.playerUid !== uid) return; // P1
  const { level, spentPoints, unusedPoints } = body;
  if (spentPoints + unusedPoints === level - 1) return;
  const message = `${facts.playerName(uid)} is at level ${level}, which gives ${level - 1} status points, but has ${spentPoints} spent and ${unusedPoints} unused.`;
  // The game itself has lost a point: a real world was one short in four generations of its backups.
  const isShort = spentPoints + unusedPoints < level - 1;
  violations.add('P6', uid, message, isShort ? 'left by the game' : undefined);
}
