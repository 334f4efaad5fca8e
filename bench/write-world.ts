import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ItemsReply, PlayersReply } from '@palatine/contract';
import { EVENTS_KEPT } from '@palatine/world';
import type { LoadGenerator, LoadKind } from './load.ts';
import { get, makeDataFolder, playersRequest, postRequest, startPalatine } from './servers.ts';
import { newFolder } from './tidy.ts';

const BASE = '/v1/pdapi';
/** Wood takes 9,999 in a slot, so these slots hold more than any run gives. */
const GIVEN = { Items: [{ ItemID: 'Wood', Count: 1 }] };
const GIVEN_ANSWER_BYTES = '{"Granted":{"Items":1}}'.length;
const FREE_SLOTS = 3;
/** Inventories looked through for room. */
const MOST_TAKERS = 1000;

/** A world that has seen so many writes that it forgets an event with each one more, as any does after a while. */
export interface WriteWorld {
  /** Its folder; no server is using it. */
  data: string;
  players: number;
  /** UserIds of who is online and has room. */
  takers: string[];
  /** The answer of GET /players, which writes of items do not change. */
  playersFile: string;
  playersBytes: number;
}

/** Makes a demo world with everyone online, and wears it in. */
export async function makeWriteWorld(players: number, load: LoadGenerator): Promise<WriteWorld> {
  const data = await makeDataFolder(['--demo', `players=${players},online=${players},palsPerPlayer=5`]);
  await using server = await startPalatine(data);
  const body = await get(server.port);
  const playersFile = join(newFolder(), 'players.json');
  writeFileSync(playersFile, body);
  const takers = await findTakers(server.port, body);
  const world = { data, players, takers, playersFile, playersBytes: body.length };

  for (let written = 0; written <= EVENTS_KEPT; ) {
    const { answers } = await load.measure({
      port: server.port,
      kinds: [giving(server.port, takers)],
      connections: 64,
      settleMs: 0,
      measureMs: 1000,
      leastAnswers: EVENTS_KEPT + 1 - written,
    });
    written += answers;
  }
  return world;
}

/** One unit to one player after another. */
export function giving(port: number, takers: readonly string[]): LoadKind {
  const requests = takers.map((userId) => postRequest(port, `${BASE}/give/items/${userId}`, GIVEN));
  return { requests, share: 1, bodyBytes: GIVEN_ANSWER_BYTES };
}

export function readingPlayers(port: number, { playersBytes }: WriteWorld, share: number): LoadKind {
  return { requests: [playersRequest(port)], share, bodyBytes: playersBytes };
}

/** Evenly over the world. A demo also has some whose character is not loaded, or whose pockets are full. */
async function findTakers(port: number, body: Buffer): Promise<string[]> {
  const { Players } = JSON.parse(body.toString()) as PlayersReply;
  const step = Math.max(1, Math.floor(Players.length / MOST_TAKERS));
  const takers: string[] = [];
  for (let index = 0; index < Players.length; index += step) {
    const { UserId, Status } = Players[index] as PlayersReply['Players'][number]; // index < length
    if (Status === 'Online' && UserId !== '' && (await hasRoom(port, UserId))) takers.push(UserId);
  }
  return takers;
}

async function hasRoom(port: number, userId: string): Promise<boolean> {
  try {
    const answer = JSON.parse((await get(port, `${BASE}/items/${userId}`)).toString()) as ItemsReply;
    const { Available, FreeSlots } = answer.Inventory.Items;
    return Available && FreeSlots >= FREE_SLOTS;
  } catch {
    return false; // the character is not loaded
  }
}
