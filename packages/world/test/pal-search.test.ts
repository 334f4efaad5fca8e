import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAL_COLUMNS, type PalSearch } from '@palatine/contract';
import { runs } from '@palatine/platform/testing';
import fc from 'fast-check';
import { loadCatalogue } from '../src/catalogue/catalogue.ts';
import { makeDemoWorld } from '../src/demo/make-demo-world.ts';
import type { GameContext } from '../src/state/game-context.ts';
import type { Character } from '../src/state/model.ts';
import {
  aCamp,
  aGameContext,
  aGuid,
  aGuild,
  aMapObject,
  aPal,
  aPlayer,
  pagesOf,
  query,
} from '../src/testing/world-builder.ts';

type Query = NonNullable<NonNullable<Parameters<typeof query<'searchPals'>>[3]>['query']>;

function search(game: GameContext, filters: Query = {}): PalSearch {
  return query(game, 'searchPals', {}, { query: filters });
}

function nicknames(game: GameContext, filters: Query): string[] {
  return search(game, filters).Rows.map(({ Nickname }) => Nickname);
}

function aGame() {
  const zoe = aPlayer({ name: 'Zoe', userId: 'steam_76561198000000001' });
  const lily = aPlayer({ name: 'Lily', online: false });
  const guild = aGuild([zoe]);
  const camp = aCamp(guild);
  const booth = aMapObject(camp, { booth: { containerId: aGuid(), capacity: 1 } });
  const { team } = zoe.player ?? assert.fail('Zoe has a player file');
  const { palbox } = lily.player ?? assert.fail('so has Lily');
  const at = (containerId: string) => ({ hp: 1, place: { containerId, slot: 0 } });
  const pals = [
    aPal({ ...at(team.containerId), nickname: 'team', species: 'Anubis', level: 50, shiny: true }),
    aPal({
      ...at(palbox.containerId),
      nickname: 'box',
      species: 'BOSS_PinkCat',
      level: 20,
      passives: ['Legend', 'Rare'],
      ivs: { health: 90, attackMelee: 0, attackShot: 80, defense: 70 },
    }),
    aPal({ ...at(camp.workers.containerId), nickname: 'worker', level: 10, workerSick: 'Cold' }),
    aPal({ ...at(booth.booth?.containerId ?? ''), nickname: 'booth', level: 5, passives: ['Legend'] }),
    aPal({
      nickname: 'nowhere',
      level: 999,
      hp: 1,
      ownerUid: lily.uid,
      partnerSkillLevel: 5,
      passives: ['A', 'B', 'C', 'D', 'Legend'],
    }),
  ];
  const game = aGameContext({
    players: [zoe, lily],
    guilds: [guild],
    camps: [camp],
    mapObjects: [booth],
    pals,
  });
  return { game, zoe, lily, guild, camp, pals };
}

test('each filter keeps those it names', () => {
  const { game, zoe, lily, guild, camp } = aGame();
  const cases: [Query, string[]][] = [
    [{}, ['booth', 'worker', 'box', 'team', 'nowhere']],
    [{ Text: 'BO' }, ['booth', 'box']],
    [{ Text: 'anub' }, ['team']],
    [{ Species: 'anubis, boss_pinkcat' }, ['box', 'team']],
    [{ Element: 'earth' }, ['team']],
    [{ LevelFrom: 10, LevelTo: 20 }, ['worker', 'box']],
    [{ IVFrom: 70 }, ['box']],
    [{ IVFrom: 71 }, []],
    [{ Passives: 'legend' }, ['booth', 'box', 'nowhere']],
    [{ Passives: 'Legend,Rare' }, ['box']],
    [{ AnyPassives: 'Rare,D' }, ['box', 'nowhere']],
    [{ Passives: 'NoSuchPassive' }, []],
    [{ Shiny: true }, ['team']],
    [{ Alpha: true }, ['box']],
    [{ Rank: 5 }, ['nowhere']],
    [{ Condition: 'Sick' }, ['worker']],
    [{ PhysicalHealth: 'Dying' }, []],
    [{ Owner: zoe.uid.toLowerCase() }, ['team']],
    [{ Owner: zoe.userId }, ['team']],
    [{ Owner: lily.uid }, ['box', 'nowhere']],
    [{ Owner: 'no player' }, []],
    [{ Guild: guild.id }, ['booth', 'worker', 'team']],
    [{ Guild: 'nothing' }, []],
    [{ Place: 'Booth' }, ['booth']],
    [{ Place: 'Elsewhere' }, ['nowhere']],
    [{ Camp: camp.id }, ['worker']],
    [{ Impossible: true }, ['nowhere']],
    [{ Impossible: false, Passives: 'Legend' }, ['booth', 'box']],
  ];
  for (const [filters, names] of cases)
    assert.deepEqual(nicknames(game, filters), names, JSON.stringify(filters));
});

