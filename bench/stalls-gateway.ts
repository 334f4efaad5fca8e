import { deflateRawSync } from 'node:zlib';
import type { NatsConnection } from '@nats-io/transport-node';
import { BATCH_LIMITS, batch, changesRequest, SUBJECTS, worldState } from '@palatine/fleet/messages';
import { anAuditEntry, anEvent, aRosterPlayer, aWorldState } from '@palatine/testing/fleet-messages';
import { natsClient, noNats, startNats } from '@palatine/testing/nats-server';
import { newDataFolder, PALATINE_CLI, type Scale } from './shared.ts';
import { type MonitoredServer, startMonitored, TurnTable } from './turns.ts';

// How long a token, or a world whose key was stolen, keeps the event loop of a gateway from all others.

const WORLD = '1'.padStart(32, '0');
const INSTANCE = 'bench';
const FLOOD_MS = 1500;
const DONE = Buffer.from('done');

export async function benchGatewayStalls(scale: Scale): Promise<void> {
  if (noNats !== false) return void process.stdout.write(`\nThe gateway is not measured: ${noNats}\n`);
  await using table = await TurnTable.start();
  for (let turn = 0; turn < scale.repeats; turn++) await measureGateway(table);
  table.print('A gateway');
}

async function measureGateway(table: TurnTable): Promise<void> {
  await using nats = await startNats();
  const command = [PALATINE_CLI, 'fleet', 'start', '--nats', nats.url, '--data', newDataFolder(), '--port'];
  await using gateway = await startMonitored('--max-semi-space-size=8', ...command);
  const connection = await natsClient(nats, { inboxPrefix: `_INBOX_${WORLD}` });
  try {
    await measureImports(table, gateway);
    await measureWorld(table, gateway, connection);
    await measureReads(table, gateway);
  } finally {
    await connection.close();
  }
}

async function measureImports(table: TurnTable, gateway: MonitoredServer): Promise<void> {
  const list = '/v1/fleet/lists/main';
  const settings = JSON.stringify({ Kind: 'Ban', Adopt: 'Offer' });
  await table.call(gateway, 'list made', { method: 'PUT', path: list, body: settings });
  const addresses = Array.from({ length: 4900 }, (_, at) => `2001:db8::${at.toString(16)}`);
  for (const [name, Text] of [
    ['9,999 lines of colons', `${':'.repeat(45)}\n`.repeat(9999)],
    ['250,000 objects', `{"Bans":[${'{},'.repeat(249_999)}{}]}`],
    ['400,000 brackets', `{"Bans":${'['.repeat(400_000)}`],
    ['340,000 lines', 'a\n'.repeat(340_000)],
    ['4,900 addresses', addresses.join('\n')],
    ['4,900 addresses again', addresses.join('\n')],
  ] as const) {
    const body = JSON.stringify({ Text });
    await table.call(gateway, `import of ${name}`, { method: 'POST', path: `${list}/import`, body });
  }
  const body = JSON.stringify({ Id: 'steam_1' });
  await table.call(gateway, 'ban on a full list', { method: 'POST', path: `${list}/bans`, body });
}

