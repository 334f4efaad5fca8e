import { readdirSync, readlinkSync } from 'node:fs';
import type { Caller } from './target.ts';
import { TOKENS } from './target.ts';

/** What /metrics says of a running program. */
export interface Figures {
  rssBytes: number;
  /** Of the main thread, garbage included. */
  heapBytes: number;
  externalBytes: number;
  connections: number;
  watchers: number;
  queueDepth: number;
  gameThreadRestarts: number;
}

const NAMES = {
  rssBytes: 'process_resident_memory_bytes',
  heapBytes: 'nodejs_heap_size_used_bytes',
  externalBytes: 'nodejs_external_memory_bytes',
  connections: 'palatine_connections',
  watchers: 'palatine_event_watchers',
  queueDepth: 'palatine_queue_depth',
  gameThreadRestarts: 'palatine_game_thread_restarts_total',
} satisfies Record<keyof Figures, string>;

/** Reads the metrics. Throws when one is missing. */
export async function readFigures(caller: Caller): Promise<Figures> {
  const { status, body } = await caller.request('GET', '/metrics', { token: TOKENS.ordinary });
  if (status !== 200) throw new Error(`/metrics was answered ${status}`);
  const read = ([figure, metric]: [string, string]) => {
    const [, value] = new RegExp(`^${metric} (\\S+)$`, 'm').exec(body) ?? [];
    if (value === undefined) throw new Error(`/metrics has no ${metric}`);
    return [figure, Number(value)];
  };
  return Object.fromEntries(Object.entries(NAMES).map(read)) as Figures; // by the keys of NAMES
}

/** The sockets a process holds; 0 where the system does not list them. */
export function socketsOf(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((fd) => isSocket(`${folder}/${fd}`)).length;
}

function isSocket(link: string): boolean {
  try {
    return readlinkSync(link).startsWith('socket:');
  } catch {
    return false; // closed meanwhile
  }
}
