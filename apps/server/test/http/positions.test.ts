import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Guid, getPositions, POSITION_STREAM, type PositionsMessage, pathOf } from '@palatine/contract';
import { eventBlocks } from '@palatine/testing/event-blocks';
import { type ServerRequest, serverRequests } from '@palatine/testing/server-side';
import { startService, type TestService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { until } from '@palatine/testing/until';
import { aDemo } from '@palatine/testing/worlds';
import { Compile } from 'typebox/compile';

const shape = Compile(getPositions.reply);

function assertMessage<T extends PositionsMessage['Type']>(
  message: PositionsMessage | undefined,
  type: T,
): Extract<PositionsMessage, { Type: T }> {
  assert.deepEqual([...shape.Errors(message)], []);
  assert.equal(message?.Type, type);
  return message as Extract<PositionsMessage, { Type: T }>;
}

const meters = (cm: number) => Math.round(cm / 100);

const watchersOf = (service: TestService) => service.metric('palatine_position_watchers');

/** Watches the positions with a token. */
async function watchPositions(
  service: TestService,
  { query = {}, token = service.token }: { query?: Record<string, string>; token?: string } = {},
) {
  const stop = new AbortController();
  const response = await service.fetch(`${pathOf(getPositions)}?${new URLSearchParams(query)}`, {
    signal: stop.signal,
    authorization: `Bearer ${token}`,
  });
  assert.equal(response.status, 200);
  const messages = messagesIn(response);
  return {
    /** The next message; undefined once the service has ended the stream. */
    next: async () => (await messages.next()).value ?? undefined,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await messages.next().catch(() => {}); // the abort rejects a read under way
    },
  };
}

async function* messagesIn(response: Response): AsyncGenerator<PositionsMessage, undefined> {
  for await (const blocks of eventBlocks(response)) {
    for (const { data } of blocks) yield JSON.parse(data) as PositionsMessage;
  }
  return undefined;
}

test('a watcher begins with the place of everybody, online or not, in whole meters', async () => {
  await using service = await startService({ world: aDemo().world });
  await using watcher = await watchPositions(service);
  const { Rows } = assertMessage(await watcher.next(), 'snapshot');
  const { Players } = await service.api.getPlayers();
  assert.ok(Players.some(({ Status }) => Status === 'Offline'));
  for (const { PlayerUID, WorldLocation, Status } of Players) {
    const row = Rows.find(([uid]) => uid === PlayerUID);
    const { x, y, z } = WorldLocation;
    const expected = [PlayerUID, meters(x), meters(y), meters(z), Status === 'Online' ? 1 : 0];
    if (x !== 0 || y !== 0) assert.deepEqual(row, expected);
  }
});

test('once a second a watcher hears who has moved, by the index in the list', async () => {
  const clock = new TestClock();
  await using service = await startService({ world: aDemo().world, clock, simulate: 'Moving' });
  await using watcher = await watchPositions(service);
  const { Rows: list } = assertMessage(await watcher.next(), 'snapshot');
  clock.advance(10_000);
  clock.advance(POSITION_STREAM.everyMs);
  const now = new Date(clock.now()).toISOString();
  let message = assertMessage(await watcher.next(), 'moves');
  while (message.At !== now) message = assertMessage(await watcher.next(), 'moves');
  const { Rows: moves } = message;
  assert.ok(moves.length > 0);
  const { Players } = await service.api.getPlayers();
  for (const [index, x, y, z] of moves) {
    const uid = list[index]?.[0];
    const { WorldLocation } = Players.find(({ PlayerUID }) => PlayerUID === uid) ?? assert.fail(uid);
    assert.deepEqual([x, y, z], [WorldLocation.x, WorldLocation.y, WorldLocation.z].map(meters));
  }
});

