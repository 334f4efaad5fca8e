import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { loadWorld } from '@palatine/server/store/load-world.ts';
import type { Container } from '@palatine/world';

/**
 * The baseline of writes: give/items with node:http and SQLite alone, on a world file, in one durable
 * transaction per request. No token, no validation, no event; every GET gets the bytes of a file. Its audit has an
 * index for each filter, as the one of Palatine had when the goals were set.
 */

const STACK = 9999;
const [worldFile = '', playersFile = ''] = process.argv.slice(2);
const players = readFileSync(playersFile);
const { world } = loadWorld(worldFile); // before it is locked
const database = new DatabaseSync(worldFile);
database.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = full');
database.exec(`create index audit_by_target on audit (target); create index audit_by_ip on audit (ip);
  create index audit_by_token on audit (token); create index audit_by_outcome on audit (outcome);
  create index audit_by_route on audit (route);
  create index audit_by_player on audit (player_uid) where player_uid <> ''`);
const read = database.prepare('select record from containers where key = ?');
const write = database.prepare('update containers set record = ? where key = ?');
const audit = database.prepare(
  `insert into audit (at, token, ip, route, target, outcome, status, reason, request)
   values (?, 'Bench', '127.0.0.1', 'POST /v1/pdapi/give/items/:player_identifier', ?, 'OK', 200, '', ?)`,
);
/** The item container of each online player, by UserId. */
const itemsOf = prepareInventories();
let requests = 0;

const server = createServer((request, response) => {
  if (request.method === 'GET') return send(response, 200, players);
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    try {
      send(response, 200, Buffer.from(JSON.stringify(give(request, Buffer.concat(chunks)))));
    } catch (error) {
      send(response, 500, Buffer.from((error as Error).message));
    }
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`at http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/pdapi\n`);
});

function give(request: IncomingMessage, bytes: Buffer): unknown {
  const userId = request.url?.slice('/v1/pdapi/give/items/'.length) ?? '';
  const key = itemsOf.get(userId);
  if (key === undefined) throw new Error(`nobody is ${userId}`);
  const { Items } = JSON.parse(bytes.toString()) as { Items: { ItemID: string; Count: number }[] };
  database.exec('begin immediate');
  const { record } = read.get(key) as { record: string };
  const container = JSON.parse(record) as Container;
  const slots: Record<number, { itemId: string; count: number }> = { ...container.slots };
  let units = 0;
  for (const { ItemID, Count } of Items) {
    add(slots, container.capacity, ItemID, Count);
    units += Count;
  }
  write.run(JSON.stringify({ ...container, slots }), key);
  audit.run(Date.now(), userId, `bare-${++requests}`);
  database.exec('commit');
  return { Granted: { Items: units } };
}

/** Writes the item containers of the online players as plain JSON, however Palatine writes its rows. */
function prepareInventories(): Map<string, string> {
  const keys = new Map<string, string>();
  database.exec('begin');
  for (const { uid, userId } of world.sessions.values()) {
    const key = world.players.get(uid)?.inventory.Items;
    if (!key) continue;
    keys.set(userId, key);
    write.run(JSON.stringify(world.containers.get(key)), key);
  }
  database.exec('commit');
  return keys;
}

function add(
  slots: Record<number, { itemId: string; count: number }>,
  capacity: number,
  itemId: string,
  count: number,
) {
  for (let slot = 0; slot < capacity; slot++) {
    const stack = slots[slot];
    if (stack !== undefined && (stack.itemId !== itemId || stack.count + count > STACK)) continue;
    slots[slot] = stack === undefined ? { itemId, count } : { ...stack, count: stack.count + count };
    return;
  }
  throw new Error(`no room for ${itemId}`);
}

function send(response: ServerResponse, status: number, body: Buffer): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  });
  response.end(body);
}
