import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { RosterPlayer, WorldKey } from '@palatine/fleet/messages';
import { runs } from '@palatine/platform/testing';
import { aRosterPlayer, aWorldKey } from '@palatine/testing/fleet-messages';
import { anEmptyProjection } from '@palatine/testing/projection-builder';
import fc from 'fast-check';
import { foldName, type PlayerQuery, type PlayerRow } from './players.ts';

const WORLDS = 200;
const PLAYERS = 60;
const SYLLABLES = "ka Zo ri mü TEN ло 龍 x_ d' el ō 99 - Bo na ш".split(' ');

/** Names repeat over the worlds, as those of people who play in several. */
function nameOf(number: number): string {
  return [0, 4, 8, 12].map((shift) => SYLLABLES[(number >> shift) & 15]).join('');
}

const fleet = new Map<WorldKey, RosterPlayer[]>();
const large = anEmptyProjection();
after(() => large[Symbol.dispose]());
for (let world = 0; world < WORLDS; world++) {
  const players = Array.from({ length: PLAYERS }, (_, index) => {
    const number = (world * 7919 + index * 104729) % 9_000;
    return aRosterPlayer(number, {
      name: nameOf(number),
      userId: `steam_${100000 + number}`, // short, since the index takes its time with each character
      formerNames: number % 10 === 0 ? [`was ${nameOf(number + 1)}`] : [],
      online: (world + index) % 10 === 0,
    });
  });
  const key = aWorldKey(world + 1);
  fleet.set(key, players);
  large.applyPlayers(key, players);
}
const everybody = [...fleet].flatMap(([world, players]) => players.map((player) => ({ world, player })));
const folded = new Map(
  everybody.map(({ player }) => [player, [player.name, ...player.formerNames, player.userId].map(foldName)]),
);

const ALL: Omit<PlayerQuery, 'limit'> = { worlds: 'all', byUserId: true };
const idOf = ({ world, uid }: { world: string; uid: string }) => `${world} ${uid}`;

/** All rows of a query, over its pages. */
function allRows(query: Omit<PlayerQuery, 'limit'>, limit = 500, tables = large.tables): PlayerRow[] {
  const rows: PlayerRow[] = [];
  for (let cursor: PlayerQuery['cursor']; ; ) {
    const page = tables.searchPlayers({ ...query, limit, cursor });
    assert.ok(page.rows.length <= limit);
    rows.push(...page.rows);
    if (page.next === undefined) return rows;
    cursor = page.next;
  }
}

function expected(matches: (player: RosterPlayer, world: WorldKey) => boolean): string[] {
  const expectedPlayers = everybody.filter(({ world, player }) => matches(player, world));
  return expectedPlayers.map(({ world, player }) => idOf({ world, uid: player.uid })).sort();
}

const idsOf = (rows: readonly PlayerRow[]) => rows.map(idOf).sort();
const contains = (text: string) => {
  const part = foldName(text);
  return (player: RosterPlayer) => folded.get(player)?.some((name) => name.includes(part)) === true;
};
const begins = (text: string) => {
  const part = foldName(text);
  return (player: RosterPlayer) => folded.get(player)?.[0]?.startsWith(part) === true;
};

/** Expected result of a search text; everybody without one. */
function matching(find: string | undefined): (player: RosterPlayer) => boolean {
  if (find === undefined) return () => true;
  return find.length < 3 ? begins(find) : contains(find);
}

test('a part of a name, a former name or a UserId finds every player of every world, once', () => {
  for (const text of ['kazo', 'was', 'ÜTEN', '龍ри', "d'el", '龍x_', 'steam_1012', 'eam_10123', 'ЛОш']) {
    assert.deepEqual(idsOf(allRows({ ...ALL, find: text })), expected(contains(text)), text);
    assert.deepEqual(idsOf(allRows({ ...ALL, find: text }, 97)), expected(contains(text)), text);
  }
});

test('fewer than three characters find the names that begin with them', () => {
  for (const text of ['k', '龍', 'ZO', "d'"]) {
    assert.deepEqual(idsOf(allRows({ ...ALL, find: text })), expected(begins(text)), text);
  }
});