test('who joins and who leaves is said, and their rows stay', async () => {
  const clock = new TestClock();
  const demo = aDemo();
  await using service = await startService({ world: demo.world, clock, faults: true });
  await using watcher = await watchPositions(service);
  const { Rows: list } = assertMessage(await watcher.next(), 'snapshot');
  const indexOf = (uid: string) => list.findIndex(([rowUid]) => rowUid === uid);
  await service.api.controlSimulation({ body: { LogOut: demo.online.userId } });
  clock.advance(POSITION_STREAM.everyMs);
  const departure = assertMessage(await watcher.next(), 'moves');
  assert.deepEqual(departure.Online, [[indexOf(demo.online.uid), 0]]);
  await service.api.controlSimulation({ body: { LogIn: demo.offline.uid } });
  clock.advance(POSITION_STREAM.everyMs);
  const joined = assertMessage(await watcher.next(), 'moves');
  const inList = indexOf(demo.offline.uid);
  if (inList === -1) assert.equal(joined.Added?.[0]?.[0], demo.offline.uid);
  else assert.deepEqual(joined.Online, [[inList, 1]]);
});

test('a watcher of a box hears of those inside it only', async () => {
  await using service = await startService({ world: aDemo().world });
  await using everywhere = await watchPositions(service);
  const { Rows: all } = assertMessage(await everywhere.next(), 'snapshot');
  const [uid, x, y] = all[0] ?? assert.fail('nobody');
  const [minX, minY, maxX, maxY] = [x - 1, y - 1, x + 1, y + 1].map((meter) => meter * 100);
  await using inside = await watchPositions(service, { query: { Box: `${maxX},${minY},${minX},${maxY}` } });
  const { Rows } = assertMessage(await inside.next(), 'snapshot');
  assert.ok(Rows.some(([rowUid]) => rowUid === uid));
  assert.ok(Rows.length < all.length);
  await using tree = await watchPositions(service, { query: { Region: 'tree' } });
  assert.deepEqual(assertMessage(await tree.next(), 'snapshot').Rows, []);
});

test('a limited number of map parts is watched at once, each by several; one more part is refused', async () => {
  await using service = await startService({ world: aDemo().world });
  await using undo = new AsyncDisposableStack();
  const boxOf = (number: number) => ({ query: { Box: `0,0,1,${number}` } });
  for (let number = 1; number <= POSITION_STREAM.parts; number++) {
    undo.use(await watchPositions(service, boxOf(number)));
  }
  const refused = await service.fetch(`${pathOf(getPositions)}?Box=0,0,2,2`);
  assert.equal(refused.status, 503);
  assert.match(await refused.text(), /SERVER_BUSY.*parts of the map/);
  await using again = await watchPositions(service, boxOf(1));
  assertMessage(await again.next(), 'snapshot');
  await undo[Symbol.asyncDispose]();
  await until('the others are gone', async () => (await watchersOf(service)) === 1);
  await using latecomer = await watchPositions(service, { query: { Box: '0,0,2,2' } });
  assertMessage(await latecomer.next(), 'snapshot');
});

test('the stream is compressed for who takes gzip, and comes to a whole end', async () => {
  const clock = new TestClock();
  await using service = await startService({ world: aDemo().world, clock, simulate: 'Moving' });
  const read = async (encoding: string) => {
    const response = await service.fetch(pathOf(getPositions), { headers: { 'accept-encoding': encoding } });
    return { encoding: response.headers.get('content-encoding'), text: response.text() };
  };
  const [gzip, plain] = [await read('gzip'), await read('identity')];
  await until('both have the list', async () => (await watchersOf(service)) === 2);
  clock.advance(5000);
  await until('the players were looked at', () => service.game.writes.queue.depth === 0);
  await service[Symbol.asyncDispose]();
  assert.deepEqual([gzip.encoding, plain.encoding], ['gzip', null]);
  const [gzipText, plainText] = await Promise.all([gzip.text, plain.text]);
  assert.match(gzipText, /^: watching\n\nevent: snapshot\ndata: /);
  assert.equal(gzipText, plainText);
});

