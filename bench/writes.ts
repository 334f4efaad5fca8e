import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import type { ItemsReply, PlayersReply } from '@palatine/contract';
import { get, type LoadFigures, load, type Request } from './load.ts';
import {
  demoFolder,
  inTurns,
  LATENCY_COLUMNS,
  LOAD_COLUMNS,
  loadApart,
  newFolder,
  printTable,
  type Row,
  type Scale,
  type Server,
  startPalatine,
  startServer,
} from './shared.ts';

// Run as a program, this file is the baseline of writes: node writes.ts FILE PORT.

const CONNECTIONS = [1, 16, 64];
/** The load that Palatine is made for. */
const READ_RATE = 50;
/** A slot holds 9,999 Wood, so that these hold more than any run gives. */
const FREE_SLOTS = 3;
/** The size of a container of items as JSON. */
const RECORD_CHARS = 1500;

/** Grants of an item, against a bare handler that commits a row and an audit entry with a flush for each request. */
export async function benchWrites(scale: Scale): Promise<void> {
  await using palatine = await startPalatine(await demoFolder(scale.world));
  await using bare = await startServer(import.meta.filename, join(newFolder(), 'bare.db'));
  const players = await recipients(palatine.port);
  const writes = players.map((userId) => grant('items', userId, { Items: [{ ItemID: 'Wood', Count: 1 }] }));

  const servers = { bare, palatine };
  const rows: Row<LoadFigures>[] = [];
  for (const connections of CONNECTIONS) {
    const subject = (server: keyof typeof servers) => ({
      server: servers[server],
      measure: () => load(servers[server], { requests: writes, connections, forMs: scale.roundMs }),
    });
    const turns = await inTurns(scale.rounds, { bare: subject('bare'), palatine: subject('palatine') });
    rows.push({ name: `${connections} at once, bare`, measured: turns.bare });
    rows.push({ name: '  Palatine', measured: turns.palatine, baseline: turns.bare });
  }
  printTable('Writes', LOAD_COLUMNS, rows);
  await measureReads(scale, palatine, writes);
}

/** GET /players at the rate that Palatine is made for, with nobody else there and while 64 write. */
async function measureReads(scale: Scale, palatine: Server, writes: readonly Request[]): Promise<void> {
  const players = { requests: [{ path: '/v1/pdapi/players' }], connections: 32, perSecond: READ_RATE };
  const read = () => loadApart(palatine, { ...players, forMs: 2 * scale.roundMs });
  const turns = await inTurns(scale.rounds, {
    alone: { measure: read },
    writing: {
      async measure() {
        const stop = new AbortController();
        const options = { requests: writes, connections: 64, forMs: Number.POSITIVE_INFINITY };
        const writing = load(palatine, { ...options, stop: stop.signal });
        const figures = await read();
        stop.abort();
        await writing;
        return figures;
      },
    },
  });
  printTable(`GET /players, ${READ_RATE} a second`, LATENCY_COLUMNS, [
    { name: 'alone', measured: turns.alone },
    { name: 'while 64 write', measured: turns.writing, baseline: turns.alone },
  ]);
}

export function grant(what: string, userId: string, body: object): Request {
  return { method: 'POST', path: `/v1/pdapi/give/${what}/${userId}`, body: JSON.stringify(body) };
}

/** The UserIds of those online who have room for what is given. */
export async function recipients(port: number): Promise<string[]> {
  const { Players } = JSON.parse(String(await get(port, '/v1/pdapi/players'))) as PlayersReply;
  const results: string[] = [];
  for (const { Status, UserId } of Players) {
    if (Status !== 'Online' || UserId === '') continue;
    const items = await get(port, `/v1/pdapi/items/${UserId}`).catch(() => undefined); // no loaded character
    if (items === undefined) continue;
    const { Available, FreeSlots } = (JSON.parse(String(items)) as ItemsReply).Inventory.Items;
    if (Available && FreeSlots >= FREE_SLOTS) results.push(UserId);
  }
  if (results.length === 0) throw new Error('nobody online has room for an item');
  return results;
}

const WORLD_TABLES = join(import.meta.dirname, '../packages/engine/src/store/world.sql');

/** No token, no validation, no event: what a durable write costs at least, with an audit of the same indexes. */
function serveWrites(file: string, port: number): void {
  const database = new DatabaseSync(file);
  database.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = full');
  database.exec(readFileSync(WORLD_TABLES, 'utf8'));
  database.exec(`create trigger audit_added after insert on audit begin
    insert into audit_text (rowid, summary, reason, target) values (new.id, new.summary, new.reason, new.target);
  end`);
  const read = database.prepare('select record from containers where key = ?');
  const put = database.prepare(
    'insert into containers values (?, ?) on conflict (key) do update set record = excluded.record',
  );
  const audit = database.prepare(
    `insert into audit (at, token, ip, route, target, outcome, status, reason, request, summary, player_uid)
     values (?, 'Bench', '127.0.0.1', 'POST /v1/pdapi/give/items/:player_identifier', ?, 'OK', 200, '', '', ?, ?)`,
  );

  function give(player: string, body: string): string {
    const { Items } = JSON.parse(body) as { Items: { Count: number }[] };
    const granted = Items.reduce((sum, { Count }) => sum + Count, 0);
    database.exec('begin immediate');
    const { record = '{"count":0}' } = (read.get(player) ?? {}) as { record?: string };
    const { count } = JSON.parse(record) as { count: number };
    put.run(player, JSON.stringify({ count: count + granted, slots: 'x'.repeat(RECORD_CHARS) }));
    audit.run(Date.now(), player, `${granted} × Wood`, player);
    database.exec('commit');
    return JSON.stringify({ Granted: { Items: granted } });
  }

  createServer((request, response) => {
    const { method, url = '' } = request;
    void text(request).then((body) => {
      const player = url.slice(url.lastIndexOf('/') + 1);
      const bytes = Buffer.from(method === 'POST' ? give(player, body) : '{}');
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
      response.end(bytes);
    });
  }).listen(port, '127.0.0.1');
}

if (import.meta.main) serveWrites(process.argv[2] ?? '', Number(process.argv[3]));
