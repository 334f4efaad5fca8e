import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { LIMITS } from '@palatine/contract';
import type { RawResponse } from '@palatine/testing/raw-request';
import { between, pick, type Random } from '@palatine/world/random';
import {
  type Caller,
  callerOf,
  type Findings,
  openRaw,
  openTcp,
  type Program,
  RefusedError,
  repeatedly,
  replyOf,
  type Wire,
} from './target.ts';

/** The secrets of the tokens: everything is allowed to both kinds of callers, and nothing to the third. */
export const TOKENS = { ordinary: 'soak-ordinary', hostile: 'soak-hostile', powerless: 'soak-powerless' };

// Ordinary callers

/** Ordinary callers pause between their requests. */
const PAUSE_MS = 20;
/** How often a grant with a key is sent before its caller gives up. */
const KEYED_ATTEMPTS = 20;
const READS = ['/v1/pdapi/players', '/v1/pdapi/guilds', '/v1/pdapi/version', '/v1/pdapi/banlist', '/healthz'];

/**
 * Calls as a shop and a panel would: grants technology points to a player, keyed or not, and reads. Nobody else grants to
 * this player, so the total is known exactly. @returns how to stop it, and compare the total
 */
export function startOrdinary(program: Program, player: string, findings: Findings): () => Promise<void> {
  const caller = callerOf(program, TOKENS.ordinary);
  const grants = `/v1/pdapi/give/progression/${player}`;
  let points: number | undefined;
  let round = 0;

  /** Undefined for an answer that says to ask again later: nothing was applied. */
  async function counted(request: Promise<RawResponse>): Promise<RawResponse | undefined> {
    const answer = await request;
    findings.count('ordinary answers');
    if (answer.status === 200 || !new RefusedError(answer).isBusy) return answer;
    findings.count('busy answers');
    return undefined;
  }

  /** Grants one point; with a key again, which must not be applied again. */
  async function grant(key: string | undefined): Promise<void> {
    points ??= await pointsOf(caller, player);
    const expected = points + 1;
    for (let attempt = 0; attempt < KEYED_ATTEMPTS; attempt++) {
      const answer = await counted(caller.request('POST', grants, { TechnologyPoints: 1 }, key));
      if (answer === undefined) continue;
      const { Totals } = replyOf<{ Totals: { TechnologyPoints: number } }>(answer);
      if (Totals.TechnologyPoints !== expected) {
        throw new Error(`a grant to ${player} was answered ${answer.text}, not ${expected}`);
      }
      points = expected;
      if (key === undefined || attempt > 0) return;
    }
  }

  const stop = repeatedly(
    findings,
    () => PAUSE_MS,
    async () => {
      const number = round++;
      await grant(number % 2 === 0 ? `${player}-${number}` : undefined);
      const answer = await counted(caller.request('GET', READS[number % READS.length] ?? ''));
      if (answer !== undefined) replyOf(answer);
    },
  );
  return async () => {
    await stop();
    const actual = await pointsOf(caller, player);
    if (actual !== points) findings.errors.push(`${player} has ${actual} points instead of ${points}`);
    caller[Symbol.dispose]();
  };
}

async function pointsOf(caller: Caller, player: string): Promise<number> {
  const { Progression } = await caller.read<{ Progression: { Currencies: { technologyPoints: number } } }>(
    `/v1/pdapi/progression/${player}`,
  );
  return Progression.Currencies.technologyPoints;
}

// Hostile callers

/** How long connections are held that do nothing. */
const HOLD_MS = 2000;

interface Hostility {
  program: Program;
  caller: Caller;
  random: Random;
  /** A player of whom no ordinary caller keeps count. */
  player: string;
}

const BANNED = Array.from({ length: 50 }, (_, number) => `steam_6660000${number}`);
const EVENTS = 'GET /v1/palatine/events';

