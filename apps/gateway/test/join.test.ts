import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect as dial } from 'node:net';
import { join as joinPath } from 'node:path';
import { createUser } from '@nats-io/nkeys';
import { createFleetClient } from '@palatine/client';
import { createJoinCode, getFleetAudit, join, pathOf, removeWorld } from '@palatine/contract';
import { dataPaths } from '@palatine/data-dir/data-folder';
import { connectBroker, endConnection, joinLineText, parseJoinLine } from '@palatine/fleet/connection';
import { SUBJECTS, worldState } from '@palatine/fleet/messages';
import { systemClock } from '@palatine/platform/clock';
import { pinnedFetch } from '@palatine/platform/http-client';
import { aFolder } from '@palatine/platform/testing';
import { joinFleet } from '@palatine/server/join-fleet';
import { aWorldState } from '@palatine/testing/fleet-messages';
import { natsTest as test } from '@palatine/testing/nats-server';
import { pluck } from '@palatine/testing/pluck';
import { OWN_BROKER, startTestGateway } from '@palatine/testing/start-fleet';
import { until } from '@palatine/testing/until';
import pino from 'pino';
import { JOIN_CODE_MS } from '../src/broker/join-routes.ts';
import { gatewayPaths } from '../src/gateway-folder.ts';

type Gateway = Awaited<ReturnType<typeof aGateway>>;

/** A gateway with its own broker, and a clock that a test moves ahead. */
async function aGateway(log = pino({ level: 'silent' })) {
  let aheadMs = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + aheadMs, elapsed: () => aheadMs };
  const gateway = await startTestGateway(OWN_BROKER, { clock, log });
  const { host = '', port = 0, fingerprint = '' } = parseJoinLine(gateway.firstJoinLine ?? '') ?? {};
  const send = pinnedFetch(fingerprint);
  return {
    gateway,
    client: gateway.client,
    joining: { host, port },
    broker: gatewayPaths(gateway.folder).broker,
    advance(ms: number) {
      aheadMs += ms;
    },
    post: (body: string) => send(`https://${host}:${port}${pathOf(join)}`, { method: 'POST', body }),
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  };
}

