import fc from 'fast-check';
import { ZERO_GUID } from '../format/guid.ts';
import { STATISTICS } from '../format/save-player.ts';
import type { SaveCharacter, SavePlayer, SavePlayerStatistics, SaveWorld } from '../format/save-types.ts';
import { aGuid, aPlayer } from './save-builder.ts';

const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record(model, { noNullPrototype: true });

const text = fc
  .oneof(
    fc.string({ maxLength: 12 }),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom('__proto__', 'constructor', '最大HP', 'x'.repeat(200)),
  )
  .filter((value) => !value.includes('\0'));
const id = fc.constantFrom('Wood', 'SheepBall', 'BOSS_Anubis', '__proto__', 'toString', 'パル');
const guid = fc.oneof(fc.constant(ZERO_GUID), fc.integer({ min: 1, max: 0xffff_ffff }).map(aGuid));
const byte = fc.integer({ min: 0, max: 255 });
const i32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const count = fc.nat({ max: 2 ** 31 - 1 });
const f32 = fc.float({ noNaN: true }).filter((value) => !Object.is(value, -0));
const f64 = fc.double({ noNaN: true });
const ticks = fc.bigInt({ min: 0n, max: 2n ** 62n });
const points = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((thousandths) => thousandths / 1000);
const location = record({ x: f64, y: f64, z: f64 });
const few = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { maxLength: 3 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
// Without a prototype, like the tables of the reader.
const table = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.array(fc.tuple(id, arbitrary), { maxLength: 3 }).map((entries) => {
    const values: Record<string, T> = Object.create(null);
    for (const [key, value] of entries) values[key] = value;
    return values;
  });
const positive = (value: number) => (Object.is(value, -0) ? 0 : value);

const anyCharacter: fc.Arbitrary<SaveCharacter> = record({
  instanceId: guid,
  playerUid: guid,
  isPlayer: fc.boolean(),
  groupId: guid,
  characterId: id,
  uniqueNpcId: id,
  nickname: text,
  gender: fc.constantFrom('None', 'Male', 'Female'),
  level: byte,
  exp: count,
  rank: byte,
  rankUpExp: count,
  souls: record({ health: byte, attack: byte, defense: byte, craftSpeed: byte }),
  ivs: record({ health: byte, attackMelee: byte, attackShot: byte, defense: byte }),
  isRare: fc.boolean(),
  isAwakened: fc.boolean(),
  isImported: fc.boolean(),
  passives: few(id),
  equippedSkills: few(id),
  masteredSkills: few(id),
  hp: points.map(positive),
  shield: maybe(points.map(positive)),
  mp: maybe(points.map(positive)),
  maxHp: maybe(points.map(positive)),
  maxSp: maybe(points.map(positive)),
  stomach: f32,
  maxStomach: maybe(f32),
  sanity: f32,
  craftSpeed: maybe(i32),
  support: maybe(i32),
  physicalHealth: fc.constantFrom('Healthful', 'MinorInjury'),
  workerSick: fc.constantFrom('None', 'Cold'),
  friendshipPoints: i32,
  ownerPlayerUid: guid,
  slot: maybe(record({ containerId: guid, index: i32 })),
  statusPoints: few(record({ name: text, points: i32 })),
  extraStatusPoints: few(record({ name: text, points: i32 })),
  unusedStatusPoints: fc.nat({ max: 65_535 }),
  extraWorkSuitabilities: few(record({ suitability: id, rank: i32 })),
  disabledWork: few(id),
  allowBaseCampBattle: fc.boolean(),
  skinId: id,
});

const anyGuild = record({
  name: text,
  baseCampLevel: i32,
  campIds: few(guid),
  adminUid: guid,
  members: few(record({ uid: guid, name: text, lastOnlineTicks: ticks, role: byte })),
});

const anyGroup = record({
  id: guid,
  type: fc.constantFrom('Guild', 'Organization', 'Neutral'),
  handles: few(record({ playerUid: guid, instanceId: guid })),
  guild: anyGuild,
}).map((group) => ({ ...group, guild: group.type === 'Guild' ? group.guild : null }));

const anyCamp = record({
  id: guid,
  name: text,
  state: fc.constantFrom('Normal' as const, 'NotAvailable' as const),
  location,
  areaRangeCm: f32,
  guildId: guid,
  palboxObjectId: guid,
  workerContainerId: guid,
});

const anySlots = fc.uniqueArray(
  record({
    index: fc.nat({ max: 9 }),
    count: count.map((value) => value + 0).filter((value) => value > 0),
    itemId: id,
    dynamicId: guid,
  }),
  { maxLength: 4, selector: (slot) => slot.index },
);

const anyItemContainer = record({ id: guid, capacity: fc.constant(10), slots: anySlots }).map(
  ({ slots, ...container }) => ({
    ...container,
    slots: slots.sort((a, b) => a.index - b.index),
    storedSlots: slots.length,
  }),
);

const anyCharacterContainer = record({ id: guid, occupants: fc.array(guid, { maxLength: 4 }) }).map(
  ({ id, occupants }) => ({
    id,
    capacity: occupants.length,
    slots: occupants.map((instanceId, index) => ({ index, instanceId })),
  }),
);

const anyDynamicItem = fc.oneof(
  record({
    id: guid,
    itemId: fc.constantFrom('PalEgg_Fire_01', 'palegg_dark'),
    body: record({
      kind: fc.constant('egg' as const),
      characterId: id,
      character: maybe(
        anyCharacter.map((character) => ({ ...character, instanceId: ZERO_GUID, playerUid: ZERO_GUID })),
      ),
    }),
  }),
  record({ id: guid, itemId: id, body: record({ kind: fc.constant('armor' as const), durability: f32 }) }),
  record({
    id: guid,
    itemId: id,
    body: record({
      kind: fc.constant('weapon' as const),
      durability: f32,
      bullets: i32,
      passives: few(id),
      ammoItemId: id,
    }),
  }),
);

const anyMapObject = record({
  instanceId: guid,
  mapObjectId: fc.constantFrom('Expedition', 'expedition', 'PalBoxV2', 'パル'),
  campId: guid,
  guildId: guid,
  location,
  yawDeg: fc.integer({ min: -17_999, max: 18_000 }).map((hundredths) => hundredths / 100),
  hp: i32,
  maxHp: i32,
  spawnerId: guid,
  ownerInstanceId: guid,
  builderUid: guid,
  isUnderConstruction: fc.boolean(),
  itemContainer: maybe(record({ id: guid, usage: byte })),
  characterContainerId: maybe(guid),
  expedition: maybe(
    record({ missionId: fc.constantFrom('DUNGEON_SNOW', 'x'), state: byte, assigned: fc.nat({ max: 3 }) }),
  ),
}).map((object) => ({
  ...object,
  expedition: object.mapObjectId.toLowerCase() === 'expedition' ? object.expedition : null,
}));

const anyGuildExtra = record({
  guildId: guid,
  chestContainerId: guid,
  researches: few(record({ id, workAmount: f32 })),
  currentResearchId: id,
  finishedExpeditions: i32,
});

const anyMs = fc.integer({ min: 0, max: Date.UTC(2100, 0) });

const flags = table(fc.boolean());
const anyStatistic = { counts: table(i32), flags, number: i32, total: i32, flag: fc.boolean() };
const discoveries = record({
  fastTravelPoints: flags,
  effigies: flags,
  relicsByType: table(flags),
  areas: flags,
  notes: flags,
  paldeck: flags,
});
const statistics = Object.entries(STATISTICS).map(([name, [, holds]]) => [name, anyStatistic[holds]]);
const anyRecords = record({
  ...Object.fromEntries(statistics),
  discoveries,
}) as fc.Arbitrary<SavePlayerStatistics>;

/** One player per number, each with a distinct uid and character. */
const anyPlayers: fc.Arbitrary<SavePlayer[]> = fc
  .array(
    record({
      location,
      platform: fc.constantFrom('', 'Steam'),
      lastOnlineAtMs: maybe(anyMs),
      inventory: record({
        common: guid,
        essential: guid,
        weapons: guid,
        armor: guid,
        food: guid,
        dropSlot: guid,
      }),
      teamContainerId: guid,
      palboxContainerId: guid,
      technologyPoints: i32,
      ancientTechnologyPoints: i32,
      unlockedTechnologies: few(id),
      records: anyRecords,
    }),
    { maxLength: 2 },
  )
  .map((players) => players.map((player, index) => aPlayer(aGuid(index + 1), aGuid(index + 100), player)));

/** Any world that every era can hold, except for the fields that `writeSaveFolder` leaves out of older eras. */
export const anyWorld: fc.Arbitrary<SaveWorld> = record({
  container: fc.constant('PlZ1'),
  era: fc.constant('A'),
  worldName: text,
  hostPlayerName: text,
  inGameDay: i32,
  revision: i32,
  savedAtMs: maybe(anyMs),
  realTicks: ticks,
  gameTicks: ticks,
  characters: few(anyCharacter),
  groups: few(anyGroup),
  camps: few(anyCamp),
  itemContainers: few(anyItemContainer),
  characterContainers: few(anyCharacterContainer),
  dynamicItems: few(anyDynamicItem),
  mapObjects: few(anyMapObject),
  exploredCells: few(record({ x: i32, y: i32, z: i32 })),
  guildExtras: few(anyGuildExtra),
  players: anyPlayers,
  warnings: fc.constant([]),
});
