import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { createUser } from '@nats-io/nkeys';
import { createJoinCode, join, pathOf } from '@palatine/contract';
import { connectBroker, joinLineText, parseJoinLine, SUBJECTS } from '@palatine/fleet';
import { aFolder } from '@palatine/save/testing';
import { dataPaths } from '@palatine/server/data-folder/data-folder.ts';
import { joinFleet } from '@palatine/server/fleet/join-fleet.ts';
import { inboxOf } from '@palatine/server/gateway/broker/claims.ts';
import { JOIN_CODE_MS } from '@palatine/server/gateway/broker/join-codes.ts';
import { readKeys } from '@palatine/server/gateway/broker/keys-file.ts';
import { aJoinableGateway, type JoinableGateway } from '../harness/joinable-gateway.ts';
import { natsTest as test } from '../harness/nats-server.ts';

/** The data folder of a world. */
async function aWorld() {
  const folder = await aFolder();
  return { data: dataPaths(folder.path), [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

async function aLine({ client }: JoinableGateway, body: { Tags?: string[]; World?: string } = {}) {
  return (await client.call(createJoinCode, { body })).Line;
}

function joinedWorlds({ broker }: JoinableGateway): string[] {
  return Object.keys(readKeys(broker.folder)?.Joined ?? {});
}

function connectWith({ path, fleetFile }: ReturnType<typeof dataPaths>) {
  const { Servers, World, CredentialsFile, CAFile } = JSON.parse(readFileSync(fleetFile, 'utf8'));
  return connectBroker({
    servers: Servers,
    ca: readFileSync(joinPath(path, CAFile), 'utf8'),
    credentials: readFileSync(joinPath(path, CredentialsFile), 'utf8'),
    name: World,
    inboxPrefix: inboxOf(World),
  });
}

test('a world joins with one line, and can speak to the broker then', async () => {
  await using gateway = await aJoinableGateway();
  await using world = await aWorld();
  const joined = await joinFleet(await aLine(gateway, { Tags: ['eu'] }), world.data, 'Palpagos EU 1');

  assert.deepEqual([joined.Name, joined.Tags, joined.Lists], ['Palpagos EU 1', ['eu'], ['main']]);
  assert.deepEqual(joinedWorlds(gateway), [joined.World]);
  const { worlds } = await gateway.broker.gateway();
  const heartbeats = worlds.subscribe('h.*', { max: 1 });
  await worlds.flush();
  await using connection = await connectWith(world.data);
  connection.publish(SUBJECTS.heartbeat(joined.World), 'here');
  for await (const message of heartbeats) assert.equal(message.subject, SUBJECTS.heartbeat(joined.World));
  if (process.platform !== 'win32') {
    assert.equal(statSync(joinPath(world.data.path, joined.CredentialsFile)).mode & 0o777, 0o600);
  }
});

test('a code counts once', async () => {
  await using gateway = await aJoinableGateway();
  await using first = await aWorld();
  await using second = await aWorld();
  const line = await aLine(gateway);
  const joins = [joinFleet(line, first.data, 'one'), joinFleet(line, second.data, 'two')];
  const outcomes = await Promise.allSettled(joins);
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  assert.equal(joinedWorlds(gateway).length, 1);
  const refused = { name: 'ConfigError', message: /a world has joined with this join code already/ };
  await assert.rejects(joinFleet(line, second.data, 'two'), refused);
});

test('a code ends after 15 minutes', async () => {
  await using gateway = await aJoinableGateway();
  await using world = await aWorld();
  const [early, late] = [await aLine(gateway), await aLine(gateway)];
  gateway.clock.advance(JOIN_CODE_MS - 1);
  await joinFleet(early, world.data, 'in time');
  gateway.clock.advance(1);
  const refused = { name: 'ConfigError', message: /run out after 15 minutes/ };
  await assert.rejects(joinFleet(late, world.data, 'too late'), refused);
});

test('a world sends its code to no other server than that of its line', async () => {
  await using gateway = await aJoinableGateway();
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
  await assert.rejects(joinFleet('https://somewhere', world.data, 'a world'), /no join line/);
  const nobody = joinLineText({ ...parsed, port: 1 });
  await assert.rejects(joinFleet(nobody, world.data, 'a world'), /no gateway answers at 127\.0\.0\.1:1/);
});

test('a world that has joined joins again with a code that names it, and its former key is out', async () => {
  await using gateway = await aJoinableGateway();
  await using world = await aWorld();
  await using thief = await aWorld();
  const { World } = await joinFleet(await aLine(gateway), world.data, 'before');
  const former = await connectWith(world.data);
  const cut = (async () => {
    for await (const status of former.status()) if (status.type === 'disconnect') return;
  })();

  const [unnamed, other] = [await aLine(gateway), await aLine(gateway, { World: 'a'.repeat(32) })];
  await assert.rejects(joinFleet(unnamed, world.data, 'again'), /make a join code there that names it/);
  await assert.rejects(joinFleet(other, world.data, 'again'), /made for another world/);
  assert.notEqual((await joinFleet(await aLine(gateway), thief.data, 'another')).World, World);
  const again = await joinFleet(await aLine(gateway, { World }), world.data, 'after');
  assert.equal(again.World, World);
  await cut;
  await former.close();
  await using connection = await connectWith(world.data);
  await connection.flush();
});

test('joining takes no token, few tries a second, a small body and a key of NATS', async () => {
  await using gateway = await aJoinableGateway();
  const post = async (body: string) => {
    const response = await gateway.fetch(gateway.url + pathOf(join), { method: 'POST', body });
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
  for (let tries = 7; tries < 10; tries++) assert.equal((await post('{}'))[0], 400);
  assert.deepEqual((await post('{}')).slice(0, 2), [429, 'RATE_LIMITED']);
  gateway.clock.advance(1000);
  assert.equal((await post('{}'))[0], 400);
});

test('neither the audit nor a file holds a code, and making one takes a permission', async () => {
  await using gateway = await aJoinableGateway();
  const code = parseJoinLine(await aLine(gateway, { Tags: ['eu'] }))?.code ?? '';
  assert.ok(code.length >= 22);
  assert.ok(!JSON.stringify(gateway.audited).includes(code));
  assert.equal(gateway.audited.length, 1);
  const file = readFileSync(joinPath(gateway.broker.folder, 'join-codes.json'), 'utf8');
  assert.ok(!file.includes(code));
  const response = await gateway.fetch(gateway.url + pathOf(createJoinCode), { method: 'POST' });
  assert.equal(response.status, 401);
});
