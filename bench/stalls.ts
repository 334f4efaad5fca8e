import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@palatine/client';
import {
  CATALOGUE_LANGUAGES,
  fillPath,
  type IPBan,
  POSITION_STREAM,
  queryText,
  type UserBan,
} from '@palatine/contract';
import { sampleCalls } from '@palatine/testing/sample-calls';
import { versionHeaders } from '@palatine/testing/version-headers';
import { TOKEN } from './load.ts';
import { demoFolder, PALATINE, type Scale } from './shared.ts';
import { benchGatewayStalls } from './stalls-gateway.ts';
import { fillAudit } from './start.ts';
import { type Call, call, type MonitoredServer, startMonitored, TurnTable } from './turns.ts';

// How long one request keeps the event loop from all others. Each turn of the benchmark has a new process and data folder,
// so that each measures the first request of its kind.

/** As many as Banlist.json may hold (`BANLIST_BOUNDS`). */
const BANS = 10_000;

/** Half the side of a part of the map in cm: all players are in it. */
const BOX = 90_000_000;

export async function benchStalls(scale: Scale): Promise<void> {
  await using table = await TurnTable.start();
  for (let turn = 0; turn < scale.repeats; turn++) await measureWorld(scale, table, turn);
  await measureAudit(scale, table);
  table.print('A world');
  await benchGatewayStalls(scale);
}

async function measureWorld(scale: Scale, table: TurnTable, turn: number): Promise<void> {
  const data = await demoFolder(scale.world);
  writeBanlist(data, 'a');
  await using server = await startMonitored(
    '--max-semi-space-size=8',
    ...[PALATINE, '--data', data, '--no-simulate', '--port'],
  );
  const row = (name: string, request: Call) => table.call(server, name, request);
  await row('first openapi.json, no token', { path: '/openapi.json', anonymous: true });
  await row('first docs, no token', { path: '/docs', anonymous: true });
  await row('first docs/scalar.js, no token', { path: '/docs/scalar.js', anonymous: true });
  for (const language of CATALOGUE_LANGUAGES) {
    await row('first catalogue of a language', { path: `/v1/palatine/catalogue?Language=${language}` });
  }
  await table.measure(server, `positions in ${POSITION_STREAM.parts} new boxes at once`, async () => {
    const boxes = Array.from(
      { length: POSITION_STREAM.parts },
      (_, at) => `-${BOX + at},-${BOX},${BOX},${BOX}`,
    );
    const [first] = await Promise.all(
      boxes.map((box) => call(server.port, { path: `/v1/palatine/positions?Box=${box}` })),
    );
    return first as Buffer; // there are boxes
  });
  await measureBans(table, server, data, turn);
  await measureBodies(table, server);
  await measureSampleCalls(table, server, data);
}

/** Searches of a long audit: what is looked for is in none of its entries. */
async function measureAudit({ world, auditEntries, repeats }: Scale, table: TurnTable): Promise<void> {
  const data = await demoFolder(world);
  await fillAudit(data, auditEntries);
  for (let turn = 0; turn < repeats; turn++) {
    await using server = await startMonitored(PALATINE, '--data', data, '--no-simulate', '--port');
    for (const query of ['Limit=500', 'Text=zzz', 'Format=csv&Text=zz', 'Format=csv&Token=Bot']) {
      const of = `audit of ${auditEntries.toLocaleString('en')} entries`;
      await table.call(server, `${of}, ${query}`, { path: `/v1/palatine/audit?${query}` });
    }
  }
}

/** Issuers with addresses and reasons that differ; short ones, as the file may hold 8 MiB. */
function writeBanlist(data: string, edit: string): void {
  const issuer = (at: number) => ({
    Type: 'Token',
    NameValue: `A${at % 50}`,
    IP: `198.51.${at >> 8}.${at & 255}`,
    Reason: `${edit}${at}`,
    Timestamp: {
      UTC: at,
      Year: 1970,
      Month: 1,
      Day: 1,
      Hour: 0,
      Min: 0,
      Sec: 0,
      Msec: 0,
    },
  });
  const range = (at: number) =>
    at % 2 === 0 ? `2001:db8:${at.toString(16)}::/48` : `10.${at >> 8}.${at & 255}.0/24`;
  const bans = Array.from({ length: BANS }, (_, at) => ({ Active: true, BannedBy: issuer(at) }));
  const UserEntries: UserBan[] = bans.map((ban, at) => ({
    UserId: `steam_${at}`,
    ...ban,
  }));
  const IPEntries: IPBan[] = bans.map((ban, at) => ({ IP: range(at), ...ban }));
  const list = { Version: 1, BannedMessage: 'banned', UserEntries, IPEntries };
  writeFileSync(join(data, 'Banlist.json'), JSON.stringify(list));
}

async function measureBans(
  table: TurnTable,
  server: MonitoredServer,
  data: string,
  turn: number,
): Promise<void> {
  const row = (name: string, request: Call) => table.call(server, name, request);
  await row('whole ban list', { path: '/v1/pdapi/banlist' });
  for (const text of ['q=a4', 'issuerIP=198.51.100.7', 'userIP=2001:db8:64::/48', 'q=zz', 'limit=200&q=']) {
    await row(`ban list, ${text}`, { path: `/v1/pdapi/banlist?${text}${turn}` });
  }
  writeBanlist(data, 'b');
  await row('reload after a changed ban list', { method: 'POST', path: '/v1/pdapi/ReloadConfig' });
  writeBanlist(data, 'c');
  await row('ban after a changed ban list', {
    method: 'POST',
    path: '/v1/pdapi/ban/steam_76561199999999999',
    body: '{}',
  });
  await row('unban', { method: 'POST', path: '/v1/pdapi/unban/steam_76561199999999999', body: '{}' });
}

async function measureBodies(table: TurnTable, server: MonitoredServer): Promise<void> {
  const keys = Object.fromEntries(Array.from({ length: 49_000 }, (_, at) => [`key${at}`, at]));
  const path = '/v1/pdapi/announce';
  const MB = 1_000_000;
  for (const [name, body] of [
    ['49,000 keys', JSON.stringify(keys)],
    ['1 MB of [', '['.repeat(MB)],
    ['1 MB of digits', '1'.repeat(MB)],
    ['1 MB of text', JSON.stringify({ Message: 'x'.repeat(MB) })],
  ] as const) {
    await table.call(server, `body of ${name}`, { method: 'POST', path, body });
  }
}

/** Every request of the API, as its document shows it. */
async function measureSampleCalls(table: TurnTable, server: MonitoredServer, data: string): Promise<void> {
  const api = createClient({ url: `http://127.0.0.1:${server.port}`, token: TOKEN });
  for (const { name, route, params, query, body, ...version } of await sampleCalls({ api, data })) {
    await table.call(server, name, {
      method: route.method,
      path: fillPath(route, params) + queryText(query),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: versionHeaders(version),
    });
  }
}
