import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { SessionsPage } from '@palatine/contract';
import { testFolder } from '@palatine/platform/testing';
import { pluck } from '@palatine/testing/pluck';
import { startService, type TestService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { until } from '@palatine/testing/until';
import { aDemo } from '@palatine/testing/worlds';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** Lets time pass in steps of ten seconds; each sample of the places comes back before the next is due. */
async function pass(clock: TestClock, { game }: TestService, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 5 * SECOND_MS) {
    clock.advance(5 * SECOND_MS);
    await until('the sample is taken', () => game.writes.queue.depth === 0);
  }
}

async function refusal(service: TestService, path: string): Promise<[number, string]> {
  const response = await service.fetch(`/v1/palatine${path}`);
  const { Error: error } = (await response.json()) as { Error: { Code: string } };
  return [response.status, error.Code];
}

test('series have a value every five seconds, and a mark where the service started and was reloaded', async () => {
  const clock = new TestClock();
  await using service = await startService({ world: aDemo().world, clock });
  await pass(clock, service, MINUTE_MS);
  await service.api.reloadConfig();
  clock.advance(1);
  const series = await service.api.getSeries({ query: { Names: 'online,rssBytes,stepP95Ms' } });
  assert.deepEqual(series.Names, ['online', 'rssBytes', 'stepP95Ms']);
  assert.equal(series.StepSeconds, 5);
  const [online = [], rss = [], steps = []] = series.Values;
  const expected = Array.from({ length: 11 }, () => 9);
  assert.deepEqual(online.slice(-11), expected);
  assert.ok(rss.slice(-11).every((bytes) => (bytes ?? 0) > 10_000_000));
  assert.deepEqual(new Set(steps), new Set([null]), 'nothing is simulated');
  assert.deepEqual(pluck(series.Marks, 'Kind'), ['Started', 'Reloaded']);
});

test('a series, a range or a number that there is not is refused', async () => {
  await using service = await startService({ world: aDemo().world });
  for (const path of [
    '/series?Names=online,nothing',
    '/series?From=2026-11-22&To=2026-11-21',
    '/series?Points=0',
    '/trails?Player=Zoe',
    '/trails?Step=0',
    '/trails?Cursor=x',
    '/sessions?From=2026-11-22&To=2026-11-21',
    '/sessions?From=2026-10-01&To=2026-11-21',
    '/sessions?From=yesterday',
    '/sessions?Limit=0',
    '/sessions?Cursor=x',
    '/heat?Cell=150',
    '/heat?Region=Moon',
  ]) {
    assert.deepEqual(await refusal(service, path), [400, 'VALIDATION_FAILED'], path);
  }
});

test('who moves leaves a trail, and the heat counts the time of everybody online', async () => {
  const clock = new TestClock();
  const demo = aDemo();
  await using service = await startService({ world: demo.world, clock, simulate: 'Moving' });
  await pass(clock, service, 2 * MINUTE_MS);
  clock.advance(1000);
  const { Trails } = await service.api.getTrails({ query: {} });
  const mine = Trails.find(({ Uid }) => Uid === demo.online.uid) ?? assert.fail('no trail');
  assert.ok(mine.Points.length > 2);
  const times = mine.Points.map(([seconds]) => seconds);
  assert.ok(times.slice(1).every((seconds, at) => seconds - (times[at] ?? 0) >= 10));
  const actual = Trails.some(({ Uid }) => Uid === demo.offline.uid);
  assert.equal(actual, false);
  const only = await service.api.getTrails({ query: { Player: demo.online.uid } });
  assert.deepEqual(only.Trails, [mine]);
  const { TotalSeconds } = await service.api.getHeat({ query: {} });
  const { OnlineCount } = (await service.api.getPlayers()).Meta;
  assert.ok(TotalSeconds > 0 && TotalSeconds <= 120 * OnlineCount, `${TotalSeconds}`);
});