/** Messages of a world that has nothing to lose. */
async function measureWorld(
  table: TurnTable,
  gateway: MonitoredServer,
  connection: NatsConnection,
): Promise<void> {
  let snapshot = (_of: string): Uint8Array => new Uint8Array();
  let taken = 0;
  connection.subscribe(SUBJECTS.toWorld(WORLD, INSTANCE, '*'), {
    callback(_error, message) {
      if (!message.subject.endsWith('.snapshot')) return void message.respond();
      taken += 1;
      message.respond(snapshot((message.json() as { of: string }).of));
    },
  });
  const publishState = (version: string) => {
    const versions = { players: version, bans: version };
    const state = aWorldState({ instance: INSTANCE, lists: ['main'], versions });
    connection.publish(SUBJECTS.state(WORLD), worldState.pack(state));
  };
  const rows = (of: string, count: number, row: (at: number) => object) =>
    deflateRawSync(
      [{ v: 1, version: `${taken}`, of }, ...Array.from({ length: count }, (_, at) => row(at + 1))]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    );
  const aBan = (at: number) => ({
    ...{ Kind: 'User', Id: `steam_${at}`, Active: true, Reason: 'x', BannedBy: 'Admin' },
    BannedAt: new Date(at).toISOString(),
  });
  const blanks = deflateRawSync(Buffer.alloc(1_000_000_000, ' '));
  const players = rows('players', 50_000, (at) => aRosterPlayer(at));
  const bans = rows('bans', 20_000, aBan);
  for (const [name, bytes] of [
    ['a snapshot of 1 GB of blanks', { players: blanks, bans: blanks }],
    ['snapshots of 50,000 players and 20,000 bans', { players, bans }],
  ] as const) {
    snapshot = (of) => bytes[of as 'players' | 'bans'];
    await table.measure(gateway, name, () => flood(connection, () => publishState(name), 100));
  }
  await measureBatches(table, gateway, connection);
  const changes = changesRequest.pack({ bucket: 'lists', after: 0 });
  const ask = () => connection.publish(SUBJECTS.changes(WORLD), changes, { reply: `_INBOX_${WORLD}.x` });
  await table.measure(gateway, 'a flood of requests for changes', () => flood(connection, ask));
  let names = 0;
  const rename = () => publishState(`${++names}`);
  await table.measure(gateway, 'a flood of states', () => flood(connection, rename));
  const wrong = () => connection.publish(SUBJECTS.state(WORLD), '{}');
  await table.measure(gateway, 'a flood of wrong states', () => flood(connection, wrong));
}

async function measureBatches(
  table: TurnTable,
  gateway: MonitoredServer,
  connection: NatsConnection,
): Promise<void> {
  let inc = 0;
  const events = (record: (id: number) => object, count: number = BATCH_LIMITS.rows) => {
    const records = Array.from({ length: count }, (_, at) => record(at + 1));
    const text = batch.pack({ inc: 'i', from: 1, to: count, records });
    return () =>
      connection.publish(SUBJECTS.events(WORLD), text.replace('"inc":"i"', `"inc":"i${++inc}"`), {
        reply: `_INBOX_${WORLD}.x`,
      });
  };
  const note = 'x'.repeat(400);
  const deep = Array.from({ length: BATCH_LIMITS.values - 10 }, () => []);
  const records = Array.from({ length: BATCH_LIMITS.rows }, (_, at) =>
    anAuditEntry(at + 1, { Summary: note }),
  );
  const entries = batch.pack({ inc: 'i', from: 1, to: records.length, records });
  const audit = () =>
    connection.publish(SUBJECTS.audit(WORLD), entries.replace('"inc":"i"', `"inc":"a${++inc}"`));
  const long = Buffer.alloc(8 * 1000 * 1000, 'x');
  for (const [name, send] of [
    ['events', events((id) => anEvent(id, { Data: { note } } as object))],
    ['long events', events((id) => anEvent(id, { Data: { note: note.repeat(20) } } as object), 30)],
    ['events of many values', events((id) => anEvent(id, { Data: { deep } } as object), 1)],
    ['audit entries', audit],
  ] as const)
    await table.measure(gateway, `a flood of batches of ${name}`, () => flood(connection, send, 2));
  const fill = () => connection.publish(SUBJECTS.events(WORLD), long);
  await table.measure(gateway, 'messages of 8 MB', () => flood(connection, fill, 1));
}

/** Sends as much as the broker takes for a while. */
async function flood(connection: NatsConnection, send: () => void, perFlush = 100): Promise<Uint8Array> {
  for (const end = performance.now() + FLOOD_MS; performance.now() < end; await connection.flush())
    for (let sent = 0; sent < perFlush; sent++) send();
  return DONE;
}

async function measureReads(table: TurnTable, gateway: MonitoredServer): Promise<void> {
  const list = '/v1/fleet/lists/main';
  for (const path of [
    ...['/v1/fleet/worlds', '/v1/fleet/lists', `${list}/bans?Find=zz`, `${list}/offers?Limit=100`],
    ...[`${list}/export`, `${list}/export?Format=Text`, '/v1/fleet/players?Find=Player', '/metrics'],
    ...['/v1/fleet/players?Find=r', '/v1/fleet/audit?Text=zz', '/v1/fleet/audit?Limit=500'],
    ...['/v1/fleet/events/log?Text=zz', '/openapi.json', '/docs', '/v1/palatine/doctor'],
  ])
    await table.call(gateway, `GET ${path}`, { path });
}
