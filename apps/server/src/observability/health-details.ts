import { stat, statfs } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import {
  type Attention,
  type ERRORS,
  EVENT_STREAM,
  getHealthDetails,
  type HealthDetails,
  type Sentence,
  type ServerState,
  sentence,
  type WorldReply,
} from '@palatine/contract';
import type { DataPaths } from '@palatine/data-dir/data-folder';
import { faultOfBanlist } from '@palatine/engine/banlist';
import { type LiveSettings, readSettings } from '@palatine/engine/config';
import { bytesText } from '@palatine/platform/format';
import { stampOf } from '@palatine/platform/read-file';
import { serialize } from '@palatine/platform/response-bytes';
import type { Routes } from '@palatine/web/routes';
import type { Service } from '../service/service.ts';
import { withoutMachinePaths } from './machine-paths.ts';
import type { SeriesSampler } from './series-sampler.ts';
import type { MetricSources } from './service-metrics.ts';

/** Refusals that mean that a limit of the service was reached. */
const LIMIT_CODES = [
  'RATE_LIMITED',
  'SERVER_BUSY',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
] as const satisfies readonly (keyof typeof ERRORS)[];

/** Mounts the health of the service. It does not use the game queue, so it answers while that is stuck. */
export function mountHealthDetails(
  routes: Routes,
  service: Service,
  sources: MetricSources,
  sampler: SeriesSampler,
): void {
  const { data, settings, clock } = service;
  const faults = fileFaults(data, settings);
  const startedAt = new Date(clock.now()).toISOString();

  routes.read(getHealthDetails, async () => {
    const [Store, disk] = await Promise.all([storeFigures(data.world), diskFigures(data.world)]);
    const details: HealthDetails = {
      At: new Date(clock.now()).toISOString(),
      StartedAt: startedAt,
      ...serviceFigures(service, sources, sampler),
      Store,
      ...disk,
      Limits: limitsHit(sources),
      Attention: attentionOf({
        tokenFaults: routes.policy.tokens.faults,
        banlistFault: await faults.banlist(),
        settingsFaults: faults.settings(),
        catalogueFaults: service.catalogue.problems.map(
          ({ file, place, reason }) => `${basename(file)}${place === '' ? '' : `, ${place}`}: ${reason}`,
        ),
        importWarnings: service.game.reads.figures.importWarnings,
        queue: { depth: service.game.writes.queue.depth, limit: queueLimit(service) },
        disk: disk.Disk && { freeBytes: disk.Disk.FreeBytes, totalBytes: disk.Disk.TotalBytes },
        historyProblem: service.history.problem,
        gameServer: service.attached?.state,
        saveWarning: service.attached?.saveWarning,
      }),
    };
    return serialize(details);
  });
}

/** Figures that need no I/O. */
function serviceFigures(
  service: Service,
  { streams, connections }: MetricSources,
  { latest, errorsLastHour }: SeriesSampler,
) {
  const { game, history } = service;
  const { rss, heapUsed, heapTotal } = process.memoryUsage();
  const { bytes, walBytes } = history.bytes;
  return {
    Game: {
      Frozen: game.writes.queue.frozen,
      ...(latest.stepP95Ms !== undefined && { StepP95Ms: latest.stepP95Ms }),
      ...(latest.holdP95Ms !== undefined && { HoldP95Ms: latest.holdP95Ms }),
      ...(latest.commitP95Ms !== undefined && { CommitP95Ms: latest.commitP95Ms }),
    },
    Queue: { Depth: game.writes.queue.depth, Limit: queueLimit(service) },
    Answers: {
      ...(latest.answerP95Ms !== undefined && { P95Ms: latest.answerP95Ms }),
      PerSecond: latest.answers ?? 0,
      ErrorsLastHour: errorsLastHour,
    },
    History: {
      Bytes: bytes,
      WalBytes: walBytes,
      ...(history.lastRecordedAtMs !== undefined && {
        LastSampleAt: new Date(history.lastRecordedAtMs).toISOString(),
      }),
      Problem: history.problem,
    },
    Memory: { RssBytes: rss, HeapUsedBytes: heapUsed, HeapTotalBytes: heapTotal },
    Watchers: {
      Events: streams.events.count,
      Positions: streams.positions.count,
      Full: streams.events.full + streams.positions.full,
      Limit: EVENT_STREAM.streams,
    },
    Connections: {
      Open: connections.count,
      Refused: connections.refused,
      Limit: connections.limit,
    },
  };
}

function queueLimit({ settings }: Service): number {
  return settings.current.rest.Limits['Max-Queue'];
}

function limitsHit(sources: MetricSources): HealthDetails['Limits'] {
  const { traffic, connections, game, refusals, droppedLogLines } = sources;
  const hits: [name: string, hits: number][] = [
    ...LIMIT_CODES.map((code): [string, number] => [
      code,
      traffic.routes.reduce((sum, route) => sum + (route.refusals.get(code) ?? 0), 0),
    ]),
    ['connections refused', connections.refused],
    ['pipelines cut', connections.cut],
    ['audit entries dropped', game.writes.droppedEntries],
    ['audit entries suppressed', refusals.suppressed],
    ['log lines dropped', droppedLogLines()],
  ];
  return hits.filter(([, count]) => count > 0).map(([Name, Hits]) => ({ Name, Hits }));
}

