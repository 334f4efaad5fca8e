import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { GameContext } from '../state/game-context.ts';
import type { World } from '../state/world.ts';
import { aCamp, aGameContext, aGuild, aPlayer, type PlayerInWorld } from '../testing/world-builder.ts';
import type { Parts } from './at-one-moment.ts';
import { runThrough } from './at-one-moment.ts';
import { guildListParts } from './guild-list.ts';
import { getGuilds } from './guilds.ts';
import type { ListInFragments } from './list-in-fragments.ts';
import { playerListParts } from './player-list.ts';
import { getPlayers } from './players.ts';

/** The JSON that a list in fragments stands for. */
function joined({ outline, fragments }: ListInFragments): string {
  for (const { json, byteLength } of fragments) assert.equal(byteLength, Buffer.byteLength(json), json);
  const text = JSON.stringify(outline);
  const at = text.search(/[\]}]+$/);
  return `${text.slice(0, at)}${fragments.map(({ json }) => json).join(',')}${text.slice(at)}`;
}

function assertSameJson(game: GameContext): void {
  assert.equal(joined(runThrough(playerListParts(game))), JSON.stringify(getPlayers(game)));
  assert.equal(joined(runThrough(guildListParts(game))), JSON.stringify(getGuilds(game)));
}

test('lists in fragments are the JSON of the replies, also of empty ones', () => {
  const odd = ['"', '\\', '\u2028', '佐藤', 'Zoë', '😀', '\ud83d', '__proto__', ''];
  const players = odd.map((name) => aPlayer({ name, online: name !== '' }));
  const guilds = odd.map((name, at) => aGuild(players.slice(at, at + 2), { name }));
  const camps = guilds.slice(3).flatMap((guild) => [aCamp(guild), aCamp(guild)]);
  assertSameJson(aGameContext({ players, guilds, camps }));
  assertSameJson(aGameContext());
});

const NAMES = ['Zoe', 'O"Neill', '佐藤 健', 'Zoë', '😀\ud83d', ''];
const COORDINATES = [0, -0, 0.1, -321654.0165656156, 1e21, 1e-7, Number.NaN, Number.POSITIVE_INFINITY];

const at = fc.nat(5);
const name = fc.constantFrom(...NAMES);
const coordinate = fc.constantFrom(...COORDINATES);

type Change = (world: World, of: { players: readonly PlayerInWorld[]; guilds: readonly string[] }) => void;

/** One of a few, by number. */
const one = <T>(list: readonly T[], number: number): T => list[number % list.length] as T;

const change: fc.Arbitrary<Change> = fc.oneof<fc.Arbitrary<Change>[]>(
  fc.tuple(at, name).map(
    ([player, called]): Change =>
      (world, { players }) => {
        const { account } = one(players, player);
        if (account !== null) world.accounts.put({ ...account, name: called });
      },
  ),
  at.map(
    (player): Change =>
      (world, { players }) =>
        world.accounts.remove(one(players, player).uid),
  ),
  at.map(
    (player): Change =>
      (world, { players }) =>
        world.sessions.remove(one(players, player).uid),
  ),
  fc.tuple(at, fc.constantFrom('', '192.0.2.1', '2001:db8::1')).map(
    ([player, ip]): Change =>
      (world, { players }) => {
        const { uid, userId } = one(players, player);
        const id = ip === '' ? '' : userId;
        world.sessions.put({ uid, userId: id, ip, connectedAtMs: 0, characterLoaded: true });
      },
  ),
  fc.tuple(at, coordinate, coordinate, coordinate).map(
    ([player, x, y, z]): Change =>
      (world, { players }) =>
        world.locations.put({ uid: one(players, player).uid, x, y, z }),
  ),
  at.map(
    (player): Change =>
      (world, { players }) =>
        world.locations.remove(one(players, player).uid),
  ),
  fc.tuple(at, name, fc.uniqueArray(at), at, fc.boolean()).map(
    ([guild, called, members, admin, named]): Change =>
      (world, { players, guilds }) =>
        world.guilds.put({
          ...aGuild([], { id: one(guilds, guild), name: called, adminUid: one(players, admin).uid }),
          members: members.map((member) => ({
            uid: one(players, member).uid,
            name: named ? 'In guild' : '',
            role: 2,
          })),
        }),
  ),
  at.map(
    (guild): Change =>
      (world, { guilds }) =>
        world.guilds.remove(one(guilds, guild)),
  ),
  fc.tuple(at, at, coordinate).map(
    ([camp, guild, x]): Change =>
      (world, { guilds }) =>
        world.camps.put(
          aCamp({ id: one(guilds, guild) }, { id: `camp ${camp}`, location: { x, y: 1, z: 2 } }),
        ),
  ),
  at.map(
    (camp): Change =>
      (world) =>
        world.camps.remove(`camp ${camp}`),
  ),
);