/** The data folder of a world. */
async function aWorld() {
  const folder = await aFolder();
  return { data: dataPaths(folder.path), [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

async function aLine({ client }: Gateway, body: { Tags?: string[]; World?: string } = {}) {
  return (await client.call(createJoinCode, { body })).Line;
}

function joinedWorlds({ broker }: Gateway): string[] {
  const keys = readFileSync(joinPath(broker, 'keys.json'), 'utf8');
  return Object.keys((JSON.parse(keys) as { Joined: object }).Joined);
}

function connectWith({ path, fleetFile }: ReturnType<typeof dataPaths>) {
  const { Servers, World, CredentialsFile, CAFile } = JSON.parse(readFileSync(fleetFile, 'utf8'));
  return connectBroker({
    servers: Servers,
    ca: readFileSync(joinPath(path, CAFile), 'utf8'),
    credentials: readFileSync(joinPath(path, CredentialsFile), 'utf8'),
    name: World,
    inboxPrefix: `_INBOX_${World}`,
  });
}

test('a world joins with one line, has the tags of its code, and can speak to the gateway then', async () => {
  await using joinable = await aGateway();
  await using world = await aWorld();
  const joined = await joinFleet(await aLine(joinable, { Tags: ['eu'] }), world.data, 'Palpagos EU 1');

  assert.deepEqual([joined.Name, joined.Lists], ['Palpagos EU 1', ['main']]);
  assert.deepEqual(joinedWorlds(joinable), [joined.World]);
  const { worlds } = joinable.gateway;
  const { name, tags, status } = worlds.get(joined.World) ?? {};
  assert.deepEqual([name, tags, status], ['Palpagos EU 1', ['eu'], 'Away']);
  await using connection = await connectWith(world.data);
  connection.publish(SUBJECTS.state(joined.World), worldState.pack(aWorldState()));
  await until('the gateway hears the world', () => worlds.get(joined.World)?.status === 'Online');
  if (process.platform !== 'win32') {
    assert.equal(statSync(joinPath(world.data.path, joined.CredentialsFile)).mode & 0o777, 0o600);
  }
});

test('a code counts once', async () => {
  await using gateway = await aGateway();
  await using first = await aWorld();
  await using second = await aWorld();
  const line = await aLine(gateway);
  const joins = [joinFleet(line, first.data, 'one'), joinFleet(line, second.data, 'two')];
  const outcomes = await Promise.allSettled(joins);
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  assert.equal(joinedWorlds(gateway).length, 1);
  const refused = { name: 'ConfigError', message: /a world has already joined with this join code/ };
  await assert.rejects(joinFleet(line, second.data, 'two'), refused);
});

test('a code ends after 15 minutes', async () => {
  await using gateway = await aGateway();
  await using world = await aWorld();
  const [early, late] = [await aLine(gateway), await aLine(gateway)];
  gateway.advance(JOIN_CODE_MS - 60_000);
  await joinFleet(early, world.data, 'in time');
  gateway.advance(60_000);
  const refused = { name: 'ConfigError', message: /expired after 15 minutes/ };
  await assert.rejects(joinFleet(late, world.data, 'too late'), refused);
});

test('a world sends its code to no other server than that of its line', async () => {
  await using gateway = await aGateway();
  await using world = await aWorld();
  const line = await aLine(gateway);
  const parsed = parseJoinLine(line);
  assert.ok(parsed);
  const wrong = joinLineText({ ...parsed, fingerprint: Array<string>(32).fill('AB').join(':') });
  await assert.rejects(joinFleet(wrong, world.data, 'a world'), (error: Error) => {
    assert.equal(error.name, 'ConfigError');
    assert.match(error.message, /not the gateway of this join line/);
    assert.ok(!error.message.includes(parsed.code));
    return true;
  });
  await joinFleet(line, world.data, 'a world'); // the code is still good
  await assert.rejects(joinFleet('https://somewhere', world.data, 'a world'), /invalid join line/);
  const nobody = joinLineText({ ...parsed, port: 1 });
  await assert.rejects(joinFleet(nobody, world.data, 'a world'), /no gateway answers at 127\.0\.0\.1:1/);
});

test('a world that has joined joins again with a code that names it, and its former key is out', async () => {
  await using gateway = await aGateway();
  await using world = await aWorld();
  await using thief = await aWorld();
  const { World } = await joinFleet(await aLine(gateway), world.data, 'before');
  const former = await connectWith(world.data);
  const cut = (async () => {
    for await (const status of former.status()) if (status.type === 'disconnect') return;
  })();

  const { World: Other } = await joinFleet(await aLine(gateway), thief.data, 'another');
  assert.notEqual(Other, World);
  const [unnamed, foreign] = [await aLine(gateway), await aLine(gateway, { World: Other })];
  await assert.rejects(joinFleet(unnamed, world.data, 'again'), /create a join code for it/);
  await assert.rejects(joinFleet(foreign, world.data, 'again'), /is for another world/);
  const again = await joinFleet(await aLine(gateway, { World }), world.data, 'after');
  assert.equal(again.World, World);
  await cut;
  await former.close();
  await using connection = await connectWith(world.data);
  await connection.flush();
});

/** Tries to join from another address of this machine. */
async function statusFrom(localAddress: string, { joining: { host, port } }: Gateway, body: string) {
  const options = { host, port, localAddress, path: pathOf(join), method: 'POST', rejectUnauthorized: false };
  const sent = httpsRequest({ ...options, headers: { 'content-length': body.length } }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

test('joining takes no token, a small body and a key of NATS, and an address has few wrong codes a minute', async () => {
  await using gateway = await aGateway();
  const post = async (body: string) => {
    const response = await gateway.post(body);
    const answer = (await response.json()) as { Error?: { Code: string; Details: { Reason?: string } } };
    return [response.status, answer.Error?.Code, answer.Error?.Details.Reason];
  };
  const request = { Code: 'x'.repeat(27), Name: 'a world', PublicKey: createUser().getPublicKey() };
  assert.deepEqual(await post(JSON.stringify(request)), [403, 'JOIN_REFUSED', 'Unknown']);
  for (const [body, status, code] of [
    [JSON.stringify({ ...request, PublicKey: 'UABC' }), 400, 'VALIDATION_FAILED'],
    [JSON.stringify({ ...request, World: '../x' }), 400, 'VALIDATION_FAILED'],
    ['{}', 400, 'VALIDATION_FAILED'],
    ['{', 400, 'INVALID_JSON'],
    ['', 400, 'EMPTY_BODY'],
    [JSON.stringify({ ...request, Name: 'x'.repeat(5000) }), 413, 'PAYLOAD_TOO_LARGE'],
  ] as const) {
    assert.deepEqual((await post(body)).slice(0, 2), [status, code], body.slice(0, 50));
  }
  const wrong = JSON.stringify(request);
  for (let tries = 2; tries <= 10; tries++) assert.equal((await post(wrong))[0], 403);
  assert.deepEqual((await post(wrong)).slice(0, 2), [429, 'RATE_LIMITED']);
  const line = parseJoinLine(await aLine(gateway));
  const right = JSON.stringify({ ...request, Code: line?.code });
  assert.equal((await post(right))[0], 429, 'it is not tried');
  assert.equal(await statusFrom('127.0.0.9', gateway, right), 200, 'another address joins meanwhile');
  gateway.advance(60_000);
  assert.equal((await post(wrong))[0], 403);
});

test('a world that floods the gateway is cut off and named, by whatever it sends; its neighbor stays', async () => {
  const logged: string[] = [];
  await using gateway = await aGateway(pino({ level: 'error' }, { write: (line) => void logged.push(line) }));
  await using neighbor = await aWorld();
  await joinFleet(await aLine(gateway), neighbor.data, 'Neighbor');
  await using honest = await connectWith(neighbor.data);
  for (const subjectOf of [
    SUBJECTS.state,
    SUBJECTS.changes,
    (world: string) => SUBJECTS.answer(world, 'x'),
  ]) {
    await using world = await aWorld();
    const { World } = await joinFleet(await aLine(gateway), world.data, 'Rogue');
    await using rogue = await connectWith(world.data);
    const cut = (async () => {
      for await (const { type } of rogue.status()) if (type === 'disconnect') return;
    })();
    while (joinedWorlds(gateway).includes(World)) {
      for (let sent = 0; sent < 5000; sent++) rogue.publish(subjectOf(World), '{}');
      await Promise.race([rogue.flush().catch(() => {}), cut]); // it is cut off
    }
    await cut;
    await rogue.close();
  }
  assert.equal(joinedWorlds(gateway).length, 1);
  assert.equal(logged.filter((line) => /"name":"Rogue".*floods the gateway/.test(line)).length, 3);
  await honest.flush();
});

test('a world that is removed does not come back with a state that was on its way', async () => {
  await using joinable = await aGateway();
  const { worlds } = joinable.gateway;
  await using removed = await aWorld();
  await using neighbor = await aWorld();
  const { World } = await joinFleet(await aLine(joinable), removed.data, 'removed');
  const { World: neighborKey } = await joinFleet(await aLine(joinable), neighbor.data, 'neighbor');
  await using stack = new AsyncDisposableStack();
  const connection = stack.adopt(await connectWith(removed.data), endConnection); // disposing of a lost one rejects
  await using witness = await connectWith(neighbor.data);
  const state = worldState.pack(aWorldState());
  connection.publish(SUBJECTS.state(World), state);
  await until('the gateway hears the world', () => worlds.get(World)?.status === 'Online');
  connection.publish(SUBJECTS.state(World), state); // waits, as the gateway pauses after the first
  await connection.flush();
  await joinable.client.call(removeWorld, { params: { world: World } });
  assert.equal(worlds.get(World), undefined);
  witness.publish(SUBJECTS.state(neighborKey), state);
  await until('the gateway hears what came after it', () => worlds.get(neighborKey)?.status === 'Online');
  assert.equal(worlds.get(World), undefined);
});

test('neither the audit nor a file holds a code, and making one takes a permission', async () => {
  await using gateway = await aGateway();
  const code = parseJoinLine(await aLine(gateway, { Tags: ['eu'] }))?.code ?? '';
  assert.ok(code.length >= 22);
  const { Entries } = await gateway.client.call(getFleetAudit);
  assert.deepEqual(pluck(Entries, 'Route'), ['POST /v1/fleet/join-codes']);
  assert.ok(!JSON.stringify(Entries).includes(code));
  const folder = joinPath(gateway.broker, '..');
  const remaining = readdirSync(folder).filter((name) => name.startsWith('gateway.db'));
  assert.ok(remaining.length > 0);
  for (const name of remaining) assert.ok(!readFileSync(joinPath(folder, name)).includes(code), name);
  const response = await gateway.gateway.fetch(pathOf(createJoinCode), { method: 'POST', authorization: '' });
  assert.equal(response.status, 401);
});

// The operator of one world must not be able to pose as another, or to read its messages.
test('a token for some worlds makes codes for these alone, which leave their tags as they are', async () => {
  await using joinable = await aGateway();
  const { gateway, client } = joinable;
  await using first = await aWorld();
  await using second = await aWorld();
  const eu = await joinFleet(await aLine(joinable, { Tags: ['eu'] }), first.data, 'one');
  const us = await joinFleet(await aLine(joinable, { Tags: ['us'] }), second.data, 'two');
  const { Secret } = await client.createFleetToken({
    body: { Name: 'Eu', Permissions: ['*'], Worlds: ['eu'] },
  });
  const limited = { ...joinable, client: createFleetClient({ url: gateway.url, token: Secret }) };
  await assert.rejects(aLine(limited, { World: us.World }), { code: 'WORLD_NOT_FOUND' });
  for (const body of [{}, { World: eu.World, Tags: ['us'] }, { World: eu.World, Tags: [us.World] }])
    await assert.rejects(aLine(limited, body), { code: 'MISSING_PERMISSION' });
  await joinFleet(await aLine(limited, { World: eu.World }), first.data, 'one');
  assert.deepEqual(gateway.worlds.get(eu.World)?.tags, ['eu']);
  await assert.rejects(
    joinFleet(await aLine(limited, { World: eu.World }), second.data, 'two'),
    /is for another world/,
  );
});

// 64 silent connections without a token ended the joining.
test('connections that say nothing are few of one address, and are cut soon', async () => {
  await using gateway = await aGateway();
  await using world = await aWorld();
  const line = await aLine(gateway);
  /** How many of 12 are kept when the others are cut. */
  async function countKept() {
    const silent = Array.from({ length: 12 }, () =>
      dial(gateway.joining)
        .on('error', () => {})
        .resume(),
    );
    const open = () => silent.filter(({ closed }) => !closed).length;
    await until('those beyond 8 are cut', () => open() <= 8);
    const remaining = open();
    await until('the others are cut', () => open() === 0);
    return remaining;
  }
  let remaining = 0;
  // A machine that stands still for two seconds sees all of them cut at once.
  for (let tries = 0; tries < 3 && remaining !== 8; tries++) remaining = await countKept();
  assert.equal(remaining, 8);
  await joinFleet(line, world.data, 'a world');
});