test('a region that there is not, and a box that is none, are refused', async () => {
  await using service = await startService({ world: aDemo().world });
  const boxes = ['1,2,3', '1,2,3,x', '1,2,3,1e9', '1'.repeat(2000)].map((box) => `Box=${box}`);
  for (const query of ['Region=Moon', ...boxes, 'Boxes=1']) {
    const response = await service.fetch(`${pathOf(getPositions)}?${query}`);
    const { Error: error } = (await response.json()) as { Error: { Code: string } };
    assert.deepEqual([response.status, error.Code], [400, 'VALIDATION_FAILED'], query);
  }
});

test('of 101 watchers of the positions one is refused', async () => {
  await using service = await startService({ world: aDemo().world });
  await using watchers = new AsyncDisposableStack();
  for (let at = 0; at < POSITION_STREAM.streams; at++) watchers.use(await watchPositions(service));
  assert.equal((await service.fetch(pathOf(getPositions))).status, 503);
  await watchers.disposeAsync();
  await until('no stream is left', async () => (await watchersOf(service)) === 0);
});

test('a stream ends when the file of its token is removed, and when its token loses the permission', async () => {
  await using service = await startService({ world: aDemo().world });
  const removed = service.addToken(['Palatine.Positions.Read', 'Palatine.Events.Read']);
  const changed = service.addToken('Palatine.Positions.Read');
  await using first = await watchPositions(service, { token: removed });
  await using second = await watchPositions(service, { token: changed });
  await using kept = await watchPositions(service);
  const events = await service.fetch('/v1/palatine/events', { authorization: `Bearer ${removed}` });
  for (const watcher of [first, second, kept]) assertMessage(await watcher.next(), 'snapshot');
  const file = (name: string) => join(service.data, 'RESTAPI', 'Tokens', `${name}.json`);
  rmSync(file(removed));
  writeFileSync(file(changed), JSON.stringify({ Name: changed, Token: changed, Permissions: 'REST.*' }));
  assert.equal(await first.next(), undefined);
  assert.equal(await second.next(), undefined);
  await events.text(); // comes to its end
  await until('one stream is left', async () => (await watchersOf(service)) === 1);
});

test('a watcher that does not read holds two messages at most, is cut off after 60 seconds, and holds up no other', async () => {
  const clock = new TestClock();
  await using service = await startService({ world: aDemo().world, clock });
  using requests = serverRequests();
  const { locations } = service.game.reads.world;
  const uids = Array.from({ length: 20_000 }, (_, at) => `${at}`.padStart(35, '0') as Guid);
  const walk = (x: number) => {
    for (const uid of uids) locations.put({ uid, x, y: 0, z: 0 });
  };
  walk(1);
  const { hostname, port } = new URL(service.url);
  const dead = connect(Number(port), hostname).pause();
  const authorization = `Authorization: Bearer ${service.token}`;
  dead.write(`GET ${pathOf(getPositions)} HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`);
  await until('it watches', async () => (await watchersOf(service)) === 1);
  await using healthy = await watchPositions(service);
  const list = JSON.stringify(await healthy.next());
  const [held, read] = requests.requests.filter(({ request }) =>
    request.url?.startsWith(pathOf(getPositions)),
  );
  assert.ok(held !== undefined && read !== undefined);
  const unsentBytes = ({ socket, response }: ServerRequest) =>
    socket.writableLength + response.writableLength;
  const hearMoves = async (ms: number) => {
    await until('the other takes more', () => unsentBytes(read) === 0);
    walk(clock.now() % 1e8);
    clock.advance(ms);
    assertMessage(await healthy.next(), 'moves');
  };
  while ((await service.metric('palatine_position_watchers_full')) === 0) await hearMoves(1000);
  const unsent = unsentBytes(held);
  assert.ok(unsent < 2 * list.length, `${unsent}`);
  for (let second = 0; second < 10; second++) await hearMoves(1000);
  assert.deepEqual([unsentBytes(held), await watchersOf(service)], [unsent, 2]);
  await hearMoves(POSITION_STREAM.stallMs);
  await until('it is cut off', () => held.socket.destroyed);
  await hearMoves(1000);
  assert.equal(await watchersOf(service), 1);
  dead.destroy();
});
