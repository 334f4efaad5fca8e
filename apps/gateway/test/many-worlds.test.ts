import assert from 'node:assert/strict';
import test, { after, before, describe } from 'node:test';
import type { ManyWorldsReply } from '@palatine/contract';
import { noNats } from '@palatine/testing/nats-server';
import { isBanned, startFleet, type TestFleet, type TestWorld } from '@palatine/testing/start-fleet';

describe('a write to many worlds', { skip: noNats }, () => {
  let fleet: TestFleet;
  let first: TestWorld;
  let second: TestWorld;
  let eu: TestWorld;
  before(async () => {
    fleet = await startFleet({ worlds: 3 });
    [first, second, eu] = fleet.worlds as [TestWorld, TestWorld, TestWorld];
    // By the name that it reports: another one would last until its next report, and replies are sorted by name.
    fleet.gateway.worlds.admit(eu.key, fleet.gateway.worlds.get(eu.key)?.name ?? '', ['eu']);
  });
  after(() => fleet[Symbol.asyncDispose]());

  async function ban(selector: string, user: string, headers: Record<string, string> = {}) {
    const response = await fleet.gateway.fetch(`/v1/fleet/all/${selector}/v1/pdapi/ban/${user}`, {
      method: 'POST',
      headers,
    });
    return { status: response.status, reply: (await response.json()) as ManyWorldsReply };
  }

  test('is done at every world, with one outcome each', async () => {
    const { status, reply } = await ban('*', 'steam_everywhere');
    assert.equal(status, 200);
    assert.equal(reply.Applied, 3);
    const codes = reply.Worlds.map(({ Code }) => Code);
    assert.deepEqual(codes, ['OK', 'OK', 'OK']);
    for (const world of fleet.worlds) assert.equal(await isBanned(world, 'steam_everywhere'), true);
  });

  test('reaches the worlds of a tag and no other', async () => {
    const { reply } = await ban('eu', 'steam_in_europe');
    const keys = reply.Worlds.map(({ World }) => World);
    assert.deepEqual(keys, [eu.key]);
    assert.equal(await isBanned(first, 'steam_in_europe'), false);
  });

  test('reaches the worlds that are named', async () => {
    const keys = [first.key, second.key].sort();
    const { reply } = await ban(keys.join(','), 'steam_named');
    assert.deepEqual(reply.Worlds.map(({ World }) => World).sort(), keys);
  });

  test('is applied once at each world when it is repeated with its key', async () => {
    const key = { 'idempotency-key': 'order-1' };
    const first = await ban('*', 'steam_once', key);
    assert.equal(first.reply.IdempotencyKey, 'order-1');
    assert.equal(first.reply.Applied, 3);
    assert.deepEqual((await ban('*', 'steam_once', key)).reply, first.reply);
  });

  test('says per world what was refused', async () => {
    const response = await fleet.gateway.fetch('/v1/fleet/all/*/v1/pdapi/unban/steam_not_banned', {
      method: 'POST',
    });
    const reply = (await response.json()) as ManyWorldsReply;
    assert.equal(reply.NotApplied, 3);
    assert.deepEqual(new Set(reply.Worlds.map(({ Code }) => Code)), new Set(['BAN_NOT_FOUND']));
  });

  test('is not found for a selector that means no world', async () => {
    assert.equal((await ban('nowhere', 'steam_1')).status, 404);
  });
});