/** The attack of each kind of hostile caller, repeated. Its answer does not matter; that the others are answered does. */
export const HOSTILE = {
  idleConnections: async ({ program }) => {
    const wires = Array.from({ length: 40 }, () => openTcp(program));
    await delay(HOLD_MS);
    close(wires);
  },

  halfHellos: ({ program }) =>
    holdAfter(20, program, openTcp, () => '\x16\x03\x01\x00\x02\x00\x01\xfc\x03\x03'),

  halfHeads: ({ program, random }) =>
    holdAfter(20, program, openRaw, () => head('GET /v1/pdapi/players').slice(0, between(random, 1, 60))),

  halfBodies: ({ program, random }) =>
    holdAfter(20, program, openRaw, () => {
      const framing = pick(random, ['Content-Length: 100000', 'Transfer-Encoding: chunked']);
      const token = pick(random, [TOKENS.hostile, '']);
      return `${head('POST /v1/pdapi/Broadcast', token, framing)}ffff\r\n${'x'.repeat(between(random, 0, 5000))}`;
    }),

  brokenRequests: ({ program, random }) =>
    holdAfter(20, program, openRaw, () =>
      pick(random, [
        'no HTTP at all\r\n\r\n',
        head('GET /v1/pdapi/version', TOKENS.hostile, `X-Long: ${'x'.repeat(2 * LIMITS.headerBytes)}`),
        `${head('POST /v1/pdapi/Broadcast', TOKENS.hostile, 'Transfer-Encoding: chunked')}zz\r\n`,
        head('GET /v1/pdapi/version', TOKENS.hostile, 'Content-Length: 5, 6'),
      ]),
    ),

  deafReaders: ({ program, random }) =>
    holdAfter(10, program, openRaw, () =>
      head(pick(random, ['GET /docs/scalar.js', 'GET /openapi.json', 'GET /v1/pdapi/players'])).repeat(4),
    ),

  deafPipelines: ({ program, random }) =>
    holdAfter(4, program, openRaw, () =>
      head(pick(random, ['GET /v1/pdapi/banlist', 'GET /v1/pdapi/players', 'GET /v1/pdapi/version'])).repeat(
        600,
      ),
    ),

  watchersThatReset: async ({ program }) => {
    const wires = Array.from({ length: 30 }, () => openRaw(program));
    try {
      await Promise.all(wires.map((wire) => send(wire, head(EVENTS))));
    } finally {
      for (const { tcp } of wires) tcp.resetAndDestroy();
    }
  },

  watchersThatDoNotRead: ({ program }) => holdAfter(20, program, openRaw, () => head(EVENTS)),

  watchersFromTheBeginning: ({ program }) =>
    holdAfter(10, program, openRaw, () => head(EVENTS, TOKENS.hostile, 'Last-Event-ID: 0'), {
      reading: true,
    }),

  refusedRequests: async ({ program }) => {
    const requests = [
      head('GET /v1/pdapi/players', 'no such token'),
      head('GET /v1/pdapi/players', ''),
      head(`POST /v1/pdapi/ban/${'%E2%82%AC'.repeat(200)}`, TOKENS.powerless),
      head('GET /v1/pdapi/nowhere'),
      head('DELETE /v1/pdapi/players'),
      head('GET /readyz', ''),
      `${head('POST /v1/pdapi/Broadcast', TOKENS.hostile, 'Content-Length: 1')}{`,
    ];
    await holdAfter(2, program, openRaw, () => requests.join('').repeat(30), { reading: true, holdMs: 500 });
  },

  largeBodies: async ({ caller, random, player }) => {
    const [path, body] = pick(random, largeBodies(player));
    await caller.request('POST', path, body());
  },

  bans: async ({ caller, random }) => {
    const user = pick(random, BANNED);
    const address = `203.0.113.${between(random, 0, 50)}`;
    const body = { Reason: 'x'.repeat(LIMITS.reasonChars) };
    await caller.request('POST', `/v1/pdapi/ban/${user}`, body);
    await caller.request('POST', `/v1/pdapi/banip/${address}`, body);
    await caller.request('GET', '/v1/pdapi/banlist?reason=xx&active=true');
    await caller.request('POST', `/v1/pdapi/unban/${user}`, body);
    await caller.request('POST', `/v1/pdapi/unbanip/${address}`, body);
  },

  broadcasts: async ({ caller }) => {
    const body = { Message: 'x'.repeat(LIMITS.messageChars), Sender: 'y'.repeat(LIMITS.senderChars) };
    await Promise.all(Array.from({ length: 20 }, () => caller.request('POST', '/v1/pdapi/Broadcast', body)));
  },

  audits: async ({ caller, random }) => {
    const query = () =>
      `?Limit=500&Route=r${between(random, 0, 1e6)}&Token=t${between(random, 0, 1e6)}&Outcome=x&IP=::1`;
    await Promise.all(
      Array.from({ length: 10 }, () => caller.request('GET', `/v1/palatine/audit${query()}`)),
    );
  },

  reloads: async ({ caller }) => {
    await caller.request('POST', '/v1/pdapi/ReloadConfig');
    await delay(200);
  },

  legacyGives: async ({ caller, player }) => {
    const Items = Array.from({ length: LIMITS.listEntries }, () => ({}));
    const body = { UserID: player, EXP: -1, Relics: { Nothing: 1 }, Techs: ['none'], Pals: Items, Items };
    await caller.request('POST', '/v1/pdapi/give', body);
  },

  keyedWrites: async ({ caller, random, player }) => {
    const key = `hostile-${between(random, 0, 2 ** 31)}`;
    const path = `/v1/pdapi/give/progression/${player}`;
    const sent = Array.from({ length: 5 }, (_, number) =>
      caller.request('POST', path, { TechnologyPoints: 1 + (number % 2) }, key),
    );
    await Promise.all(sent);
  },
} satisfies Record<string, (hostility: Hostility) => Promise<void>>;

