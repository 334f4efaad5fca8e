import { guidFromDigits, ZERO_GUID } from '../format/guid.ts';
import { CorruptDataError, SaveError } from '../format/save-error.ts';
import type { SaveGuid } from '../format/save-types.ts';
import { ByteReader } from '../read/byte-reader.ts';
import { LEVEL, LEVEL_META, PLAYERS } from '../read/folder-files.ts';
import { expectGvasHeader, SAVE_CLASSES } from '../read/gvas-header.ts';
import type { OpenSave } from '../read/open-save.ts';
import { isFileMissing } from '../read/read-file.ts';
import { checkCharacters } from './check-characters.ts';
import { checkCamps, checkObjects } from './check-objects.ts';
import { checkPlayer } from './check-players.ts';
import type {
  DynamicItemFacts,
  GroupFacts,
  GuildExtraFacts,
  ItemSlotFacts,
  WorkFacts,
} from './level-facts.ts';
import { readPlayerFacts } from './player-facts.ts';
import { readLevelFacts } from './read-level-facts.ts';
import { type SaveFacts, saveFacts } from './save-facts.ts';
import { StrictWalk } from './strict-walk.ts';
import { type SaveViolation, ViolationList } from './violation.ts';

/** All violated INVARIANTS of a save. Never throws for the contents of files: damage and left out files violate D1. */
export function checkSave(files: OpenSave, leftOut: readonly SaveError[] = []): SaveViolation[] {
  const violations: SaveViolation[] = [];
  const level = files.get(LEVEL);
  const ofLevel = new ViolationList(LEVEL, violations);
  if (level === undefined) {
    ofLevel.add('D1', '', 'The save has no Level.sav.');
    return violations;
  }
  const unusable: SaveError[] = [];
  for (const { path, gvas } of files.values()) {
    const reason = headerProblem(path, gvas);
    if (reason !== null) unusable.push(new SaveError(path, '', reason));
    else new StrictWalk(gvas, new ViolationList(path, violations)).walkFile();
  }
  const isUsable = ({ path }: { path: string }) => unusable.every(({ file }) => file !== path);
  if (!isUsable(level)) {
    ofLevel.add('D1', '', `Level.sav cannot be read (${unusable[0]?.reason}): there is no world without it.`);
    return violations;
  }
  const levelFacts = readLevelFacts(level.gvas, ofLevel);
  const players = [...files.values()]
    .filter((file) => file.path.startsWith(`${PLAYERS}/`) && isUsable(file))
    .map(({ path, gvas }) => readPlayerFacts(gvas, new ViolationList(path, violations)));
  const facts = saveFacts(levelFacts, players);
  // One that could be unpacked was walked.
  const unread = leftOut.filter(({ file }) => !files.has(file) && file !== PLAYERS);
  for (const error of [...unusable, ...unread]) {
    reportLeftOut(facts, error, new ViolationList(error.file, violations));
  }
  checkPlayerFiles(facts, [...files.keys()], leftOut, ofLevel);
  checkCharacters(facts, ofLevel);
  checkItems(facts, ofLevel);
  checkObjects(facts, ofLevel);
  checkWorks(facts, ofLevel);
  checkCamps(facts, ofLevel);
  checkGuilds(facts, ofLevel);
  for (const player of players) checkPlayer(facts, player, new ViolationList(player.file, violations));
  return violations;
}

/** The game treats a file that it cannot read as one that is not there. */
function reportLeftOut(facts: SaveFacts, { file, reason }: SaveError, violations: ViolationList): void {
  const uid = file === LEVEL_META ? null : guidFromDigits(file.slice(`${PLAYERS}/`.length, -'.sav'.length));
  const owner = uid === null ? 'with the name of the world' : `of ${facts.playerName(uid)}`;
  const effect = uid === null ? 'the world is shown without its name' : 'the game takes it as missing';
  violations.add('D1', '', `The file ${owner} cannot be read (${reason}): ${effect}.`);
}