/** Faults of the operator's files on disk. Each is read again only when it has changed. */
function fileFaults(data: DataPaths, settings: LiveSettings) {
  return {
    settings: whenChanged([data.config, data.restConfig], () =>
      readSettings(data, settings.current).rejected.map(({ reason }) => reason),
    ),
    banlist: whenChanged([data.banlist], () =>
      faultOfBanlist(data.banlist).catch(({ message }: Error) => withoutMachinePaths(message, data.path)),
    ),
  };
}

function whenChanged<Result>(files: readonly string[], look: () => Result): () => Result {
  let cached: { stamp: string; result: Result } | undefined;
  return () => {
    const stamp = files.map(stampOf).join(' ');
    if (cached?.stamp !== stamp) cached = { stamp, result: look() };
    return cached.result;
  };
}

/** Sizes and last commit of the world file. A commit is written into the log first: the younger of the two has its time. */
export async function storeFigures(worldFile: string): Promise<WorldReply['Store']> {
  const [file, log] = await Promise.all([fileAt(worldFile), fileAt(`${worldFile}-wal`)]);
  const writtenMs = Math.max(file?.mtimeMs ?? 0, log?.mtimeMs ?? 0);
  return {
    Bytes: file?.size ?? 0,
    WalBytes: log?.size ?? 0,
    ...(writtenMs > 0 && { LastCommitAt: new Date(writtenMs).toISOString() }),
  };
}

/** The disk of a file. Empty where the file system has no figures. */
export async function diskFigures(file: string): Promise<Pick<WorldReply, 'Disk'>> {
  const disk = await statfs(dirname(file)).catch(() => undefined); // some file systems cannot
  if (disk === undefined) return {};
  const { bavail, blocks, bsize } = disk;
  return { Disk: { FreeBytes: bavail * bsize, TotalBytes: blocks * bsize } };
}

function fileAt(path: string): Promise<{ size: number; mtimeMs: number } | undefined> {
  return stat(path).catch(() => undefined); // there is no log before the first commit
}

/** Shares of free disk space for a warning and for an error. */
const LOW_DISK = 0.1;
const CRITICAL_DISK = 0.02;
/** Share of a full queue for a warning. */
const FULL_QUEUE = 0.5;
/** Faults of one kind that are reported one by one. */
const MAX_REPORTED = 10;

export interface HealthFacts {
  readonly tokenFaults: readonly string[];
  /** Why Banlist.json cannot be read; '' when it can. */
  readonly banlistFault: string;
  readonly settingsFaults: readonly string[];
  readonly catalogueFaults: readonly string[];
  readonly importWarnings: number;
  readonly queue: { readonly depth: number; readonly limit: number };
  /** Undefined where the file system has no figures. */
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | undefined;
  readonly historyProblem: string;
  /** Undefined without a game server. */
  readonly gameServer: ServerState | undefined;
  /** The reason why the game server's save is stalled; undefined if it is not. */
  readonly saveWarning: Sentence | undefined;
}

const FILES = [
  { kind: 'Settings', level: 'Error', faults: 'settingsFaults', code: 'attention.settings' },
  { kind: 'Banlist', level: 'Error', faults: 'banlistFault', code: 'attention.banlist' },
  { kind: 'TokenFile', level: 'Warning', faults: 'tokenFaults', code: 'attention.tokenFile' },
  { kind: 'Catalogue', level: 'Warning', faults: 'catalogueFaults', code: 'attention.catalogue' },
] as const;

/** Conditions that need attention, errors first. Each says what to do. */
export function attentionOf(facts: HealthFacts): Attention[] {
  const { disk, queue, gameServer, saveWarning, importWarnings, historyProblem } = facts;
  const all: Attention[] = [];
  const add = (Kind: Attention['Kind'], Level: Attention['Level'], said: Sentence) =>
    all.push({ Kind, Level, ...said });
  if (disk !== undefined && disk.freeBytes < LOW_DISK * disk.totalBytes) {
    const level = disk.freeBytes < CRITICAL_DISK * disk.totalBytes ? 'Error' : 'Warning';
    const [free, total] = [bytesText(disk.freeBytes), bytesText(disk.totalBytes)];
    add('Disk', level, sentence('attention.disk', { free, total }));
  }
  for (const { kind, level, faults, code } of FILES) {
    for (const fault of shortened([facts[faults]].flat())) add(kind, level, sentence(code, { fault }));
  }
  if (queue.depth > FULL_QUEUE * queue.limit) add('Queue', 'Warning', sentence('attention.queue', queue));
  if (saveWarning !== undefined) {
    add('GameServer', 'Warning', sentence('attention.notSaving', { reason: [saveWarning] }));
  } else if (gameServer !== undefined && gameServer !== 'Online' && gameServer !== 'Paused') {
    add(
      'GameServer',
      'Warning',
      sentence('attention.gameServer', { state: [sentence(`serverState.${gameServer}`)] }),
    );
  }
  if (importWarnings > 0) add('Import', 'Warning', sentence('attention.import', { count: importWarnings }));
  if (historyProblem !== '') {
    add('History', 'Warning', sentence('attention.history', { reason: ended(historyProblem) }));
  }
  return [...all.filter(({ Level }) => Level === 'Error'), ...all.filter(({ Level }) => Level !== 'Error')];
}

/** The faults up to MAX_REPORTED, and the number of others. */
function shortened(faults: readonly string[]): (string | Sentence[])[] {
  const reported = faults.filter((fault) => fault !== '').map(ended);
  const count = reported.length - MAX_REPORTED;
  if (count <= 0) return reported;
  return [...reported.slice(0, MAX_REPORTED), [sentence('attention.more', { count })]];
}

function ended(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
