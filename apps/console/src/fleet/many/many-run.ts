import type { ErrorEnvelope, ManyWorldsReply, WorldOutcome } from '@palatine/contract';
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { UNSETTLED_CODES } from '../../outbox/entry.ts';

/** Worlds of one request. A fleet of many gets several, so that one sees how far it is. */
export const WORLDS_OF_REQUEST = 32;

/** How a write ended at one world. `unknown`: it may have begun there, and its answer was lost. */
export type ManyState = 'waiting' | 'applied' | 'refused' | 'unknown';

export interface ManyRow {
  readonly world: string;
  readonly name: string;
  readonly state: ManyState;
  readonly code: string;
  readonly message: string;
}

export type ManyRun = ReturnType<typeof createManyRun>;

export interface ManyRunOptions {
  worlds: readonly { readonly World: string; readonly Name: string }[];
  /** Sends the write to these worlds, always with the same key. Rejects without an answer. */
  send(worlds: readonly string[]): Promise<ManyWorldsReply>;
  /** Why a request failed as a whole, and whether it may have been applied. */
  failed(error: unknown): { code: string; message: string; mayHaveBegun: boolean };
}

/** Refusals that say nothing of the write itself: another try may be taken. */
const MISSED = new Set(['SERVER_BUSY', 'REQUEST_TIMEOUT', 'RATE_LIMITED']);

type End = Pick<ManyRow, 'state' | 'code' | 'message'>;
const WAITING: End = { state: 'waiting', code: '', message: '' };
/** A world that left the fleet meanwhile is in no answer. */
const GONE: End = { state: 'refused', code: 'WORLD_NOT_FOUND', message: '' };

/** A write to many worlds, some at a time. No transaction spans them: each ends by itself. */
export function createManyRun({ worlds, send, failed }: ManyRunOptions) {
  const rows = signal<readonly ManyRow[]>(
    worlds.map(({ World, Name }) => ({ world: World, name: Name, ...WAITING })),
  );
  const running = signal(false);
  const worldsThat = (fit: (row: ManyRow) => boolean) =>
    computed(() => rows.value.filter(fit).map(({ world }) => world));

  function put(part: readonly string[], endOf: (world: string) => End): void {
    rows.value = rows.peek().map((row) => (part.includes(row.world) ? { ...row, ...endOf(row.world) } : row));
  }

  async function sendPart(part: readonly string[]): Promise<void> {
    try {
      const { Worlds } = await send(part);
      const ends = new Map(Worlds.map((outcome) => [outcome.World, endOf(outcome)]));
      put(part, (world) => ends.get(world) ?? GONE);
    } catch (error) {
      const { mayHaveBegun, ...why } = failed(error);
      put(part, () => ({ state: mayHaveBegun ? 'unknown' : 'refused', ...why }));
    }
  }

  async function again(keys: readonly string[]): Promise<void> {
    if (running.peek() || keys.length === 0) return;
    running.value = true;
    put(keys, () => WAITING);
    for (let at = 0; at < keys.length; at += WORLDS_OF_REQUEST) {
      await sendPart(keys.slice(at, at + WORLDS_OF_REQUEST));
    }
    running.value = false;
  }

  return {
    rows: rows as ReadonlySignal<readonly ManyRow[]>,
    running: running as ReadonlySignal<boolean>,
    unknown: worldsThat(({ state }) => state === 'unknown'),
    /** Worlds that could not be reached, or not in time: nothing was applied there. */
    missed: worldsThat(({ state, code }) => state === 'refused' && MISSED.has(code)),
    start: () => again(worlds.map(({ World }) => World)),
    /** Sends it again to some, with the same key: a world that has applied it says so once more. */
    again,
  };
}

function endOf({ Code, Body }: WorldOutcome): End {
  if (Code === 'OK') return { state: 'applied', code: '', message: '' };
  const { Error: error } = Body as Partial<ErrorEnvelope>; // what is not OK has the form of an error
  return {
    state: UNSETTLED_CODES.has(Code) ? 'unknown' : 'refused',
    code: Code,
    message: error?.Message ?? '',
  };
}