/** P1: worlds that lost the whole folder of player files. */
function checkPlayerFiles(
  facts: SaveFacts,
  files: readonly string[],
  leftOut: readonly SaveError[],
  violations: ViolationList,
): void {
  const players = facts.level.characters.filter(({ isPlayer }) => isPlayer).length;
  const all = [...files, ...leftOut.map(({ file }) => file)];
  if (players === 0 || all.some((file) => file.startsWith(`${PLAYERS}/`))) return;
  const folder = leftOut.find(({ file }) => file === PLAYERS);
  if (folder !== undefined && !isFileMissing(folder)) {
    violations.add('D1', PLAYERS, `Players: ${folder.reason}, so no player was checked.`);
    return;
  }
  const reason = folder === undefined ? '' : ` (Players: ${folder.reason})`;
  const message = `There are no player files at all, as in a backup without Players${reason}: all ${players} players would start over.`;
  violations.add('P1', '', message);
}

function headerProblem(path: string, gvas: Buffer): string | null {
  try {
    expectGvasHeader(new ByteReader(gvas), classOf(path));
    return null;
  } catch (error) {
    if (error instanceof CorruptDataError) return error.message;
    throw error;
  }
}

function classOf(path: string): string {
  if (path === LEVEL) return SAVE_CLASSES.level;
  return path === LEVEL_META ? SAVE_CLASSES.levelMeta : SAVE_CLASSES.player;
}

/** I1 to I4: slots of items and the records of weapons, armor and eggs agree. */
function checkItems(facts: SaveFacts, violations: ViolationList): void {
  const records = new Map(facts.level.dynamicItems.map((item) => [item.id, item]));
  const inSlots = new Set<SaveGuid>();
  for (const { id, slots, capacity } of facts.level.itemContainers) {
    for (const slot of slots) {
      const place = () => `slot ${slot.index} of ${facts.container(id)}`;
      if (capacity !== null && !holdsSomething(slot)) {
        violations.add('I4', `${id}/${slot.index}`, `The ${place()} is stored, but empty.`);
      }
      const { localId, itemId } = slot;
      if (localId === ZERO_GUID) continue;
      if (inSlots.has(localId)) {
        const message = `The ${itemId} in ${place()} is in another slot too: the game mixes them up.`;
        violations.add('I2', localId, message);
      }
      inSlots.add(localId);
      const problem = wrongInstance(slot, records.get(localId));
      if (problem === null) continue;
      if (hasFormerTier(slot, records.get(localId))) {
        const message = `The ${itemId} in ${place()} ${problem}, its tier before 1.0.`;
        violations.add('I1', localId, message, 'left by the game');
      } else violations.add('I1', localId, `The ${itemId} in ${place()} ${problem}: it cannot be used.`);
    }
  }
  for (const { id, itemId } of facts.level.dynamicItems) {
    if (!inSlots.has(id))
      violations.add('I3', id, `The record of a ${itemId} (id ${id}) belongs to no slot.`);
  }
}

function holdsSomething({ count, itemId }: ItemSlotFacts): boolean {
  return count > 0 && itemId !== '' && itemId !== 'None';
}

function wrongInstance(slot: ItemSlotFacts, record: DynamicItemFacts | undefined): string | null {
  if (record === undefined) return 'has no record';
  if (slot.count !== 1) return `is there ${slot.count} times with one record`;
  if (record.itemId.toLowerCase() !== slot.itemId.toLowerCase())
    return `has the record of a ${record.itemId}`;
  return record.worldId === slot.worldId ? null : 'has the record of another world';
}

const TIER = /(?:_|up)\d+$/i;

/** Whether the names differ as 1.0 left them: it made one tier of an accessory's tiers, in the slots alone. */
function hasFormerTier({ itemId, count, worldId }: ItemSlotFacts, record?: DynamicItemFacts): boolean {
  const [now, before] = [itemId.toLowerCase(), record?.itemId.toLowerCase() ?? ''];
  const isFirstTier = /^accessory.*(?:_|up)1$/.test(now) && TIER.test(before);
  const sameItem = now.replace(TIER, '') === before.replace(TIER, '');
  return isFirstTier && sameItem && count === 1 && worldId === record?.worldId;
}

