import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ItemsReply, PlayersReply } from '@palatine/contract';
import { EVENTS_KEPT } from '@palatine/world';
import type { LoadGenerator, LoadKind } from './load.ts';
import { get, makeDataFolder, playersRequest, postRequest, startPalatine } from './servers.ts';
import { newFolder } from './tidy.ts';

const BASE = '/v1/pdapi';
/** A slot holds 9,999 Wood, so FREE_SLOTS hold more than any run gives. */
const GIVEN = { Items: [{ ItemID: 'Wood', Count: 1 }] };
const GIVEN_ANSWER_BYTES = '{"Granted":{"Items":1}}'.length;
const FREE_SLOTS = 3;
/** Inventories searched for free slots. */
const MOST_RECIPIENTS = 1000;

/** A world whose event log is full, so that each write also deletes an event, as in any long-running server. */
export interface WriteWorld {
  /** Its data folder; no server uses it. */
  data: string;
  players: number;
  /** UserIds of online players with free slots. */
  recipients: string[];
  /** The response of GET /players; writes of items do not change it. */
  playersFile: string;
  playersBytes: number;
}

/** Creates a demo world with everyone online, and fills its event log. */
export async function makeWriteWorld(players: number, load: LoadGenerator): Promise<WriteWorld> {
  const data = await makeDataFolder(['--demo', `players=${players},online=${players},palsPerPlayer=5`]);
  await using server = await startPalatine(data);
  const body = await get(server.port);
  const playersFile = join(newFolder(), 'players.json');
  writeFileSync(playersFile, body);
  const recipients = await findRecipients(server.port, body);
  const world = { data, players, recipients, playersFile, playersBytes: body.length };

  for (let written = 0; written <= EVENTS_KEPT.events; ) {
    const { answers } = await load.measure({
      port: server.port,
      kinds: [givingItems(server.port, recipients)],
      connections: 64,
      settleMs: 0,
      measureMs: 1000,
      minAnswers: EVENTS_KEPT.events + 1 - written,
    });
    written += answers;
  }
  return world;
}

/** Gives one item to one player after another. */
export function givingItems(port: number, recipients: readonly string[]): LoadKind {
  const requests = recipients.map((userId) => postRequest(port, `${BASE}/give/items/${userId}`, GIVEN));
  return { requests, share: 1, bodyBytes: GIVEN_ANSWER_BYTES };
}

export function readingPlayers(port: number, { playersBytes }: WriteWorld, share: number): LoadKind {
  return { requests: [playersRequest(port)], share, bodyBytes: playersBytes };
}

/** Players spread evenly over the world, except those without a loaded character or with a full inventory. */
async function findRecipients(port: number, body: Buffer): Promise<string[]> {
  const { Players } = JSON.parse(body.toString()) as PlayersReply;
  const step = Math.max(1, Math.floor(Players.length / MOST_RECIPIENTS));
  const recipients: string[] = [];
  for (let index = 0; index < Players.length; index += step) {
    const { UserId, Status } = Players[index] as PlayersReply['Players'][number]; // index < length
    if (Status === 'Online' && UserId !== '' && (await hasRoom(port, UserId))) recipients.push(UserId);
  }
  return recipients;
}

async function hasRoom(port: number, userId: string): Promise<boolean> {
  try {
    const answer = JSON.parse((await get(port, `${BASE}/items/${userId}`)).toString()) as ItemsReply;
    const { Available, FreeSlots } = answer.Inventory.Items;
    return Available && FreeSlots >= FREE_SLOTS;
  } catch {
    return false; // no loaded character
  }
}
