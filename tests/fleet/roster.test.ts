import assert from 'node:assert/strict';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { prepareStreams, type Roster, STREAMS, SUBJECTS, unpackRoster } from '@palatine/fleet';
import { startRoster } from '@palatine/server/fleet/roster.ts';
import pino from 'pino';
import { fastClock } from '../harness/fast-clock.ts';
import { natsAccount, natsClient, startNats, natsTest as test } from '../harness/nats-server.ts';
import { startService } from '../harness/start-service.ts';
import { until } from '../harness/until.ts';

const WORLD = 'b'.repeat(32);
const log = pino({ level: 'silent' });

async function readRoster(nc: NatsConnection): Promise<{ sequence: number; roster: Roster } | undefined> {
  const jsm = await jetstreamManager(nc);
  const found = await jsm.streams.getMessage(STREAMS.roster.name, { last_by_subj: SUBJECTS.roster(WORLD) });
  return found === null ? undefined : { sequence: found.seq, roster: await unpackRoster(found.data) };
}

test('the fleet knows who is known in a world, and hears of changes only', async () => {
  const node = await natsAccount();
  await using nc = await natsClient(node);
  await using reader = await natsClient(node);
  await prepareStreams(nc, { replicas: 1 });
  await using service = await startService();
  const sender = startRoster({ nc, world: WORLD, game: service.game, log, clock: fastClock(20) });
  using stack = new DisposableStack();
  stack.defer(() => sender.stop());
  await until('the roster is there', async () => (await readRoster(reader)) !== undefined);
  const first = await readRoster(reader);
  const { Rows, Total } = await service.api.searchPlayers({ query: { Limit: 500 } });
  assert.equal(first?.roster.total, Total);
  assert.deepEqual(
    first?.roster.players
      .map(({ uid, name, online, level, guild }) => [uid, name, online, level, guild])
      .sort(),
    Rows.map(({ Uid, Name, Online, Level, GuildName }) => [Uid, Name, Online, Level, GuildName]).sort(),
  );
  const online = first?.roster.players.filter((player) => player.online) ?? [];
  assert.ok(online.length > 0);
  assert.deepEqual(first?.roster.players.slice(0, online.length), online, 'those who are online come first');

  const kicked = online[0] as (typeof online)[0];
  await service.api.kickPlayer({ params: { player_identifier: kicked.userId } });
  await until('the change is there', async () => (await readRoster(reader))?.sequence !== first?.sequence);
  const second = await readRoster(reader);
  const now = second?.roster.players.find(({ uid }) => uid === kicked.uid);
  assert.deepEqual([now?.online, second?.sequence], [false, (first?.sequence ?? 0) + 1]);

  const jsm = await jetstreamManager(reader);
  await jsm.streams.purge(STREAMS.roster.name);
  await nc.reconnect();
  await until('a roster that was lost is there again', async () => (await readRoster(reader)) !== undefined);
});

test('a roster that does not fit into a message leaves out those who were seen longest ago', async () => {
  await using node = await startNats({ config: 'max_payload: 4KB' });
  await using nc = await natsClient(node);
  await prepareStreams(nc, { replicas: 1 });
  const players = Array.from({ length: 1200 }, (_, number) => ({
    uid: `${number}`.padStart(8, '0'),
    userId: `steam_${number * 7919}`,
    name: `P${number * 104729}`,
    formerNames: [],
    platform: 'Steam',
    online: false,
    lastSeen: new Date(number * 1000).toISOString(),
  }));
  const game: Parameters<typeof startRoster>[0]['game'] = {
    knownPlayers: ({ from }) => ({ version: 'one', players: players.slice(from, from + 500), total: 1200 }),
  };
  const sender = startRoster({ nc, world: WORLD, game, log, clock: fastClock(20) });
  using stack = new DisposableStack();
  stack.defer(() => sender.stop());
  await until('the roster is there', async () => (await readRoster(nc)) !== undefined);
  const roster = (await readRoster(nc))?.roster;
  assert.equal(roster?.total, 1200);
  assert.ok(roster.players.length > 10 && roster.players.length < 1200);
  assert.equal(roster.players[0]?.name, players.at(-1)?.name);
});
