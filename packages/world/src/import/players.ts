import { type Guid, RELIC_TYPES, type RelicType, ZERO_GUID } from '@palatine/contract';
import type { SaveCharacter, SavePlayer, SavePlayerStatistics, SaveWorld } from '@palatine/save/save-types';
import { palboxSlots } from '../catalogue/inventory-rules.ts';
import { worldCoordinate } from '../catalogue/map-coordinates.ts';
import type { Player, PlayerStatistics } from '../state/model.ts';
import { keepTechnologies } from '../state/technologies.ts';
import type { Boxes } from './characters.ts';
import { amount, type ImportJob, type Spelling, spelledCounts } from './import-job.ts';
import type { ItemContainers } from './item-containers.ts';

/** The body of each player, and the player file that names it, where there is one. */
export interface PlayersOfSave {
  readonly bodies: ReadonlyMap<Guid, SaveCharacter>;
  readonly files: ReadonlyMap<Guid, SavePlayer>;
}

/** A file belongs to a body when both the instance id and the uid agree; two files may name one character. */
export function playersOf(save: SaveWorld): PlayersOfSave {
  const candidates = save.characters.filter(
    (character) =>
      character.isPlayer && character.playerUid !== ZERO_GUID && character.instanceId !== ZERO_GUID,
  );
  const byInstance = new Map(candidates.map((body) => [body.instanceId, body]));
  const bodies = new Map<Guid, SaveCharacter>();
  const files = new Map<Guid, SavePlayer>();
  for (const body of candidates) {
    // Of two characters under one instance id only one is imported, see importCharacters.
    if (!bodies.has(body.playerUid) && byInstance.get(body.instanceId) === body) {
      bodies.set(body.playerUid, body);
    }
  }
  for (const file of save.players) {
    const body = byInstance.get(file.instanceId);
    if (body === undefined || body.playerUid !== file.uid || files.has(file.uid)) continue;
    bodies.set(file.uid, body); // of two bodies, the one its file names
    files.set(file.uid, file);
  }
  return { bodies, files };
}

export function importAccounts(job: ImportJob, { bodies, files }: PlayersOfSave): void {
  const { save, world, nowMs } = job;
  const lastOnlineTicks = lastOnlineTicksOf(save);
  for (const [uid, body] of bodies) {
    const file = files.get(uid);
    const ticks = lastOnlineTicks.get(uid);
    world.accounts.put({
      uid,
      name: body.nickname,
      userId: '',
      platform: file?.platform ?? '',
      lastOnlineAtMs: file?.lastOnlineAtMs ?? (ticks === undefined ? null : estimateMs(save, ticks)),
    });
    if (file !== undefined) world.locations.put({ uid, ...worldCoordinate(file.location) });
    if (ticks !== undefined && wasOnline(save, ticks)) {
      world.sessions.put({ uid, userId: '', ip: '', connectedAtMs: nowMs, characterLoaded: true });
    }
  }
}

export function importPlayers(job: ImportJob, players: PlayersOfSave, items: ItemContainers, boxes: Boxes) {
  const { catalogue, world } = job;
  const { bodies, files } = players;
  for (const [uid, file] of files) {
    const { inventory, records } = file;
    const technologies = [...new Set(file.unlockedTechnologies.map(job.spelling.technology))];
    keepTechnologies(world, technologies);
    world.players.put({
      uid,
      characterId: bodies.get(uid)?.instanceId ?? null,
      inventory: {
        Items: items.take(inventory.common),
        KeyItems: items.take(inventory.essential),
        Weapons: items.take(inventory.weapons),
        Armor: items.take(inventory.armor),
        Food: items.take(inventory.food),
        DropSlot: items.take(inventory.dropSlot),
      },
      team: boxes.take(file.teamContainerId, catalogue.limit('teamSlots')),
      palbox: boxes.take(file.palboxContainerId, palboxSlots(catalogue)),
      technologies,
      technologyPoints: amount(file.technologyPoints),
      ancientTechnologyPoints: amount(file.ancientTechnologyPoints),
      relics: relicsOf(records),
      records: recordsOf(records, job.spelling),
    });
  }
}

/** The newest of each member's rows: a guild the player left may hold a stale one. */
function lastOnlineTicksOf({ groups }: SaveWorld): Map<Guid, bigint> {
  const newest = new Map<Guid, bigint>();
  for (const { uid, lastOnlineTicks } of groups.flatMap((group) => group.guild?.members ?? [])) {
    const previous = newest.get(uid);
    if (previous === undefined || lastOnlineTicks > previous) newest.set(uid, lastOnlineTicks);
  }
  return newest;
}

/** 100 ns since the server first ran; within a second of the save's own clock is "at the save". */
const SECOND_TICKS = 10_000_000n;
const MS_TICKS = 10_000n;

function wasOnline({ realTicks }: SaveWorld, ticks: bigint): boolean {
  const agoTicks = realTicks - ticks;
  return agoTicks <= SECOND_TICKS && agoTicks >= -SECOND_TICKS;
}

/** An estimate: the tick clock stops while the server is down. */
function estimateMs({ realTicks, savedAtMs }: SaveWorld, ticks: bigint): number | null {
  if (savedAtMs === null) return null;
  const agoMs = Number((realTicks - ticks) / MS_TICKS);
  return savedAtMs - Math.max(0, agoMs);
}

/** Saves before 1.0 count effigies only, which are the relics of capture power. */
function relicsOf({ relics, relicPossessNum }: SavePlayerStatistics): Player['relics'] {
  const counts = new Map<RelicType, number>();
  for (const [name, count] of Object.entries(relics)) {
    const type = RELIC_TYPES.find((relic) => relic.toLowerCase() === name.toLowerCase());
    if (type !== undefined && amount(count) > 0) counts.set(type, amount(count));
  }
  const isOld = !Object.keys(relics).some((name) => name.toLowerCase() === 'capturepower');
  if (isOld && amount(relicPossessNum) > 0) counts.set('CapturePower', amount(relicPossessNum));
  return Object.fromEntries(counts);
}

function recordsOf(records: SavePlayerStatistics, spelling: Spelling): PlayerStatistics {
  const asStored = (counts: Record<string, number>) => spelledCounts(counts, (id) => id);
  const bySpecies = (counts: Record<string, number>) => spelledCounts(counts, spelling.species);
  const byItem = (counts: Record<string, number>) => spelledCounts(counts, spelling.item);
  return {
    towerBossDefeats: asStored(records.towerBossDefeatCount),
    normalBossDefeats: Object.fromEntries(Object.entries(records.normalBossDefeatFlag)),
    raidBossDefeats: byItem(records.raidBossDefeatCount), // keyed by the slab that summons the boss
    predatorDefeats: amount(records.predatorDefeatCount),
    tribeCaptures: amount(records.tribeCaptureCount),
    palCaptures: bySpecies(records.palCaptureCount),
    palCaptureBonuses: bySpecies(records.palCaptureBonusCount),
    palButchers: bySpecies(records.palButcherCount),
    itemsCrafted: byItem(records.craftItemCount),
    normalDungeonClears: amount(records.normalDungeonClearCount),
    fixedDungeonClears: amount(records.fixedDungeonClearCount),
    oilrigClears: amount(records.oilrigClearCount),
    palRankUps: asStored(records.palRankupCount),
    arenaSoloClears: asStored(records.arenaSoloClearCount),
    npcTalks: asStored(records.npcTalkCount),
    fishCaught: bySpecies(records.fishingCount),
    treasuresFound: amount(records.foundTreasureCount),
    campsConquered: amount(records.campConqueredCount),
    firstFishingComplete: records.firstFishingComplete,
  };
}
