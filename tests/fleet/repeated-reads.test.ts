import assert from 'node:assert/strict';
import { getPlayers, giveItems } from '@palatine/contract';
import type { RouteCall } from '@palatine/fleet';
import { systemClock } from '@palatine/server/game/clock.ts';
import { Answers } from '@palatine/server/gateway/answers.ts';
import { WorldClient, type WorldRequest } from '@palatine/server/gateway/world-client.ts';
import { natsAccount, natsClient, natsTest as test } from '../harness/nats-server.ts';
import { newWorldKey, startTestGateway } from '../harness/start-fleet.ts';
import { until } from '../harness/until.ts';
import { jsonAnswer, SIMULATED, simulatedWorld, type WorldBehaviour } from './simulated-world.ts';

const ETAG = '"one"';

/** A gateway, a world of the test's own making, and how to read that world's version. */
async function aGatewayWith(world: WorldBehaviour) {
  await using undo = new AsyncDisposableStack();
  const nats = await natsAccount();
  const gateway = undo.use(await startTestGateway(nats));
  const connection = await natsClient(nats);
  undo.defer(() => connection.close());
  const key = newWorldKey();
  await simulatedWorld(connection, key, world);
  await until('the world is there', () => gateway.worlds.get(key) !== undefined);
  const running = undo.move();
  const read = (headers = {}) => gateway.fetch(`/worlds/${key}/v1/pdapi/version`, { headers });
  return { read, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

test('a world sends what it has answered before only once, and callers get it as often as they ask', async () => {
  const known: (string | undefined)[] = [];
  await using fleet = await aGatewayWith({
    onCall({ headers }, respond) {
      const etag = headers['if-none-match'];
      known.push(etag);
      const head = { etag: ETAG, code: undefined, savedAtMs: 1000 * known.length };
      respond(etag === ETAG ? jsonAnswer('', { ...head, status: 304 }) : jsonAnswer('{"A":1}', head));
    },
  });
  for (const second of [1, 2, 3]) {
    const response = await fleet.read();
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('etag'), ETAG);
    assert.equal(response.headers.get('last-modified'), new Date(1000 * second).toUTCString());
    assert.equal(await response.text(), '{"A":1}');
  }
  assert.equal((await fleet.read({ 'if-none-match': ETAG })).status, 304);
  assert.equal((await fleet.read({ 'if-none-match': '"two"' })).status, 200);
  assert.deepEqual(known, [undefined, ETAG, ETAG, ETAG, ETAG]);
});

test('a world that says of another answer that it has not changed is not believed', async () => {
  await using fleet = await aGatewayWith({
    onCall: (_call, respond) => respond(jsonAnswer('', { etag: '"another"', code: undefined, status: 304 })),
  });
  assert.equal((await fleet.read()).status, 502);
});

test('reads share a call when they are equal, come in one turn of the event loop, and are from one token', async () => {
  const nats = await natsAccount();
  await using undo = new AsyncDisposableStack();
  const connection = await natsClient(nats);
  undo.defer(() => connection.close());
  const calls: RouteCall[] = [];
  const world = newWorldKey();
  await simulatedWorld(connection, world, {
    onCall(call, respond) {
      calls.push(call);
      const code = call.route === 'giveItems' ? 'OK' : undefined;
      respond(jsonAnswer(JSON.stringify({ Call: calls.length }), { code, ...(!code && { etag: ETAG }) }));
    },
  });
  const to = { world, instance: SIMULATED };
  const answers = new Answers(connection);
  undo.defer(() => answers.close());
  const client = new WorldClient({ connection, answers, instanceOf: () => SIMULATED, clock: systemClock });
  const players: WorldRequest = {
    ...{ name: 'getPlayers', route: getPlayers, params: {}, query: {}, headers: {}, requestId: 'r' },
    principal: { id: 'one', name: 'one', permissions: ['*'], ip: '' },
    body: new Uint8Array(),
  };
  const give: WorldRequest = { ...players, name: 'giveItems', route: giveItems };
  const another = { ...players.principal, id: 'two' };
  const inOneTurn = [
    ...[players, { ...players, requestId: 's' }, { ...players, query: { a: '1' } }, give, give, players],
    { ...players, principal: another },
    { ...players, principal: { ...players.principal, permissions: ['Players.View'] } },
  ];
  await Promise.all(inOneTurn.map((request) => client.call(to, request)));
  assert.deepEqual(
    calls.map(({ route, query, principal: { id, permissions } }) => [route, query, id, permissions]),
    [
      ['getPlayers', {}, 'one', ['*']],
      ['getPlayers', { a: '1' }, 'one', ['*']],
      ['giveItems', {}, 'one', ['*']],
      ['giveItems', {}, 'one', ['*']],
      ['getPlayers', {}, 'two', ['*']],
      ['getPlayers', {}, 'one', ['Players.View']],
    ],
  );
  await client.call(to, players);
  assert.equal(calls.length, 7, 'a read that comes later sees what was written before it');
});
