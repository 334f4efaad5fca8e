import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { LIMITS, type PlayersReply } from '@palatine/contract';
import { selfSigned } from '@palatine/testing/self-signed';
import { until } from '@palatine/testing/until';
import { seededRandom } from '@palatine/world/random';
import { HOSTILE, type HostileKind, startOrdinary, TOKENS } from './callers.ts';
import {
  type Caller,
  callerOf,
  Findings,
  type Memory,
  type Program,
  reportOf,
  type SoakReport,
  startProgram,
} from './target.ts';

const PLAYERS = 24;
const ORDINARY_CALLERS = 8;
/** Between two rounds of a hostile caller. */
const PAUSE_MS = 50;
/** Between two reads of the metrics. */
const METRICS_MS = 1000;
/** Events that are sent at once. */
const BATCH = 250;
/** Only the caller that reads the metrics. */
const OWN_CONNECTIONS = 1;

interface SoakOptions {
  scheme: 'http' | 'https';
  seed: number;
  /** Events to begin with. When the game keeps no more, later ones take the place of earlier ones. */
  events: number;
  warmUpMs: number;
  soakMs: number;
  /** Bytes that bounded caches may still take after a warm-up too short to fill them. */
  unfilledBytes: number;
  kinds: readonly HostileKind[];
}

/** Soaks the program in hostile and ordinary requests, and looks at what is left when the hostile callers are gone. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const findings = new Findings();
  await using program = await startSoaked(options.scheme);
  using observer = callerOf(program, TOKENS.ordinary);
  const [player = '', ...others] = await onlinePlayers(observer);
  const ordinary = others.slice(0, ORDINARY_CALLERS).map((id) => startOrdinary(program, id, findings));

  /** Repeats one kind of hostile caller. It has to expect a refusal or a reset, but no hang. */
  async function runHostile(kind: HostileKind, seed: string, endAt: number): Promise<void> {
    using caller = callerOf(program, TOKENS.hostile);
    const hostility = { program, caller, random: seededRandom(seed), player };
    for (; performance.now() < endAt; await delay(PAUSE_MS)) {
      await HOSTILE[kind](hostility).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error;
      });
      findings.count(kind);
    }
  }

  /** Runs every hostile caller for so long, then waits until all it held is free. */
  async function phase(name: string, ms: number): Promise<Memory> {
    const endAt = performance.now() + ms;
    const callers = options.kinds.map((kind, index) =>
      runHostile(kind, `${options.seed} ${name} ${index}`, endAt).catch((error: unknown) => {
        findings.errors.push(`${kind}: ${String(error)}`);
      }),
    );
    while (performance.now() < endAt) {
      await delay(METRICS_MS);
      await readFigures(observer).catch((error: Error) => findings.errors.push(error.message));
    }
    await Promise.all(callers);
    return program.memory();
  }

  const socketsAtRest = socketsOf(program.pid);
  await sendEvents(program, options.events);
  const before = await phase('warm-up', options.warmUpMs);
  const after = await phase('soak', options.soakMs);
  await Promise.all(ordinary.map((stop) => stop()));
  findings.errors.push(...(await leftovers(observer, program.pid, socketsAtRest)), ...(await program.end()));
  return reportOf(findings, before, after, options.unfilledBytes);
}

/** Starts the program over a demo world where nobody moves. */
function startSoaked(scheme: 'http' | 'https'): Promise<Program> {
  const { ordinary, hostile, powerless: Token } = TOKENS;
  const files = { 'RESTAPI/Tokens/powerless.json': { Name: 'powerless', Token, Permissions: [] } };
  const { cert, key } = selfSigned({ validTo: new Date(Date.now() + 86_400_000) });
  const rest = { TLS: { Certificate: 'cert.pem', Key: 'key.pem' } };
  const secure = { 'cert.pem': cert, 'key.pem': key, 'RESTAPI/RESTConfig.json': rest };
  const sizes = `players=${PLAYERS},online=${PLAYERS},palsPerPlayer=4`;
  const all = { ...files, ...(scheme === 'https' && secure) };
  return startProgram({ ordinary, hostile }, all, ['--demo', sizes, '--no-simulate']);
}

/** The UserIds of those who are online with a character. */
async function onlinePlayers(caller: Caller): Promise<string[]> {
  const { Players } = await caller.read<PlayersReply>('/v1/pdapi/players');
  const problems: string[] = [];
  for (const { UserId, Status } of Players) {
    if (Status !== 'Online') continue;
    const { status } = await caller.request('GET', `/v1/pdapi/progression/${UserId}`);
    if (status === 200) problems.push(UserId);
  }
  if (problems.length <= ORDINARY_CALLERS) throw new Error(`only ${problems.length} players are online`);
  return problems;
}

async function sendEvents(program: Program, events: number): Promise<void> {
  using caller = callerOf(program, TOKENS.hostile);
  const body = { Message: 'x'.repeat(LIMITS.messageChars) };
  for (let sent = 0; sent < events; sent += BATCH) {
    await Promise.all(
      Array.from({ length: BATCH }, () => caller.request('POST', '/v1/pdapi/Broadcast', body)),
    );
  }
}

/** Memory that is still in use a while after the last caller has gone. */
async function leftovers(observer: Caller, pid: number, socketsAtRest: number): Promise<string[]> {
  const heldBytes = async () => {
    const { connections, watchers, queue } = await readFigures(observer);
    const sockets = socketsOf(pid);
    return [
      ...(connections > OWN_CONNECTIONS
        ? [`${connections} connections are open, ${OWN_CONNECTIONS} is ours`]
        : []),
      ...(watchers > 0 ? [`${watchers} watchers are left`] : []),
      ...(queue > 0 ? [`${queue} requests wait in the queue`] : []),
      ...(sockets > socketsAtRest ? [`${sockets} sockets are open, ${socketsAtRest} were`] : []),
    ];
  };
  await until('everything is free', async () => (await heldBytes()).length === 0).catch(() => {}); // returned below
  return heldBytes();
}

const METRICS = {
  connections: 'palatine_connections',
  watchers: 'palatine_event_watchers',
  queue: 'palatine_queue_depth',
};

/** Reads the metrics. Throws when one is missing. */
async function readFigures(caller: Caller): Promise<Record<keyof typeof METRICS, number>> {
  const { status, text } = await caller.request('GET', '/metrics');
  if (status !== 200) throw new Error(`/metrics was answered ${status}`);
  const figures = Object.entries(METRICS).map(([figure, metric]) => {
    const [, value] = new RegExp(`^${metric} (\\S+)$`, 'm').exec(text) ?? [];
    if (value === undefined) throw new Error(`/metrics has no ${metric}`);
    return [figure, Number(value)];
  });
  return Object.fromEntries(figures) as Record<keyof typeof METRICS, number>; // by the keys of METRICS
}

/** The sockets a process holds; 0 where the system does not list them. */
function socketsOf(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const isSocket = (fd: string) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith('socket:');
    } catch {
      return false; // closed meanwhile
    }
  };
  return readdirSync(`/proc/${pid}/fd`).filter(isSocket).length;
}
