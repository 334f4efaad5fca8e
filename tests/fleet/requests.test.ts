import assert from 'node:assert/strict';
import test, { after, before, describe } from 'node:test';
import { noNats } from '../harness/nats-server.ts';
import { startFleet, type TestFleet } from '../harness/start-fleet.ts';

describe('a world behind a gateway', { skip: noNats }, () => {
  let fleet: TestFleet;
  before(async () => {
    fleet = await startFleet({ worlds: 2 });
  });
  after(() => fleet[Symbol.asyncDispose]());

  test('answers a read as it does at its own port, with the same ETag', async () => {
    const { gateway, worlds } = fleet;
    const [world] = worlds;
    assert.ok(world);
    const path = '/v1/pdapi/players';
    const [own, behind] = await Promise.all([
      world.fetch(path),
      gateway.fetch(`/worlds/${world.key}${path}`),
    ]);
    assert.equal(behind.status, 200);
    assert.equal(behind.headers.get('etag'), own.headers.get('etag'));
    assert.deepEqual(await behind.json(), await own.json());
  });

  test('answers 304 to a client that has the answer already', async () => {
    const { gateway, worlds } = fleet;
    const path = `/worlds/${worlds[0]?.key}/v1/pdapi/players`;
    const etag = (await gateway.fetch(path)).headers.get('etag') ?? '';
    const again = await gateway.fetch(path, { headers: { 'if-none-match': etag } });
    assert.equal(again.status, 304);
  });

  test('takes a grant, which that world has and the other has not', async () => {
    const { gateway, worlds } = fleet;
    const [one, other] = worlds;
    assert.ok(one && other);
    const players = (await gateway.world(one.key).getPlayers()).Players;
    const player = Object.values(players)[0];
    console.log(player);
  });
});
