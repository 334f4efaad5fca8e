import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { INVENTORIES } from '@palatine/contract';
import {
  type Character,
  type Container,
  type ItemInstance,
  type MapObject,
  NO_RECORDS,
  type Player,
  type PlayerStatistics,
  type TableName,
  World,
  type WorldTables,
} from '@palatine/world';
import fc, { type Arbitrary } from 'fast-check';
import { migrate } from '../open-world-file.ts';
import { PackedRecords } from './packed-records.ts';

function aPacker(): PackedRecords {
  const database = new DatabaseSync(':memory:');
  migrate(database);
  return new PackedRecords('world.db', database);
}

function anEmptyWorld(): World {
  return new World({ name: 'W', origin: 'demo', createdAtMs: 0, seed: 1 });
}

/** The world that holds what the rows say. */
function loaded(records: PackedRecords, table: TableName, rows: readonly [string, string][]): World {
  const world = anEmptyWorld();
  records.loadInto(world, table, rows);
  return world;
}

const guid = fc
  .array(fc.integer({ min: 0, max: 0xffff_ffff }), { minLength: 4, maxLength: 4 })
  .map((words) => words.map((word) => word.toString(16).toUpperCase().padStart(8, '0')).join('-'));
/** Ids of the game and of mods, also such as a JavaScript object has of itself, and longer than a name may be. */
const name = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('Wood', 'Anubis', 'PalSphere', 'Thunderbolt', 'None', '') },
  fc.string({ maxLength: 8, unit: 'grapheme' }),
  fc.constantFrom('__proto__', 'constructor', '12', 'x'.repeat(200)),
);
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0), // JSON has no -0
);
const usually = <V>(usual: V, other: Arbitrary<V>): Arbitrary<V> => fc.oneof(fc.constant(usual), other);
const byName = <V>(value: Arbitrary<V>): Arbitrary<Readonly<Record<string, V>>> =>
  usually<Readonly<Record<string, V>>>(
    {},
    fc.array(fc.tuple(name, value), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
  );
const text = fc.string({ maxLength: 12, unit: 'grapheme' });
const location = fc.record({ x: number, y: number, z: number });
const box = fc.record({ containerId: guid, capacity: number });

const character: Arbitrary<Character> = fc
  .tuple(
    fc.record({
      id: guid,
      playerUid: usually<string | null>(null, guid),
      species: name,
      uniqueNpcId: usually('', name),
      nickname: usually('', text),
      skinId: usually('', name),
      gender: fc.constantFrom('Male', 'Female', 'None'),
      level: number,
      exp: number,
      shiny: fc.boolean(),
      partnerSkillLevel: usually(1, number),
      condensedPals: usually(0, number),
      souls: usually(
        { health: 0, attack: 0, defense: 0, craftSpeed: 0 },
        fc.record({ health: number, attack: number, defense: number, craftSpeed: number }),
      ),
      ivs: fc.record({ health: number, attackMelee: number, attackShot: number, defense: number }),
      hp: number,
      stomach: number,
      maxStomach: number,
      sanity: number,
      support: usually(0, number),
      craftSpeed: usually(70, number),
      physicalHealth: name,
      workerSick: usually('None', name),
      friendshipPoints: number,
      imported: fc.boolean(),
      awakened: fc.boolean(),
      activeSkills: fc.array(name, { maxLength: 4 }),
      learntSkills: fc.array(name, { maxLength: 4 }),
      passives: fc.array(name, { maxLength: 4 }),
      extraWorkSuitabilities: byName(number),
      disabledWork: fc.array(name, { maxLength: 3 }),
      unusedStatusPoints: usually(0, number),
      statusPoints: byName(number),
      ownerUid: usually<string | null>(null, guid),
      place: usually<Character['place']>(null, fc.record({ containerId: guid, slot: fc.nat(999) })),
    }),
    fc.record(
      {
        mp: number,
        sp: number,
        shield: number,
        summoned: fc.record({
          location,
          uncapturable: fc.boolean(),
          aiDisabled: fc.boolean(),
          damageMeter: fc.boolean(),
          healthMultiplier: number,
          disabledStatuses: fc.array(name),
        }),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([always, sometimes]) => ({ ...always, ...sometimes }));

const instance: Arbitrary<ItemInstance> = fc.oneof(
  fc.record({
    kind: fc.constant('weapon' as const),
    id: guid,
    durability: number,
    bullets: number,
    passives: fc.array(name, { maxLength: 2 }),
  }),
  fc.record({ kind: fc.constant('armor' as const), id: guid, durability: number }),
  fc.record({
    kind: fc.constant('egg' as const),
    id: guid,
    species: name,
    pal: usually<Character | null>(null, character),
  }),
);

const container: Arbitrary<Container> = fc.record({
  id: guid,
  capacity: fc.nat(2000),
  slots: fc.dictionary(
    fc.nat(2000).map(String),
    fc.oneof(
      fc.record({ itemId: name, count: number }),
      fc.record({ itemId: name, count: number, instance }),
    ),
    { noNullPrototype: true },
  ) as Arbitrary<Container['slots']>,
});

const mapObject: Arbitrary<MapObject> = fc.record({
  id: guid,
  objectId: name,
  campId: guid,
  location,
  yawDeg: number,
  hp: number,
  maxHp: number,
  class: fc.constantFrom('palbox', 'dropItem', 'building', 'defense', 'other'),
  containerId: usually<string | null>(null, guid),
  storage: fc.boolean(),
  booth: usually<MapObject['booth']>(null, box),
  builderUid: usually<string | null>(null, guid),
  ownerId: usually<string | null>(null, guid),
  natural: fc.boolean(),
  underConstruction: fc.boolean(),
});

/** Each statistic of the kind that it has without any. */
const statistics = fc.record(
  Object.fromEntries(
    Object.entries(NO_RECORDS).map(([name, none]) => {
      if (typeof none === 'number') return [name, number];
      if (typeof none === 'boolean') return [name, fc.boolean()];
      return [name, byName<number | boolean>(name === 'normalBossDefeats' ? fc.boolean() : number)];
    }),
  ),
) as unknown as Arbitrary<PlayerStatistics>;

const player: Arbitrary<Player> = fc.record({
  uid: guid,
  characterId: usually<string | null>(null, guid),
  inventory: fc.record(
    Object.fromEntries(INVENTORIES.map((name) => [name, usually<string | null>(null, guid)])),
  ) as unknown as Arbitrary<Player['inventory']>,
  team: box,
  palbox: box,
  technologies: fc.array(name),
  technologyPoints: number,
  ancientTechnologyPoints: number,
  relics: byName(number),
  records: statistics,
});

/** Records as JSON has them: their objects have the usual prototype. */
function asJson<T>(records: Arbitrary<T>): Arbitrary<T> {
  return records.map((record) => JSON.parse(JSON.stringify(record)) as T);
}

const ANY: { [Name in TableName]?: Arbitrary<WorldTables[Name]> } = {
  characters: asJson(character),
  containers: asJson(container),
  mapObjects: asJson(mapObject),
  players: asJson(player),
};

const keyOf = (record: object) =>
  'uid' in record ? String(record.uid) : String((record as { id: string }).id);

for (const [table, record] of Object.entries(ANY) as [TableName, Arbitrary<object>][]) {
  test(`any record of ${table} is read as it was packed`, () => {
    const records = aPacker();
    fc.assert(
      fc.property(record, (before) => {
        const key = keyOf(before);
        const world = loaded(records, table, [[key, records.rowOf(table, before)]]);
        assert.deepEqual(world[table].get(key), before);
      }),
      { numRuns: 300 },
    );
  });

  test(`a record of ${table} that an older version wrote as an object is read as it is`, () => {
    const records = aPacker();
    fc.assert(
      fc.property(record, (before) => {
        const key = keyOf(before);
        const world = loaded(records, table, [[key, JSON.stringify(before)]]);
        assert.deepEqual(world[table].get(key), before);
      }),
      { numRuns: 50 },
    );
  });
}

test('rows that wait to be read are found by every index like records', () => {
  fc.assert(
    fc.property(
      fc.array(character, { maxLength: 8 }),
      fc.array(player, { maxLength: 4 }),
      (pals, players) => {
        const records = aPacker();
        const world = anEmptyWorld();
        for (const pal of pals) world.characters.put(pal);
        for (const player of players) world.players.put(player);
        const again = anEmptyWorld();
        for (const table of ['characters', 'players'] as const) {
          const rows = [...world[table].entries()].map(([key, record]): [string, string] => [
            key,
            records.rowOf(table, record),
          ]);
          records.loadInto(again, table, rows);
        }
        const indexed = ({ charactersByBox, bodiesByPlayer, palsByNickname, ...indexes }: World) => ({
          groups: [
            charactersByBox,
            bodiesByPlayer,
            palsByNickname,
            indexes.summonedCharacters,
            indexes.playersByBox,
          ].map((index) => [...index.groups()].map((group) => [group, [...index.keys(group)]])),
          species: [...indexes.speciesCounts.entries()],
          inventories: players
            .flatMap(({ inventory }) => Object.values(inventory))
            .map((id) => indexes.playersByContainer.get(id ?? '')),
        });
        assert.deepEqual(indexed(again), indexed(world));
      },
    ),
    { numRuns: 100 },
  );
});

test('most rows of characters wait to be read until somebody asks', () => {
  const records = aPacker();
  const [pal] = fc.sample(character, 1);
  assert.ok(pal);
  const plain = { ...pal, playerUid: null, nickname: '', species: 'Anubis' };
  delete (plain as { summoned?: unknown }).summoned;
  const row = records.rowOf('characters', plain);
  const end = row.lastIndexOf(',');
  const damaged = `${row.slice(0, end)}`; // no JSON any more, which nobody notices before it is read
  const world = loaded(records, 'characters', [[plain.id, damaged]]);
  assert.deepEqual(
    [...world.charactersByBox.groups()],
    plain.place === null ? [] : [plain.place.containerId],
  );
  assert.throws(() => world.characters.get(plain.id), SyntaxError);
});

test('of the row of a player no more is read than the boxes, until somebody asks', () => {
  const records = aPacker();
  const [sample] = fc.sample(player, 1);
  assert.ok(sample);
  const usual = {
    ...sample,
    team: { containerId: 'T', capacity: 5 },
    palbox: { containerId: 'P', capacity: 960 },
  };
  const row = records.rowOf('players', usual);
  const world = loaded(records, 'players', [[usual.uid, row.slice(0, row.lastIndexOf(','))]]);
  assert.deepEqual([...world.playersByBox.groups()], ['T', 'P']);
  for (const id of Object.values(usual.inventory)) {
    if (id !== null) assert.equal(world.playersByContainer.get(id), usual.uid);
  }
  assert.throws(() => world.players.get(usual.uid), SyntaxError);
});

test('a name beyond the first 50,000 is written out, and read', () => {
  const records = aPacker();
  for (let count = 0; count < 50_000; count++) records.names.refOf(`name ${count}`);
  const chest = { id: 'C', capacity: 1, slots: { 0: { itemId: 'OneMore', count: 1 } } };
  const row = records.rowOf('containers', chest);
  assert.match(row, /"OneMore"/);
  assert.deepEqual(loaded(records, 'containers', [['C', row]]).containers.get('C'), chest);
});

test('a record whose name is not there is damage, and says so', () => {
  const records = aPacker();
  const world = loaded(records, 'containers', [['C', '[1,{"0":[7,1]}]']]);
  assert.throws(() => world.containers.get('C'), {
    name: 'ConfigError',
    message: /^world\.db is damaged: a record holds a name that is not there: palatine world restore/,
  });
});

test('the places of a row stay where they were written', () => {
  const records = aPacker();
  const names = ['Anubis', 'Male', 'Thunderbolt', 'Healthful', 'Wood', 'PalBoxV2', 'palbox', 'Torch'];
  for (const name of names) records.names.refOf(name);
  const rows: [TableName, string, object][] = [
    [
      'characters',
      '[1,"B",4,0,1,55,77,117,83,100,95,5993,40,11,12,54,[2],[2,2],[],3,"O",4,1,true,[1,2,3,4],"Nick","P",0,0,9,71,3,true,true,[2,5],[2],6,[2,7],{"mp":8}]',
      {
        playerUid: 'P',
        species: 'Anubis',
        uniqueNpcId: 'Anubis',
        nickname: 'Nick',
        skinId: 'Anubis',
        gender: 'Male',
        level: 55,
        exp: 77,
        shiny: true,
        partnerSkillLevel: 4,
        condensedPals: 1,
        souls: { health: 1, attack: 2, defense: 3, craftSpeed: 4 },
        ivs: { health: 40, attackMelee: 11, attackShot: 12, defense: 54 },
        hp: 117,
        mp: 8,
        stomach: 83,
        maxStomach: 100,
        sanity: 95,
        support: 9,
        craftSpeed: 71,
        physicalHealth: 'Healthful',
        workerSick: 'Healthful',
        friendshipPoints: 5993,
        imported: true,
        awakened: true,
        activeSkills: ['Thunderbolt'],
        learntSkills: ['Thunderbolt', 'Thunderbolt'],
        passives: [],
        extraWorkSuitabilities: { Thunderbolt: 5 },
        disabledWork: ['Thunderbolt'],
        unusedStatusPoints: 6,
        statusPoints: { Thunderbolt: 7 },
        ownerUid: 'O',
        place: { containerId: 'B', slot: 4 },
      },
    ],
    [
      'containers',
      '[42,{"0":[4,9],"7":[4,1,["w","W",50,3,[2]]],"8":[4,1,["a","A",60]],"9":[4,1,["e","E",0,null]]}]',
      {
        capacity: 42,
        slots: {
          0: { itemId: 'Wood', count: 9 },
          7: {
            itemId: 'Wood',
            count: 1,
            instance: { kind: 'weapon', id: 'W', durability: 50, bullets: 3, passives: ['Thunderbolt'] },
          },
          8: { itemId: 'Wood', count: 1, instance: { kind: 'armor', id: 'A', durability: 60 } },
          9: { itemId: 'Wood', count: 1, instance: { kind: 'egg', id: 'E', species: 'Anubis', pal: null } },
        },
      },
    ],
    [
      'mapObjects',
      '[5,"C",1,2.5,3,90,8,9,6,"U","B",true,true,"O",["X",4],true]',
      {
        objectId: 'PalBoxV2',
        campId: 'C',
        location: { x: 1, y: 2.5, z: 3 },
        yawDeg: 90,
        hp: 8,
        maxHp: 9,
        class: 'palbox',
        builderUid: 'U',
        containerId: 'B',
        storage: true,
        natural: true,
        ownerId: 'O',
        booth: { containerId: 'X', capacity: 4 },
        underConstruction: true,
      },
    ],
    [
      'players',
      '["C",["I","K","W","A","F",null],["T",5],["P",960],[7],3,2,[4,1],[[0,1],[0,true],null,1,2,[0,3],null,null,[4,5],4,5,6,null,null,null,null,7,8,true]]',
      {
        characterId: 'C',
        inventory: { Items: 'I', KeyItems: 'K', Weapons: 'W', Armor: 'A', Food: 'F', DropSlot: null },
        team: { containerId: 'T', capacity: 5 },
        palbox: { containerId: 'P', capacity: 960 },
        technologies: ['Torch'],
        technologyPoints: 3,
        ancientTechnologyPoints: 2,
        relics: { Wood: 1 },
        records: {
          ...NO_RECORDS,
          towerBossDefeats: { Anubis: 1 },
          normalBossDefeats: { Anubis: true },
          predatorDefeats: 1,
          tribeCaptures: 2,
          palCaptures: { Anubis: 3 },
          itemsCrafted: { Wood: 5 },
          normalDungeonClears: 4,
          fixedDungeonClears: 5,
          oilrigClears: 6,
          treasuresFound: 7,
          campsConquered: 8,
          firstFishingComplete: true,
        },
      },
    ],
  ];
  for (const [table, row, expected] of rows) {
    const record = loaded(records, table, [['K', row]])[table].get('K');
    assert.ok(record);
    const { id: _, uid: __, ...rest } = record as { id?: string; uid?: string };
    assert.deepEqual(rest, expected);
    assert.equal(records.rowOf(table, record), row);
  }
});
