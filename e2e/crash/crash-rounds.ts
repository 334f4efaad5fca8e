import { mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createStore } from '@palatine/engine/store';
import {
  apply,
  type Balances,
  recipientsIn,
  type WriteGenerator,
  writeGenerator,
} from '@palatine/testing/crash-writes';
import { startProcess } from '@palatine/testing/start-process';
import { newFolder } from '@palatine/testing/start-service';
import { balancesOf, takeDiskSnapshot } from '@palatine/testing/store-snapshot';
import { loadCatalogue } from '@palatine/world/catalogue';
import { makeDemoWorld } from '@palatine/world/demo';
import { between, type Random, seededRandom } from '@palatine/world/random';
import { startAndKill } from './crash-start.ts';
import { type Expected, errorsIn, replayErrors } from './expected.ts';
import { Connection, isApplied, load, type Sent, type Service } from './load.ts';

const CONNECTIONS = 64;
const REPLAY_CONNECTIONS = 8;
/** Share of the rounds in which the start after a crash is killed as well. */
const START_KILLED = 0.2;
/** From the first write that was answered 200. */
const KILL_MS = { min: 0, max: 550 };
/** That of startService too, which may serve a folder between two processes. */
export const TOKEN = 'test-administrator';

/** A new folder after this many rounds, because inventories fill up. */
const ROUNDS_PER_FOLDER = 4;

/** Numbers of writes. */
interface RoundReport {
  answered: number;
  /** Under way when the process was killed. */
  unanswered: number;
  /** Keys of the previous round that were sent again. */
  replayed: number;
}

/**
 * In each round: starts the program, writes over many connections, kills it at a random moment, and compares
 * the disk with its answers. When they differ, throws with seed, round and folder, and the folder stays.
 */
export async function crashRounds(rounds: number, seed: number): Promise<RoundReport[]> {
  const random = seededRandom(seed);
  const reports: RoundReport[] = [];
  while (reports.length < rounds) {
    const world = makeFolder(between(random, 0, 1_000_000));
    let keyed: Sent[] = [];
    for (let inFolder = 0; inFolder < ROUNDS_PER_FOLDER && reports.length < rounds; inFolder++) {
      const round = reports.length + 1;
      try {
        const outcome = await crashOnce(world, keyed, round, random);
        keyed = outcome.keyed;
        reports.push(outcome.report);
      } catch (error) {
        throw new Error(`seed ${seed}, round ${round}; the folder is ${world.data}`, { cause: error });
      }
    }
    await rm(world.data, { recursive: true, force: true });
  }
  return reports;
}

export interface CrashFolder {
  data: string;
  expected: Expected;
  generators: WriteGenerator[];
}

/** An empty data folder with our token, in which offline players can receive grants too. */
export function prepareData(data: string): void {
  mkdirSync(join(data, 'RESTAPI', 'Tokens'), { recursive: true });
  const write = (file: string, value: object) => writeFileSync(join(data, file), JSON.stringify(value));
  write('Config.json', { playerResolution: 'Known' });
  write('RESTAPI/Tokens/Administrator.json', { Name: 'Administrator', Token: TOKEN, Permissions: '*' });
}

/** A data folder with a small demo world in which offline players can receive grants too. */
export function makeFolder(seed: number, data = newFolder()): CrashFolder {
  const catalogue = loadCatalogue();
  const { world } = makeDemoWorld({ catalogue, seed, nowMs: Date.now(), sizes: { players: 12 } });
  prepareData(data);
  createStore(join(data, 'world.db'), world);
  const recipients = recipientsIn(world);
  return {
    data,
    expected: { balances: balancesOf(world), applied: new Set(), lastAuditId: 0 },
    generators: Array.from({ length: CONNECTIONS }, (_, index) =>
      writeGenerator(index, recipients, catalogue),
    ),
  };
}

/** Compares the disk after a kill with what was sent. Throws with all differences. */
export function assertAsExpected(
  { data, expected }: CrashFolder,
  sent: readonly Sent[],
  failuresAllowed = false,
): void {
  const errors = errorsIn(takeDiskSnapshot(data, expected.lastAuditId), sent, expected, failuresAllowed);
  if (errors.length > 0) throw new Error(errors.join('\n'));
}

async function crashOnce(
  folder: CrashFolder,
  keyedBefore: readonly Sent[],
  round: number,
  random: Random,
): Promise<{ report: RoundReport; keyed: Sent[] }> {
  const { data, expected, generators } = folder;
  if (random() < START_KILLED) await startAndKill(['--no-simulate'], data, between(random, 100, 900));
  await using program = await startProcess(['--data', data, '--no-simulate']);
  const service = { url: program.url, token: TOKEN };
  const live: Balances = new Map(expected.balances);
  const replays = await replay(service, keyedBefore, expected, live);

  const killAfterMs = between(random, KILL_MS.min, KILL_MS.max);
  let timer: NodeJS.Timeout | undefined;
  const until = (all: readonly Sent[]) => {
    if (all.some(isApplied)) timer ??= setTimeout(() => program.child.kill('SIGKILL'), killAfterMs);
    return false; // until the process is dead
  };
  const sent = await load(service, { generators, prefix: `r${round}`, random, live, until });
  clearTimeout(timer);
  await program.end('SIGKILL');
  assertAsExpected(folder, [...replays, ...sent]);

  return {
    keyed: sent.filter(({ write }) => write.key !== undefined),
    report: {
      answered: sent.filter(isApplied).length,
      unanswered: sent.filter(({ replies }) => replies.length === 0).length,
      replayed: replays.length,
    },
  };
}

/** Sends every write with a key once more, answered or not. */
async function replay(
  service: Service,
  keyed: readonly Sent[],
  expected: Expected,
  live: Balances,
): Promise<Sent[]> {
  const waiting = [...keyed];
  const replays: Sent[] = [];
  const errors: string[] = [];
  const replayNext = async () => {
    using connection = new Connection(service);
    for (let first = waiting.pop(); first !== undefined; first = waiting.pop()) {
      const { write } = first;
      const reply = await connection.request('POST', write.path, write.body, write.key);
      errors.push(...replayErrors(first, reply, expected));
      replays.push({ write, times: 1, replies: [reply] });
      if (reply.status === 200 && !reply.replayed) apply(write.effect, live);
    }
  };
  await Promise.all(Array.from({ length: REPLAY_CONNECTIONS }, replayNext));
  if (errors.length > 0) throw new Error(errors.slice(0, 10).join('\n'));
  return replays;
}