export type HostileKind = keyof typeof HOSTILE;
export const HOSTILE_KINDS = Object.keys(HOSTILE) as HostileKind[]; // the keys of HOSTILE

function head(line: string, token: string = TOKENS.hostile, ...headers: string[]): string {
  const authorization = token === '' ? [] : [`Authorization: Bearer ${token}`];
  return [`${line} HTTP/1.1`, 'Host: soak', ...authorization, ...headers, '', ''].join('\r\n');
}

/** Opens connections, sends something on each, and holds them. Unless `reading`, nothing is read. */
async function holdAfter(
  connections: number,
  program: Program,
  open: (program: Program) => Wire,
  bytes: () => string,
  { reading = false, holdMs = HOLD_MS } = {},
): Promise<void> {
  const wires = Array.from({ length: connections }, () => open(program));
  for (const { socket } of wires) if (reading) socket.resume();
  try {
    await Promise.all(wires.map((wire) => send(wire, bytes())));
    await delay(holdMs);
  } finally {
    close(wires); // also when the service has reset one of them
  }
}

/** Closes half of the connections, and resets half. */
function close(wires: readonly Wire[]): void {
  for (const [index, { socket, tcp }] of wires.entries()) {
    if (index % 2 === 0) socket.destroy();
    else tcp.resetAndDestroy();
  }
}

/** Hands the bytes to the kernel as far as it takes them; the service need not read them. */
async function send({ socket, tcp }: Wire, bytes: string): Promise<void> {
  socket.write(bytes, 'latin1');
  const open = socket === tcp ? 'connect' : 'secureConnect';
  await Promise.race([once(socket, open), once(socket, 'close')]);
}

// Bodies as large as they may be

/** The whole body stays within LIMITS.bodyBytes. */
const SIZE = LIMITS.bodyBytes - 1024;

/** In every shape that may be dear to check. */
function largeBodies(player: string): [path: string, body: () => string][] {
  const to = (route: string) => `/v1/pdapi/${route}/${player}`;
  const [items, message] = [to('give/items'), '/v1/pdapi/SendPlayerMessage'];
  const chat = '"SendType":"PlayerChat","Message":"x"';
  const sheep = '"PalID":"SheepBall","X":0,"Y":0,"Z":0';
  return [
    [message, () => `{${chat},"UserIDs":[${filled('"a"')}]}`],
    [message, () => `{${chat},"UserIDs":[${filled((n) => `"a${n}"`)}]}`],
    [items, () => `{"Items":[${filled('{}')}]}`],
    [items, () => `{"Items":[${filled('{"ItemID":"Wood","Count":1}')}]}`],
    [items, () => `{"Items":${'['.repeat(SIZE / 2)}${']'.repeat(SIZE / 2)}}`],
    [items, () => `{"Items":${'{"a":'.repeat(SIZE / 6)}1${'}'.repeat(SIZE / 6)}}`],
    [items, () => `{"Items":"${'x'.repeat(SIZE)}"}`],
    [items, () => `{${filled((n) => `"k${n}":0`)}}`],
    [to('learntech'), () => `{"Technology":[${filled('1')}]}`],
    [to('learntech'), () => `{"Technology":[${filled((n) => `"t${n}"`)}]}`],
    [to('give/paltemplate'), () => `{"PalTemplates":[${filled((n) => `"none${n}"`)}]}`],
    [to('give/pals'), () => `{"Pals":[${filled('{"PalID":"None","Level":1}')}]}`],
    [to('give/paleggs'), () => `{"PalEggs":[${filled('{}')}]}`],
    ['/v1/pdapi/summon/pal', () => `{${sheep},"DisableStatuses":[${filled('"a"')}]}`],
    ['/v1/pdapi/give', () => `{"UserID":"${player}","Items":[${filled('{}')}]}`],
    ['/v1/pdapi/Broadcast', () => `{"Message":"${'x'.repeat(SIZE)}"}`],
    ['/v1/pdapi/Broadcast', () => '['.repeat(SIZE)],
    ['/v1/pdapi/ban/steam_1', () => `{"Reason":"${'x'.repeat(SIZE)}"}`],
  ];
}

/** As many entries as fit, with commas. */
function filled(entry: string | ((number: number) => string)): string {
  const entries: string[] = [];
  let chars = 0;
  for (let number = 0; ; number++) {
    const text = typeof entry === 'string' ? entry : entry(number);
    chars += text.length + 1;
    if (chars > SIZE) return entries.join(',');
    entries.push(text);
  }
}