/** Changes one after another, what is taken back of them, and how often a list is asked for. */
const steps = fc.array(
  fc.record({ changes: fc.array(change, { maxLength: 6 }), rolledBack: fc.nat(6), asked: fc.boolean() }),
  { maxLength: 12 },
);

test('whatever changes, is rolled back, goes and comes back: the fragments are the JSON of the replies', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const players = NAMES.map((named) => aPlayer({ name: named }));
      const first = aGuild(players.slice(0, 3));
      const game = aGameContext({
        players,
        guilds: [first, aGuild(players.slice(3))],
        camps: [aCamp(first)],
      });
      const { world } = game;
      const of = { players, guilds: [...world.guilds.keys(), aGuild([]).id] };
      assertSameJson(game);
      for (const { changes, rolledBack, asked } of all) {
        const savepoints = changes.map((make) => {
          const savepoint = world.savepoint();
          make(world, of);
          return savepoint;
        });
        const back = savepoints.at(-rolledBack);
        if (rolledBack > 0 && back !== undefined) world.rollbackTo(back);
        if (asked) assertSameJson(game);
      }
      assertSameJson(game);
    }),
    { numRuns: 300 },
  );
});

/** Runs a list while the world changes between its parts. @returns how many parts there were before the last. */
function partsOf(
  parts: Parts<ListInFragments>,
  between: () => void,
): { list: ListInFragments; count: number } {
  for (let count = 0; ; count++) {
    const part = parts.next();
    if (part.done === true) return { list: part.value, count };
    between();
  }
}

test('a list is gathered in parts, shows the moment in which the last part ends, and no later one', () => {
  const players = Array.from({ length: 2500 }, (_, number) => aPlayer({ name: `player ${number}` }));
  const game = aGameContext({ players });
  const { world } = game;
  let changes = 0;
  const changeSome = () => {
    changes += 100;
    const account = [...world.accounts.values()][changes] ?? assert.fail();
    world.accounts.put({ ...account, name: 'another' });
    world.sessions.remove(account.uid);
    world.accounts.remove([...world.accounts.keys()][0] ?? '');
    world.locations.put({ uid: [...world.accounts.keys()][changes] ?? '', x: changes, y: 1, z: 1 });
  };
  const { list, count } = partsOf(playerListParts(game), changeSome);
  const expected = JSON.stringify(getPlayers(game));
  assert.equal(count, 2);
  assert.equal(JSON.parse(expected).Meta.OnlineCount, 2500 - 2 - changes / 100);
  for (const uid of [...world.accounts.keys()].slice(0, 2000)) {
    world.sessions.remove(uid);
    world.locations.remove(uid);
    world.accounts.remove(uid);
  }
  assert.equal(joined(list), expected);
  assertSameJson(game);
});

test('a list that has nothing new is of one part, and keeps what it has serialised', () => {
  const players = Array.from({ length: 1500 }, () => aPlayer());
  const game = aGameContext({ players });
  const { world } = game;
  const before = runThrough(playerListParts(game)).fragments;
  const [mover] = players;
  assert.ok(mover);
  world.locations.put({ uid: mover.uid, x: 1, y: 2, z: 3 });
  const { list, count } = partsOf(playerListParts(game), () => assert.fail());
  assert.equal(count, 0);
  const renewed = list.fragments.filter((fragment, index) => fragment !== before[index]);
  assert.deepEqual(
    renewed.map(({ json }) => JSON.parse(json).PlayerUID),
    [mover.uid],
  );
});
