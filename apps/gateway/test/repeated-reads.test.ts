import assert from 'node:assert/strict';
import { getPlayers, giveItems } from '@palatine/contract';
import type { RouteCall } from '@palatine/fleet/messages';
import { systemClock } from '@palatine/platform/clock';
import { natsAccount, natsClient, natsTest as test } from '@palatine/testing/nats-server';
import { newWorldKey } from '@palatine/testing/start-fleet';
import { Answers } from '../src/worlds/answers.ts';
import { WorldClient, type WorldRequest } from '../src/worlds/world-client.ts';
import { gatewayBefore, jsonAnswer, SIMULATED, simulatedWorld } from './simulated-world.ts';

const ETAG = '"one"';

test('a world sends what it has answered before only once, and callers get it as often as they ask', async () => {
  const etags: (string | undefined)[] = [];
  await using fleet = await gatewayBefore({
    onCall({ headers }, respond) {
      const etag = headers['if-none-match'];
      etags.push(etag);
      const head = { etag: ETAG, code: undefined, savedAtMs: 1000 * etags.length };
      respond(etag === ETAG ? jsonAnswer('', { ...head, status: 304 }) : jsonAnswer('{"A":1}', head));
    },
  });
  for (const second of [1, 2, 3]) {
    const response = await fleet.call('version');
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('etag'), ETAG);
    assert.equal(response.headers.get('last-modified'), new Date(1000 * second).toUTCString());
    assert.equal(await response.text(), '{"A":1}');
  }
  assert.equal((await fleet.call('version', { headers: { 'if-none-match': ETAG } })).status, 304);
  assert.equal((await fleet.call('version', { headers: { 'if-none-match': '"two"' } })).status, 200);
  assert.deepEqual(etags, [undefined, ETAG, ETAG, ETAG, ETAG]);
});

test('a world that says of another answer that it has not changed is not believed', async () => {
  await using fleet = await gatewayBefore({
    onCall: (_call, respond) => respond(jsonAnswer('', { etag: '"another"', code: undefined, status: 304 })),
  });
  assert.equal((await fleet.call('version')).status, 502);
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
  const answers = new Answers(connection, () => {});
  undo.defer(() => answers.close());
  const client = new WorldClient({ connection, answers, instanceOf: () => SIMULATED, clock: systemClock });
  const players: WorldRequest = {
    ...{ name: 'getPlayers', route: getPlayers, params: {}, query: {}, headers: {}, requestId: 'r' },
    principal: { id: 'one', name: 'one', permissions: ['*'], ip: '' },
    body: new Uint8Array(),
  };
  const give: WorldRequest = { ...players, name: 'giveItems', route: giveItems };
  const by = (principal: object) => ({ ...players, principal: { ...players.principal, ...principal } });
  const [guest, fewer] = [by({ id: 'two' }), by({ permissions: ['Players.View'] })];
  const filtered = { ...players, query: { a: '1' } };
  const inOneTurn = [players, { ...players, requestId: 's' }, filtered, give, give, players, guest, fewer];
  await Promise.all(inOneTurn.map((request) => client.call(to, request)));
  const identityOf = ({ query, principal }: Pick<RouteCall, 'query' | 'principal'>) => [query, principal];
  assert.deepEqual(calls.map(identityOf), [players, filtered, give, give, guest, fewer].map(identityOf));
  await client.call(to, players);
  assert.equal(calls.length, 7, 'a read that comes later sees what was written before it');
});
