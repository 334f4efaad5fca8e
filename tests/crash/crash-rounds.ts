import { mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createStore } from '@palatine/server/store/store.ts';
import { type Catalogue, loadCatalogue, makeDemoWorld } from '@palatine/world';
import { startProcess } from '../harness/start-process.ts';
import { newFolder } from '../harness/start-service.ts';
import { startAndKill } from './crash-start.ts';
import { type Expected, faultsOf, faultsOfReplay } from './expected.ts';
import { Connection, isApplied, load, type Sent, type Service } from './load.ts';
import { holdingsOf, readRemains } from './snapshot.ts';
import {
  apply,
  type Balances,
  between,
  type DeedMaker,
  deedMaker,
  granteesOf,
  type Random,
  randomOf,
} from './writes.ts';

const CONNECTIONS = 64;
const REPLAY_CONNECTIONS = 8;
/** Share of the rounds in which the start after a crash is killed too, somewhere on its way. */
const START_KILLED = 0.2;
const KILL_MS = { least: 50, most: 600 };
export const TOKEN = 'crash-administrator';

export interface CrashOptions {
  seed: number;
  rounds: number;
  /** After so many rounds a fresh folder: inventories fill up. */
  roundsPerFolder?: number;
  onRound?: (report: RoundReport) => void;
}

export interface RoundReport {
  round: number;
  killedAfterMs: number;
  answered: number;
  /** Answered with a refusal: no room. */
  refused: number;
  /** Under way when the process was killed. */
  unanswered: number;
  /** Of the unanswered: on disk. */
  found: number;
  /** Keys of the round before that were asked again. */
  replayed: number;
}

/**
 * Round after round: start the program, write over many connections, kill it at a random moment, and hold
 * what it has left against what it has answered. Throws with seed, round and folder when they differ; the
 * folder stays then.
 */
export async function crashRounds(options: CrashOptions): Promise<RoundReport[]> {
  const { seed, rounds, roundsPerFolder = 20, onRound } = options;
  const random = randomOf(seed);
  const reports: RoundReport[] = [];
  while (reports.length < rounds) {
    const world = makeFolder(between(random, 0, 1_000_000));
    let keyed: Sent[] = [];
    for (let inFolder = 0; inFolder < roundsPerFolder && reports.length < rounds; inFolder++) {
      const round = reports.length + 1;
      try {
        const outcome = await crashOnce(world, keyed, round, random);
        keyed = outcome.keyed;
        reports.push(outcome.report);
      } catch (error) {
        throw new Error(`seed ${seed}, round ${round}; the folder is ${world.data}`, { cause: error });
      }
      onRound?.(reports[round - 1] as RoundReport); // just pushed
    }
    await rm(world.data, { recursive: true, force: true });
  }
  return reports;
}

export interface CrashFolder {
  data: string;
  ledger: Expected;
  makers: DeedMaker[];
}

/** A data folder with a small demo world in which everybody can be granted to, online or not. */
export function makeFolder(seed: number, data = newFolder()): CrashFolder {
  const catalogue: Catalogue = loadCatalogue();
  const { world } = makeDemoWorld({ catalogue, seed, nowMs: Date.now(), sizes: { players: 12 } });
  mkdirSync(join(data, 'RESTAPI', 'Tokens'), { recursive: true });
  const write = (file: string, value: object) => writeFileSync(join(data, file), JSON.stringify(value));
  write('Config.json', { playerResolution: 'Known' });
  write('RESTAPI/Tokens/Administrator.json', { Name: 'Administrator', Token: TOKEN, Permissions: '*' });
  createStore(join(data, 'world.db'), world);
  const grantees = granteesOf(world);
  return {
    data,
    ledger: { holdings: holdingsOf(world), applied: new Set(), lastAuditId: 0 },
    makers: Array.from({ length: CONNECTIONS }, (_, index) => deedMaker(index, grantees, catalogue)),
  };
}

/** Holds what a killed process has left against what was sent to it. Throws with everything that is wrong. */
export function checkRemains(
  { data, ledger }: CrashFolder,
  sent: readonly Sent[],
  failuresAllowed = false,
): void {
  const faults = faultsOf(readRemains(data, ledger.lastAuditId), sent, ledger, failuresAllowed);
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

async function crashOnce(
  folder: CrashFolder,
  keyedBefore: readonly Sent[],
  round: number,
  random: Random,
): Promise<{ report: RoundReport; keyed: Sent[] }> {
  const { data, ledger, makers } = folder;
  if (random() < START_KILLED) await startAndKill(['--no-simulate'], data, between(random, 100, 900));
  await using program = await startProcess(['--data', data, '--no-simulate']);
  const service = { url: program.url, token: TOKEN };
  const live: Balances = new Map(ledger.holdings);
  const replays = await replay(service, keyedBefore, ledger, live);

  const killedAfterMs = between(random, KILL_MS.least, KILL_MS.most);
  const timer = setTimeout(() => program.child.kill('SIGKILL'), killedAfterMs);
  const fired = await load(service, { makers, prefix: `r${round}`, random, live });
  clearTimeout(timer);
  await program.end('SIGKILL');
  checkRemains(folder, [...replays, ...fired]);

  const unanswered = fired.filter(({ replies }) => replies.length === 0);
  const answered = fired.filter(isApplied);
  return {
    keyed: fired.filter(({ deed }) => deed.key !== undefined),
    report: {
      round,
      killedAfterMs,
      answered: answered.length,
      refused: fired.length - answered.length - unanswered.length,
      unanswered: unanswered.length,
      found: unanswered.filter(({ deed }) => ledger.applied.has(deed.name)).length,
      replayed: replays.length,
    },
  };
}

/** Asks every key of the round before once more, answered or not. */
export async function replay(
  service: Service,
  keyed: readonly Sent[],
  ledger: Expected,
  live: Balances,
): Promise<Sent[]> {
  const waiting = [...keyed];
  const replays: Sent[] = [];
  const faults: string[] = [];
  const askOn = async () => {
    const connection = new Connection(service);
    for (let first = waiting.pop(); first !== undefined; first = waiting.pop()) {
      const { deed } = first;
      const reply = await connection.ask('POST', deed.path, deed.body, deed.key);
      faults.push(...faultsOfReplay(first, reply, ledger));
      replays.push({ deed, times: 1, replies: [reply] });
      if (reply.status === 200 && !reply.replayed) apply(deed.effect, live);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: REPLAY_CONNECTIONS }, askOn));
  if (faults.length > 0) throw new Error(faults.slice(0, 10).join('\n'));
  return replays;
}