test('duplicates agree in species, level, IVs and passives, and come group by group', () => {
  const ivs = { health: 99, attackMelee: 1, attackShot: 92, defense: 88 };
  const original: Partial<Character> = { species: 'Boltmane', level: 77, ivs, passives: ['Legend', 'Swift'] };
  const other = { ...original, ivs: { ...ivs, health: 98 } };
  const game = aGameContext({
    pals: [
      aPal({ ...original, nickname: 'a' }),
      aPal({ ...other, nickname: 'b' }),
      aPal({ ...original, nickname: 'a', gender: 'Male', hp: 3, passives: ['Swift', 'Legend'] }),
      aPal({ ...other, nickname: 'b' }),
      aPal({ ...original, nickname: 'a' }),
      ...[
        { level: 76 },
        { species: 'Anubis' },
        { passives: ['Legend'] },
        { ivs: { ...ivs, defense: 1 } },
      ].map((change) => aPal({ ...original, ...change, nickname: 'single' })),
    ],
  });
  const groups = nicknames(game, { Duplicates: true }).join('');
  assert.ok(groups === 'aaabb' || groups === 'bbaaa', groups);
  const pages = pagesOf((input) => search(game, { Duplicates: true, Limit: 2, ...input }));
  assert.equal(pages.flatMap(({ Rows }) => Rows.map(({ Nickname }) => Nickname)).join(''), groups);
  assert.deepEqual(nicknames(game, { Duplicates: false }), Array(4).fill('single'));
});

test('the facets count what the filters let through, on the first page only', () => {
  const { game } = aGame();
  const { Total, Matching, Facets, Next = '' } = search(game, { AnyPassives: 'Legend', Limit: 1 });
  assert.deepEqual([Total, Matching], [5, 3]);
  const counts = Object.entries(Facets ?? {}).map(([name, facet]) => {
    return `${name}: ${facet.map(({ Id, Count }) => `${Count} ${Id}`).join(', ')}`;
  });
  assert.deepEqual(counts, [
    'Species: 2 SheepBall, 1 BOSS_PinkCat',
    'Element: 3 Normal',
    'Place: 1 Booth, 1 Elsewhere, 1 Palbox',
    'Condition: 3 Fine',
    'Passives: 3 Legend, 1 A, 1 B, 1 C, 1 D, 1 Rare',
  ]);
  assert.equal(search(game, { AnyPassives: 'Legend', Limit: 1, Cursor: Next }).Facets, undefined);
});

test('owner, guild and place follow the boxes when these change hands', () => {
  const { game, zoe, lily, camp } = aGame();
  const { world } = game;
  assert.deepEqual(nicknames(game, { Owner: zoe.uid }), ['team']);
  const { team } = zoe.player ?? assert.fail();
  world.players.put({ ...(lily.player as never as typeof zoe.player & object), team });
  world.players.put({
    ...(zoe.player as NonNullable<typeof zoe.player>),
    team: { containerId: aGuid(), capacity: 5 },
  });
  world.camps.remove(camp.id);
  assert.deepEqual(nicknames(game, { Owner: zoe.uid }), []);
  assert.deepEqual(nicknames(game, { Owner: lily.uid }), ['box', 'team', 'nowhere']);
  assert.deepEqual(nicknames(game, { Place: 'Elsewhere' }), ['worker', 'nowhere']);
});

