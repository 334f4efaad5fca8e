import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import type { ItemsReply, PlayersReply } from '@palatine/contract';
import {
  demoFolder,
  get,
  inTurns,
  LOAD_COLUMNS,
  type LoadFigures,
  load,
  newFolder,
  printTable,
  type Row,
  type Scale,
  startPalatine,
  startServer,
} from './shared.ts';

// Run as a program, this file is the baseline of writes: node writes.ts FILE PORT.

const CONNECTIONS = [1, 16, 64];
const READS_PER_WRITE = 9;
/** A slot holds 9,999 Wood, so that these hold more than any run gives. */
const FREE_SLOTS = 3;
/** The size of a container of items as JSON. */
const RECORD_CHARS = 1500;

/** Grants of an item, against a bare handler that commits a row and an audit entry with a flush for each request. */
export async function benchWrites(scale: Scale): Promise<void> {
  await using palatine = await startPalatine(await demoFolder(scale.world));
  await using bare = await startServer(import.meta.filename, join(newFolder(), 'bare.db'));
  const players = await recipients(palatine.port);
  const writes = players.map((userId) => ({
    method: 'POST' as const,
    path: `/v1/pdapi/give/items/${userId}`,
    body: JSON.stringify({ Items: [{ ItemID: 'Wood', Count: 1 }] }),
  }));
  const reads = players.map((userId) => ({ path: `/v1/pdapi/items/${userId}` }));
  const mixed = writes.flatMap((write, at) => [
    write,
    ...Array.from(
      { length: READS_PER_WRITE },
      (_, read) => reads[(at + read) % reads.length] ?? { path: '/' },
    ),
  ]);

  const servers = { bare, palatine };
  const rows: Row<LoadFigures>[] = [];
  async function measure(name: string, requests: typeof mixed, connections: number): Promise<void> {
    const subject = (server: keyof typeof servers) => ({
      server: servers[server],
      measure: () => load(servers[server], { requests, connections, forMs: scale.roundMs }),
    });
    const turns = await inTurns(scale.rounds, { bare: subject('bare'), palatine: subject('palatine') });
    rows.push({ name: `${name}, bare`, measured: turns.bare });
    rows.push({ name: '  Palatine', measured: turns.palatine, baseline: turns.bare });
  }
  for (const connections of CONNECTIONS) await measure(`${connections} at once`, writes, connections);
  await measure(`${READS_PER_WRITE} reads to a write, 64 at once`, mixed, 64);
  printTable('Writes', LOAD_COLUMNS, rows);
}

/** The UserIds of those online who have room for what is given. */
async function recipients(port: number): Promise<string[]> {
  const { Players } = JSON.parse(String(await get(port, '/v1/pdapi/players'))) as PlayersReply;
  const found: string[] = [];
  for (const { Status, UserId } of Players) {
    if (Status !== 'Online' || UserId === '') continue;
    const items = await get(port, `/v1/pdapi/items/${UserId}`).catch(() => undefined); // no loaded character
    if (items === undefined) continue;
    const { Available, FreeSlots } = (JSON.parse(String(items)) as ItemsReply).Inventory.Items;
    if (Available && FreeSlots >= FREE_SLOTS) found.push(UserId);
  }
  if (found.length === 0) throw new Error('nobody online has room for an item');
  return found;
}

/** No token, no validation, no event: what a durable write costs at least. */
function serveWrites(file: string, port: number): void {
  const database = new DatabaseSync(file);
  database.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = full');
  database.exec(`create table containers (key text primary key, record text not null) strict;
    create table audit (id integer primary key, at integer not null, token text, route text, target text) strict;
    create index audit_by_time on audit (at)`);
  const read = database.prepare('select record from containers where key = ?');
  const put = database.prepare(
    'insert into containers values (?, ?) on conflict (key) do update set record = excluded.record',
  );
  const audit = database.prepare('insert into audit (at, token, route, target) values (?, ?, ?, ?)');

  function give(player: string, body: string): string {
    const { Items } = JSON.parse(body) as { Items: { Count: number }[] };
    const given = Items.reduce((sum, { Count }) => sum + Count, 0);
    database.exec('begin immediate');
    const { record = '{"count":0}' } = (read.get(player) ?? {}) as { record?: string };
    const { count } = JSON.parse(record) as { count: number };
    put.run(player, JSON.stringify({ count: count + given, slots: 'x'.repeat(RECORD_CHARS) }));
    audit.run(Date.now(), 'Bench', 'POST /v1/pdapi/give/items/:player_identifier', player);
    database.exec('commit');
    return JSON.stringify({ Granted: { Items: given } });
  }

  async function answer({ method, url = '' }: IncomingMessage, body: Promise<string>): Promise<string> {
    const player = url.slice(url.lastIndexOf('/') + 1);
    if (method === 'POST') return give(player, await body);
    return (read.get(player) as { record: string } | undefined)?.record ?? '{}';
  }

  createServer((request, response) => {
    void answer(request, text(request)).then((json) => {
      const bytes = Buffer.from(json);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
      response.end(bytes);
    });
  }).listen(port, '127.0.0.1');
}

if (import.meta.main) serveWrites(process.argv[2] ?? '', Number(process.argv[3]));
