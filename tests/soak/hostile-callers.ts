import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { LIMITS } from '@palatine/contract';
import type { Random } from '@palatine/world';
import { between, pick } from '@palatine/world/testing';
import { largeBodies } from './large-bodies.ts';
import { type Caller, type Target, TOKENS, type Wire } from './target.ts';

/** How long connections are held that do nothing. */
const HOLD_MS = 2000;

export interface Hostility {
  target: Target;
  caller: Caller;
  random: Random;
  /** A player of whom no ordinary caller keeps count. */
  player: string;
}

const BANNED = Array.from({ length: 50 }, (_, number) => `steam_6660000${number}`);
const EVENTS = 'GET /v1/palatine/events';

/** What each kind of hostile caller does, over and over. What it is answered does not matter; that the others are does. */
export const HOSTILE = {
  idleConnections: async ({ target }) => {
    const wires = Array.from({ length: 40 }, () => target.openTcp());
    await delay(HOLD_MS);
    close(wires);
  },

  halfHellos: ({ target }) => holdAfter(20, target.openTcp, () => '\x16\x03\x01\x00\x02\x00\x01\xfc\x03\x03'),

  halfHeads: ({ target, random }) =>
    holdAfter(20, target.openRaw, () => head('GET /v1/pdapi/players').slice(0, between(random, 1, 60))),

  halfBodies: ({ target, random }) =>
    holdAfter(20, target.openRaw, () => {
      const framing = pick(random, ['Content-Length: 100000', 'Transfer-Encoding: chunked']);
      const token = pick(random, [TOKENS.hostile, '']);
      return `${head('POST /v1/pdapi/Broadcast', token, framing)}ffff\r\n${'x'.repeat(between(random, 0, 5000))}`;
    }),

  brokenRequests: ({ target, random }) =>
    holdAfter(20, target.openRaw, () =>
      pick(random, [
        'no HTTP at all\r\n\r\n',
        head('GET /v1/pdapi/version', TOKENS.hostile, `X-Long: ${'x'.repeat(2 * LIMITS.headerBytes)}`),
        `${head('POST /v1/pdapi/Broadcast', TOKENS.hostile, 'Transfer-Encoding: chunked')}zz\r\n`,
        head('GET /v1/pdapi/version', TOKENS.hostile, 'Content-Length: 5, 6'),
      ]),
    ),

  deafReaders: ({ target, random }) =>
    holdAfter(10, target.openRaw, () =>
      head(pick(random, ['GET /docs/scalar.js', 'GET /openapi.json', 'GET /v1/pdapi/players'])).repeat(4),
    ),

  deafPipelines: ({ target, random }) =>
    holdAfter(4, target.openRaw, () =>
      head(pick(random, ['GET /v1/pdapi/banlist', 'GET /v1/pdapi/players', 'GET /v1/pdapi/version'])).repeat(
        600,
      ),
    ),

  watchersThatReset: async ({ target }) => {
    const wires = Array.from({ length: 30 }, () => target.openRaw());
    try {
      await Promise.all(wires.map((wire) => send(wire, head(EVENTS))));
    } finally {
      for (const { tcp } of wires) tcp.resetAndDestroy();
    }
  },

  watchersThatDoNotRead: ({ target }) => holdAfter(20, target.openRaw, () => head(EVENTS)),

  watchersFromTheBeginning: ({ target }) =>
    holdAfter(10, target.openRaw, () => head(EVENTS, TOKENS.hostile, 'Last-Event-ID: 0'), { reading: true }),

  refusedRequests: async ({ target }) => {
    const requests = [
      head('GET /v1/pdapi/players', 'no such token'),
      head('GET /v1/pdapi/players', ''),
      head(`POST /v1/pdapi/ban/${'%E2%82%AC'.repeat(200)}`, TOKENS.powerless),
      head('GET /v1/pdapi/nowhere'),
      head('DELETE /v1/pdapi/players'),
      head('GET /readyz', ''),
      `${head('POST /v1/pdapi/Broadcast', TOKENS.hostile, 'Content-Length: 1')}{`,
    ];
    await holdAfter(2, target.openRaw, () => requests.join('').repeat(30), { reading: true, holdMs: 500 });
  },

  largeBodies: async ({ caller, random, player }) => {
    const { path, body } = pick(random, largeBodies(player));
    await caller.request('POST', path, { body: body() });
  },

  bans: async ({ caller, random }) => {
    const user = pick(random, BANNED);
    const address = `203.0.113.${between(random, 0, 50)}`;
    const body = { Reason: 'x'.repeat(LIMITS.reasonChars) };
    await caller.request('POST', `/v1/pdapi/ban/${user}`, { body });
    await caller.request('POST', `/v1/pdapi/banip/${address}`, { body });
    await caller.request('GET', '/v1/pdapi/banlist?reason=xx&active=true');
    await caller.request('POST', `/v1/pdapi/unban/${user}`, { body });
    await caller.request('POST', `/v1/pdapi/unbanip/${address}`, { body });
  },

  broadcasts: async ({ caller }) => {
    const body = { Message: 'x'.repeat(LIMITS.messageChars), Sender: 'y'.repeat(LIMITS.senderChars) };
    await Promise.all(
      Array.from({ length: 20 }, () => caller.request('POST', '/v1/pdapi/Broadcast', { body })),
    );
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
    await caller.request('POST', '/v1/pdapi/give', { body });
  },

  keyedWrites: async ({ caller, random, player }) => {
    const key = `hostile-${between(random, 0, 2 ** 31)}`;
    const path = `/v1/pdapi/give/progression/${player}`;
    const sent = Array.from({ length: 5 }, (_, number) =>
      caller.request('POST', path, { body: { TechnologyPoints: 1 + (number % 2) }, key }),
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
  count: number,
  open: () => Wire,
  bytes: () => string,
  { reading = false, holdMs = HOLD_MS } = {},
): Promise<void> {
  const wires = Array.from({ length: count }, open);
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