test('one Pal has all fields, with why the game could not produce it', () => {
  const { game, pals, lily } = aGame();
  const nowhere = pals.at(-1) ?? assert.fail();
  const { Row, Pal, CaughtBy, Impossible } = query(game, 'getPalDetails', { id: nowhere.id.toLowerCase() });
  assert.deepEqual([Row.Id, Pal.Level, CaughtBy], [nowhere.id, 999, { Uid: lily.uid, Name: 'Lily' }]);
  assert.ok(Impossible.some(({ Path }) => Path === '/Level'));
  for (const id of ['x', aGuid(), lily.character?.id ?? '']) {
    assert.throws(() => query(game, 'getPalDetails', { id }), { code: 'PAL_NOT_FOUND' });
  }
});

const catalogue = loadCatalogue();
const sizes = { players: 12, online: 9, palsPerPlayer: 20, guilds: 3, camps: 4 };

function aDemoGame(seed: number): GameContext {
  return aGameContext(makeDemoWorld({ catalogue, seed, nowMs: 0, sizes }).world);
}

const isPal = ({ playerUid }: Character) => playerUid === null;

test('a walk over the pages of any column gives every Pal once', () => {
  const game = aDemoGame(3);
  const all = [...game.world.characters.values()].filter(isPal).length;
  for (const Sort of PAL_COLUMNS) {
    for (const Order of ['Ascending', 'Descending'] as const) {
      const pages = pagesOf((input) => search(game, { Sort, Order, Limit: 37, ...input }));
      const seen = pages.flatMap(({ Rows }) => Rows.map(({ Id }) => Id));
      assert.equal(new Set(seen).size, all, Sort);
      assert.equal(seen.length, all, Sort);
    }
  }
});

test('after any changes and rollbacks a search finds what one in a fresh world of the same records finds', () => {
  const change = fc.record({
    at: fc.nat(),
    kind: fc.constantFrom('level', 'nickname', 'remove', 'copy', 'passives', 'place', 'rollback' as const),
    value: fc.integer({ min: 1, max: 90 }),
  });
  const game = aDemoGame(5);
  const { world } = game;
  search(game);
  fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
      const savepoint = world.savepoint();
      for (const { at, kind, value } of changes) {
        const pals = [...world.characters.values()].filter(isPal);
        const pal = pals[at % pals.length];
        if (pal === undefined) continue;
        if (kind === 'level') world.characters.put({ ...pal, level: value });
        if (kind === 'nickname') world.characters.put({ ...pal, nickname: `Pal ${value}` });
        if (kind === 'remove') world.characters.remove(pal.id);
        if (kind === 'copy') world.characters.put({ ...pal, id: aGuid(), place: null });
        if (kind === 'passives') world.characters.put({ ...pal, passives: Array(value % 7).fill('Legend') });
        if (kind === 'place')
          world.characters.put({ ...pal, place: pals[value % pals.length]?.place ?? null });
        if (kind === 'rollback') world.rollbackTo(savepoint);
      }
      const fresh = { ...aGameContext(), world: copyOf(game) };
      for (const filters of [
        { Limit: 500 },
        { Text: 'pal', LevelFrom: 20 },
        { Passives: 'Legend', Sort: 'Place' as const },
      ]) {
        assert.deepEqual(search(game, filters), search(fresh, filters));
      }
    }),
    runs(5),
  );
});

function copyOf({ world }: GameContext): GameContext['world'] {
  const copy = aGameContext().world;
  for (const name of ['accounts', 'players', 'characters', 'guilds', 'camps', 'mapObjects'] as const) {
    for (const record of world[name].values()) (copy[name] as { put(record: object): void }).put(record);
  }
  return copy;
}