/** W1 to W4: works, and the work lists of camps. */
function checkWorks(facts: SaveFacts, violations: ViolationList): void {
  const works = new Set(facts.level.works.map(({ id }) => id));
  const workLists = new Map<SaveGuid, ReadonlySet<SaveGuid>>();
  for (const { key, works: list } of facts.level.camps) {
    workLists.set(key, new Set(list?.workIds));
    for (const id of list?.workIds ?? []) {
      if (works.has(id)) continue;
      const message = `The work list of ${facts.camp(key)} names the work ${id}, which does not exist.`;
      violations.add('W3', id, message);
    }
  }
  const halves = new Set(facts.level.mapObjects.map(({ concreteId }) => concreteId));
  for (const work of facts.level.works) {
    checkPlace(facts, work, halves, violations);
    const { id, campId, assignedIds } = work;
    for (const pal of assignedIds) {
      if (facts.characters.has(pal)) continue;
      violations.add('W2', id, `The work ${id} is given to the Pal ${pal}, which does not exist.`);
    }
    if (facts.camps.has(campId) && !workLists.get(campId)?.has(id)) {
      violations.add('W4', id, `The work ${id} of ${facts.camp(campId)} is not in its work list.`);
    }
  }
}

function checkPlace(
  facts: SaveFacts,
  { id, campId, objectId, concreteId }: WorkFacts,
  halves: ReadonlySet<SaveGuid>,
  violations: ViolationList,
): void {
  const references: [string, SaveGuid, { has(id: SaveGuid): boolean }][] = [
    ['camp', campId, facts.camps],
    ['object', objectId, facts.mapObjects],
    ['half of an object', concreteId, halves],
  ];
  for (const [kind, target, records] of references) {
    if (target === ZERO_GUID || records.has(target)) continue;
    violations.add('W1', id, `The work ${id} is for the ${kind} ${target}, which does not exist.`);
  }
}

/** The role of a guild’s admin since 1.0. */
const ADMIN_ROLE = 1;

/** G1 and G2: groups, guilds and their members. */
function checkGuilds(facts: SaveFacts, violations: ViolationList): void {
  for (const group of facts.level.groups) {
    if (group.id !== group.key) {
      violations.add('G1', group.key, `${facts.guild(group.key)} carries the id ${group.id}.`);
    }
    checkAdmin(facts, group, violations);
  }
  for (const extra of facts.level.guildExtras) checkChest(facts, extra, violations);
  checkMembers(facts, violations);
}

function checkAdmin(facts: SaveFacts, { key, guild }: GroupFacts, violations: ViolationList): void {
  if (guild === null) return;
  const admin = guild.members.find(({ uid }) => uid === guild.adminUid);
  const name = facts.guild(key);
  const adminName = facts.playerName(guild.adminUid);
  if (admin === undefined)
    violations.add('G1', key, `${name} has the admin ${adminName}, who is not a member.`);
  else if (guild.hasRoles && admin.role !== ADMIN_ROLE) {
    violations.add('G1', key, `${name} has the admin ${adminName}, whose role is ${admin.role}.`);
  }
}

function checkChest(facts: SaveFacts, extra: GuildExtraFacts, violations: ViolationList): void {
  const { guildId, chestId } = extra;
  const name = facts.guild(guildId);
  if (!facts.groups.has(guildId)) violations.add('G1', guildId, `${name} has a chest, but does not exist.`);
  if (chestId !== ZERO_GUID && !facts.itemContainers.has(chestId)) {
    violations.add('G1', guildId, `${name} has the chest ${chestId}, which does not exist.`);
  }
}

function checkMembers(facts: SaveFacts, violations: ViolationList): void {
  const guildOf = new Map<SaveGuid, SaveGuid>();
  for (const { key, guild } of facts.level.groups) {
    for (const { uid } of guild?.members ?? []) {
      const former = guildOf.get(uid);
      if (former !== undefined) {
        const message = `The player ${facts.playerName(uid)} is a member of ${facts.guild(former)} and of ${facts.guild(key)}: such a player cannot pick up Pals.`;
        violations.add('G2', uid, message);
      }
      guildOf.set(uid, key);
    }
  }
}