test('those whom the text names exactly come first', () => {
  const name = everybody[5]?.player.name ?? '';
  const rows = allRows({ ...ALL, find: name.toUpperCase() });
  const exact = rows.map((row) => foldName(row.name) === foldName(name));
  assert.ok(exact.includes(true));
  assert.equal(exact.lastIndexOf(true), exact.filter(Boolean).length - 1);
  assert.deepEqual(idsOf(rows), expected(contains(name)));
});

test('a PlayerUID and a UserId find their player in every world', () => {
  const { uid, userId } = (everybody[77] as (typeof everybody)[0]).player;
  const same = expected((player) => player.uid === uid);
  assert.ok(same.length > 1);
  assert.deepEqual(idsOf(allRows({ ...ALL, find: uid.toLowerCase() })), same);
  assert.deepEqual(idsOf(allRows({ ...ALL, find: userId })), same);
});

test('who may not read UserIds finds no player by them', () => {
  const { userId } = (everybody[77] as (typeof everybody)[0]).player;
  for (const text of [userId, userId.slice(3), '1001']) {
    assert.deepEqual(allRows({ ...ALL, byUserId: false, find: text }), []);
    assert.deepEqual(allRows({ ...ALL, byUserId: false, find: text, world: aWorldKey(1) }), []);
  }
});

test('filters by world and by who is online combine with the text', () => {
  const world = aWorldKey(12);
  for (const online of [undefined, true, false]) {
    for (const find of [undefined, 'zo', 'was', 'TEN']) {
      const matchesText = matching(find);
      const matches = (player: RosterPlayer) =>
        matchesText(player) && (online === undefined || player.online === online);
      assert.deepEqual(
        idsOf(allRows({ ...ALL, find, online, world }, 9)),
        expected((player, key) => key === world && matches(player)),
      );
      if (find === undefined && online !== true) continue;
      assert.deepEqual(idsOf(allRows({ ...ALL, find, online })), expected(matches));
    }
  }
});

test('a token that may see some worlds finds no player of others', () => {
  for (const count of [0, 1, 3, 60]) {
    const worlds = new Set(Array.from({ length: count }, (_, index) => aWorldKey(1 + index * 13)));
    for (const find of ['was', 'k', undefined]) {
      const matches = matching(find);
      assert.deepEqual(
        idsOf(allRows({ ...ALL, worlds, find })),
        expected((player, key) => worlds.has(key) && matches(player)),
      );
    }
    assert.deepEqual(allRows({ ...ALL, worlds, world: aWorldKey(2) }), []);
  }
});

test('a name with any characters is found by each part of it, and by nothing that is no part', () => {
  using projection = anEmptyProjection();
  const world = aWorldKey(1);
  const character = fc.oneof(
    fc.constantFrom('"', "'", '*', '(', ')', ':', '^', '-', '+', '{', '}', '\\', '%', '_', '\n', '\0', ' '),
    fc.constantFrom('a', 'A', 'İ', 'ß', 'Σ', 'ς', 'é', '\u0301', '龍', '🐑', '\uD800'),
    fc.constantFrom('NEAR', 'AND', ' OR ', 'NOT'),
    fc.string({ unit: 'binary', maxLength: 1 }),
  );
  const text = fc.array(character, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, fc.nat(), fc.nat(), (name, former, from, length) => {
      const player = aRosterPlayer(1, { name, formerNames: [`x${former}y`] });
      projection.applyPlayers(world, [player, aRosterPlayer(2, { name: 'nobody' })]);
      const characters = [...name];
      const start = from % characters.length;
      const part = characters.slice(start, start + 1 + (length % (characters.length - start))).join('');
      const isFound = (find: string, more: Partial<PlayerQuery> = {}) => {
        const rows = allRows({ ...ALL, byUserId: false, find, ...more }, 10, projection.tables);
        return rows.some(({ uid }) => uid === player.uid);
      };
      if ([...part].length >= 3 || start === 0) {
        assert.ok(isFound(part), `${JSON.stringify(part)} in ${JSON.stringify(name)}`);
        assert.ok(isFound(part, { world }), `${JSON.stringify(part)} in one world`);
      }
      if ([...former].length >= 3) assert.ok(isFound(former), `${JSON.stringify(former)}, a former name`);
      assert.ok(!isFound(`${name}${former}zz`));
    }),
    runs(50),
  );
});
