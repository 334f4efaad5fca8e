import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RouteBody, banIP as route } from '@palatine/contract';
import fc from 'fast-check';
import { canJoin } from '../../state/can-join.ts';
import { assertRefused, emittedEvents, run } from '../../testing/run-command.ts';
import { aGameContext, aGuid, aPlayer } from '../../testing/world-builder.ts';
import { banIP, banPlayer, unbanIP } from './ban.ts';

type Game = ReturnType<typeof aGameContext>;

function ban(game: Game, ip: string, body?: RouteBody<typeof route>) {
  return run(game, 'banIP', banIP, { params: { ip }, body });
}
const unban = (game: Game, ip: string) => run(game, 'unbanIP', unbanIP, { params: { ip } });

test('the user a caller names is answered and recorded, and neither banned nor looked for', () => {
  const game = aGameContext({ players: [aPlayer({ userId: 'steam_1', ip: '198.51.100.1' })] });
  assert.equal(ban(game, '203.0.113.5', { UserId: 'steam_1' }).UserId, 'steam_1');
  assert.equal(
    game.world.ipBans.get('203.0.113.5')?.BannedBy.Reason,
    'Banned by an administrator, as the address of steam_1',
  );
  assert.equal(emittedEvents(game.world, 'punishment')[0]?.userId, 'steam_1');
  assert.deepEqual([game.world.userBans.size, game.world.sessions.size], [0, 1]);
  assert.equal('UserId' in ban(game, '203.0.113.5', { UserId: '' }), false);
});

test('a masked range of Banlist.json is lifted in any spelling, and an address within it is hinted at it', () => {
  const game = aGameContext();
  ban(game, '203.0.113.5');
  const entry = game.world.ipBans.get('203.0.113.5');
  assert.ok(entry);
  game.world.ipBans.restore('198.51.100.0/24', { ...entry, IP: '198.51.100.0/24' });
  assert.equal(canJoin(game.world)({ uid: aGuid(), userId: '', ip: '198.51.100.9' }), false);
  assert.throws(() => unban(game, '198.51.100.9'), { message: /the ban of 198\.51\.100\.0\/24 covers it/ });
  assert.equal(unban(game, ' 198.51.100.77/24 ').IP, '198.51.100.0/24');
  assert.equal(canJoin(game.world)({ uid: aGuid(), userId: '', ip: '198.51.100.9' }), true);
});

test('an unspecified address belongs to nobody and cannot be banned', () => {
  const zoe = aPlayer({ userId: 'steam_1', ip: '0.0.0.0' });
  const game = aGameContext({ players: [zoe] });
  for (const ip of ['0.0.0.0', '::', '0:0::0', '::ffff:0.0.0.0']) {
    assertRefused(game, 'VALIDATION_FAILED', () => ban(game, ip));
  }
  const params = { player_identifier: 'steam_1' };
  assertRefused(game, 'IP_UNAVAILABLE', () =>
    run(game, 'banPlayer', banPlayer, { params, body: { IP: true } }),
  );
});

const v4 = fc.ipV4().map((ip) => [ip, ` ${ip}\t`, `::ffff:${ip}`, `::FFFF:${ip}`]);
const v6 = fc
  .array(fc.constantFrom(0, 0, 1, 0xab, 0xffff), { minLength: 8, maxLength: 8 })
  .filter((words) => words.slice(0, 5).some((word) => word !== 0)) // not IPv4 in disguise
  .map((words) => {
    const long = words.map((word) => word.toString(16).padStart(4, '0')).join(':');
    const short = words.map((word) => word.toString(16)).join(':');
    return [long, short, long.toUpperCase(), `\n${short}`, short.replace(/(^|:)0(:0)+(:|$)/, '::')];
  });

test('every spelling of an address is the same address', () => {
  fc.assert(
    fc.property(
      fc.oneof(v4, v6).chain((spellings) => {
        const spelling = fc.constantFrom(...spellings);
        return fc.tuple(spelling, spelling, spelling, spelling);
      }),
      ([online, banned, again, lifted]) => {
        const game = aGameContext({ players: [aPlayer({ ip: online, userId: 'steam_1' })] });
        const first = ban(game, banned);
        assert.equal(first.Kicked, 1);
        assert.equal(canJoin(game.world)({ uid: aGuid(), userId: 'steam_2', ip: online }), false);
        assert.equal(ban(game, again).IP, first.IP);
        const ipBans = [...game.world.ipBans.values()].map((entry) => entry.IP);
        assert.deepEqual(ipBans, [first.IP]);
        assert.equal(unban(game, lifted).IP, first.IP);
        assert.equal(canJoin(game.world)({ uid: aGuid(), userId: 'steam_2', ip: online }), true);
      },
    ),
  );
});