test('sessions are told with reason and platform; the address only to a token that may read it', async () => {
  const clock = new TestClock();
  const demo = aDemo();
  await using service = await startService({ world: demo.world, clock, faults: true });
  await service.api.controlSimulation({ body: { LogIn: demo.offline.uid } });
  clock.advance(MINUTE_MS);
  const params = { player_identifier: demo.offline.uid };
  await service.api.kickPlayer({ params, body: { Reason: 'afk' } });
  clock.advance(MINUTE_MS);
  const path = `/v1/palatine/players/${demo.offline.userId}/sessions`;
  const sessions = await service.api.getPlayerSessions({ params: { uid: demo.offline.uid } });
  const [last] = sessions.Sessions;
  assert.deepEqual([last?.Reason, last?.Platform, sessions.TotalSeconds >= 60], ['afk', 'Steam', true]);
  assert.match(last?.IP ?? '', /^[0-9.]+$/);
  const moderator = service.addToken('Palatine.Players.Read');
  const all = await service.api.getSessions({ query: { Limit: 500 } });
  const newest = all.Sessions[0] ?? assert.fail();
  const { Uid, Name, UserId, Reason, IP } = newest;
  const { uid, userId } = demo.offline;
  assert.deepEqual([Uid, UserId, Reason, IP], [uid, userId, 'afk', last?.IP]);
  const { Player } = await service.api.getPlayerDetails({ params: { uid } });
  assert.deepEqual([Name, newest.GuildId], [Player.Name, Player.GuildId]);
  assert.equal(all.Matching, 10, 'nine online, and the one who has left');
  const query = { Player: userId };
  assert.deepEqual((await service.api.getSessions({ query })).Sessions, [newest]);
  const listed = await service.json<SessionsPage>('/v1/palatine/sessions', {
    authorization: `Bearer ${moderator}`,
  });
  for (const session of listed.Sessions) assert.equal('IP' in session || 'UserId' in session, false);
  const { Sessions } = await service.json<{ Sessions: object[] }>(path, {
    authorization: `Bearer ${moderator}`,
  });
  assert.equal(Sessions.length, sessions.Sessions.length);
  for (const session of Sessions) assert.equal('IP' in session, false);
});

test('a player whom the world does not know has no sessions: 404', async () => {
  await using service = await startService({ world: aDemo().world });
  const [status, code] = await refusal(service, '/players/steam_76561190000000042/sessions');
  assert.deepEqual([status, code], [404, 'PLAYER_NOT_FOUND']);
  const list = await refusal(service, '/sessions?Player=steam_76561190000000042');
  assert.deepEqual(list, [404, 'PLAYER_NOT_FOUND']);
  const secret = service.addToken('Palatine.Events.Read');
  assert.equal(await service.statusFor(secret, '/v1/palatine/sessions'), 403);
});

test('what is recorded outlives a restart, and so does a session', async () => {
  const data = testFolder();
  const clock = new TestClock();
  const demo = aDemo();
  const first = await startService({ data, world: demo.world, clock });
  await pass(clock, first, MINUTE_MS);
  await first.stop();
  clock.advance(MINUTE_MS);
  await using second = await startService({ data, clock });
  await pass(clock, second, MINUTE_MS);
  const series = await second.api.getSeries({ query: { Names: 'online' } });
  assert.deepEqual(pluck(series.Marks, 'Kind'), ['Started', 'Stopped', 'Started']);
  assert.ok((series.Values[0] ?? []).filter((value) => value === 9).length >= 20);
  const { Total } = await second.api.getPlayerSessions({ params: { uid: demo.online.uid } });
  assert.equal(Total, 1);
});

test('an unreadable history is moved aside, and starts over', async () => {
  const data = testFolder();
  const text = 'this is no database, and longer than its header would be'.repeat(100);
  writeFileSync(join(data, 'history.db'), text);
  const clock = new TestClock();
  await using service = await startService({ data, world: aDemo().world, clock });
  await pass(clock, service, MINUTE_MS);
  const { Values } = await service.api.getSeries({ query: { Names: 'online' } });
  assert.ok(Values[0]?.includes(9));
  assert.ok(readdirSync(data).some((name) => /^history-damaged-\d{8}T\d{6}\.db$/.test(name)));
});

test('a service that nobody asked and that ran for a moment writes no history', async () => {
  const clock = new TestClock();
  await using service = await startService({ world: aDemo().world, clock });
  clock.advance(SECOND_MS);
  assert.equal(existsSync(join(service.data, 'history.db')), false);
});
