import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GuildsReply, type Issuer, LIMITS, type PalSearch, type PlayersReply } from '@palatine/contract';
import { openStore } from '@palatine/server/store/store.ts';
import { loadCatalogue } from '@palatine/world';
import type { Identities } from './fairness-calls.ts';
import { get, makeDataFolder } from './servers.ts';

const SIZES = 'players=10000,online=10000,palsPerPlayer=2,guilds=50,camps=60';
/** User and address bans each: together within the bounds of Banlist.json. */
const BANS = 5000;
const AUDIT_ENTRIES = 100_000;
const EVENTS = 10_000;

/** Stacks of these take few slots, so that many entries fit. */
const ITEMS = ['Wood', 'Stone', 'Fiber', 'PalSphere'];

/** A data folder with a large world, bans, Pal templates, and a past: an audit and events. */
export async function makeFairnessFolder(): Promise<string> {
  const data = await makeDataFolder(['--demo', SIZES]);
  writeFileSync(join(data, 'Banlist.json'), JSON.stringify(banlist()));
  const templates = join(data, 'Pals', 'Templates');
  mkdirSync(templates, { recursive: true });
  for (const name of templateNames()) {
    writeFileSync(join(templates, `${name}.json`), JSON.stringify({ PalID: 'SheepBall', Level: 12 }));
  }
  writePast(join(data, 'world.db'));
  return data;
}

/** The identities of the running world, for the turn with this number. */
export async function identitiesOf(port: number, data: string): Promise<(turn: number) => Identities> {
  const { Players } = JSON.parse(String(await get(port))) as PlayersReply;
  const guilds = JSON.parse(String(await get(port, '/v1/pdapi/guilds'))) as GuildsReply;
  const { Rows } = JSON.parse(String(await get(port, '/v1/palatine/pals?Limit=1'))) as PalSearch;
  const userIds = Players.map(({ UserId }) => UserId);
  const camps = Object.values(guilds).flatMap(({ camps: of }) => of.map(({ id }) => id));
  const technologies = loadCatalogue().technologies.all();
  return (turn) => ({
    player: userIds[turn] ?? '',
    players: userIds.slice(-LIMITS.listEntries),
    bannedUser: userOf(turn),
    bannedIP: addressOf(turn),
    guild: Object.keys(guilds)[0] ?? '',
    pal: Rows[0]?.Id ?? '',
    camp: camps[turn % camps.length] ?? '',
    archive: archiveAt(data, turn),
    templates: templateNames(),
    itemIds: ITEMS,
    technologies: technologies.map(({ id }) => id).slice(0, LIMITS.technologyEntries),
  });
}

/** Of as many archives as there are turns, each turn has one of its own. */
function archiveAt(data: string, turn: number): string {
  const names = readdirSync(join(data, 'Archives'));
  return names[turn % names.length] ?? '';
}

function templateNames(): string[] {
  return Array.from({ length: LIMITS.templateEntries }, (_, number) => `Template${number}`);
}

const userOf = (number: number) => `steam_9${String(number).padStart(16, '0')}`;
const addressOf = (number: number) => `198.18.${number >> 8}.${number & 255}`;

function banlist(): object {
  const numbers = Array.from({ length: BANS }, (_, number) => number);
  const entry = { Active: true, BannedBy: issuer() };
  return {
    Version: 1,
    BannedMessage: 'You are banned.',
    UserEntries: numbers.map((number) => ({ UserId: userOf(number), ...entry })),
    IPEntries: numbers.map((number) => ({ IP: addressOf(number), ...entry })),
  };
}

function issuer(): Issuer {
  const Timestamp = {
    UTC: 1_700_000_000,
    Year: 2023,
    Month: 11,
    Day: 14,
    Hour: 22,
    Min: 13,
    Sec: 20,
    Msec: 0,
  };
  return {
    Type: 'rest',
    NameValue: 'Bench',
    IP: '127.0.0.1',
    Reason: 'griefing at the northern camp',
    Timestamp,
  };
}

function writePast(worldFile: string): void {
  const store = openStore(worldFile);
  const audit = Array.from({ length: AUDIT_ENTRIES }, (_, number) => ({
    atMs: number,
    Token: 'Bench',
    IP: '127.0.0.1',
    Route: 'POST /v1/pdapi/give/items/:player_identifier',
    Target: userOf(number % 1000),
    Outcome: 'OK',
    Status: 200,
    Reason: '',
    request: `past-${number}`,
    requestId: `past-${number}`,
    idempotencyKey: '',
    summary: '1 × PalSphere',
    player: undefined,
    eventId: undefined,
  }));
  const changes = Array.from({ length: EVENTS }, (_, index) => {
    const id = index + 1;
    const data = {
      sendType: 'Broadcast',
      sender: 'Bench',
      text: 'The server restarts soon',
      recipients: null,
    };
    return { table: 'events' as const, key: String(id), record: { id, atMs: id, type: 'message', data } };
  });
  store.commit({ changes, audit });
  store.close();
}
