import type { ErrorEnvelope, ManyWorldsReply, WorldOutcome } from '@palatine/contract';
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';

/** Worlds of one request. A fleet of many gets several, so that one sees how far it is. */
export const WORLDS_OF_REQUEST = 32;

/** How a write ended at one world. `unknown`: it began there, or the answer was lost. */
export type ManyState = 'waiting' | 'applied' | 'refused' | 'unknown';

/** A world and how the write ended there. */
export interface ManyRow {
  readonly world: string;
  readonly name: string;
  readonly state: ManyState;
  /** The error code; '' where there is none. */
  readonly code: string;
  readonly message: string;
}

/** A write to many worlds that is under way, or over. */
export interface ManyRun {
  readonly rows: ReadonlySignal<readonly ManyRow[]>;
  readonly running: ReadonlySignal<boolean>;
  /** Worlds of which nobody knows the end. */
  readonly unknown: ReadonlySignal<readonly string[]>;
  /** Worlds that could not be reached, or not in time: nothing was applied there. */
  readonly missed: ReadonlySignal<readonly string[]>;
  /** Sends it to every world. */
  start(): Promise<void>;
  /** Sends it again to some, with the same key: a world that has applied it says so once more. */
  again(worlds: readonly string[]): Promise<void>;
}

export interface ManyRunOptions {
  worlds: readonly { readonly World: string; readonly Name: string }[];
  /** Sends the write to these worlds, always with the same key. Rejects when nobody answers. */
  send(worlds: readonly string[]): Promise<ManyWorldsReply>;
  /** Why a request failed as a whole, and whether it may have been applied. */
  failed(error: unknown): { code: string; message: string; mayHaveBegun: boolean };
}

/** Refusals that say nothing of the write itself: another try may be taken. */
const MISSED = new Set(['SERVER_BUSY', 'REQUEST_TIMEOUT', 'RATE_LIMITED']);

/** A write to many worlds, some at a time. No transaction spans them: each ends by itself. */
export function createManyRun({ worlds, send, failed }: ManyRunOptions): ManyRun {
  const rows = signal<readonly ManyRow[]>(
    worlds.map(({ World, Name }) => ({ world: World, name: Name, state: 'waiting', code: '', message: '' })),
  );
  const running = signal(false);
  const inState = (fits: (row: ManyRow) => boolean) =>
    computed(() => rows.value.filter(fits).map(({ world }) => world));

  function put(ended: readonly ManyRow[]): void {
    const byWorld = new Map(ended.map((row) => [row.world, row]));
    rows.value = rows.peek().map((row) => ({ ...(byWorld.get(row.world) ?? row), name: row.name }));
  }

  async function sendPart(part: readonly string[]): Promise<void> {
    try {
      const { Worlds } = await send(part);
      const ended = Worlds.map(rowOf);
      // A world that left the fleet meanwhile is in no answer.
      const gone = part.filter((world) => !ended.some((row) => row.world === world));
      put([...ended, ...gone.map((world) => refusedRow(world, 'WORLD_NOT_FOUND', ''))]);
    } catch (error) {
      const { code, message, mayHaveBegun } = failed(error);
      put(
        part.map((world) => ({
          ...refusedRow(world, code, message),
          state: mayHaveBegun ? 'unknown' : 'refused',
        })),
      );
    }
  }

  async function again(wanted: readonly string[]): Promise<void> {
    if (running.peek() || wanted.length === 0) return;
    batch(() => {
      running.value = true;
      const asked = new Set(wanted);
      rows.value = rows.peek().map((row) => (asked.has(row.world) ? { ...row, state: 'waiting' } : row));
    });
    for (let at = 0; at < wanted.length; at += WORLDS_OF_REQUEST) {
      await sendPart(wanted.slice(at, at + WORLDS_OF_REQUEST));
    }
    running.value = false;
  }

  return {
    rows,
    running,
    unknown: inState(({ state }) => state === 'unknown'),
    missed: inState(({ state, code }) => state === 'refused' && MISSED.has(code)),
    start: () => again(worlds.map(({ World }) => World)),
    again,
  };
}

function refusedRow(world: string, code: string, message: string): ManyRow {
  return { world, name: '', state: 'refused', code, message };
}

function rowOf({ World, Name, Code, Body }: WorldOutcome): ManyRow {
  if (Code === 'OK') return { world: World, name: Name, state: 'applied', code: '', message: '' };
  const { Error: error } = Body as Partial<ErrorEnvelope>; // what is not OK has the form of an error
  const isUnknown = Code === 'INTERNAL_ERROR' && error?.Details.Applied !== false;
  const state = isUnknown ? 'unknown' : 'refused';
  return { world: World, name: Name, state, code: Code, message: error?.Message ?? '' };
}
