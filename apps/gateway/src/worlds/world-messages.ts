import { setImmediate as turn } from 'node:timers/promises';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { type WorldKey, worldOf } from '@palatine/fleet/messages';
import { type Clock, pause } from '@palatine/platform/clock';
import type { Logger } from 'pino';

export interface WorldMessage {
  readonly world: WorldKey;
  readonly message: Msg;
}

interface WorldMessagesOptions {
  readonly connection: NatsConnection;
  readonly clock: Clock;
  /** With `*` for the world. */
  readonly subject: string;
  /** Longer messages are ignored. */
  readonly maxBytes: number;
  /** Messages of one world that may wait; another one replaces the last. */
  readonly waiting: number;
  /** Pause after messages were handled, for those of all worlds. */
  readonly pauseMs: number;
  readonly warn: WorldWarning;
  /** Gets the size of each message that is not handled. */
  readonly onExcess?: OnExcess | undefined;
  /** Never throws. */
  readonly handle: (messages: readonly WorldMessage[]) => void;
}

/** Messages that are handled in one turn of the event loop. */
const TURN = { messages: 20, bytes: 128 * 1024 };

/** Handles messages of worlds, some of each at a time: one that floods loses its own only. @returns how to end it. */
export function takeWorldMessages(options: WorldMessagesOptions): () => void {
  const { connection, clock, subject, maxBytes, pauseMs, warn, handle } = options;
  const waiting = new Map<WorldKey, Msg[]>();
  let [running, ended] = [false, false];

  async function run(): Promise<void> {
    while (waiting.size > 0) {
      const taken = [...waiting].flatMap(([world, messages]) =>
        messages.map((message) => ({ world, message })),
      );
      waiting.clear();
      for (const group of groupsOf(taken)) {
        await turn();
        if (ended) return;
        handle(group);
      }
      await pause(clock, pauseMs);
    }
    running = false;
  }

  const subscription = connection.subscribe(subject, {
    callback(_error, message) {
      const world = worldOf(message.subject);
      if (world === undefined) return;
      const bytes = message.data.byteLength;
      if (bytes > maxBytes) {
        options.onExcess?.(world, bytes);
        return warn(world, { bytes }, 'a world sends messages that are too long');
      }
      const messages = waiting.get(world) ?? [];
      if (messages.length === options.waiting)
        options.onExcess?.(world, messages.pop()?.data.byteLength ?? 0);
      messages.push(message);
      waiting.set(world, messages);
      if (!running) void run();
      running = true;
    },
  });
  return () => {
    ended = true;
    if (!connection.isClosed()) subscription.unsubscribe();
  };
}

function* groupsOf(messages: readonly WorldMessage[]): Generator<WorldMessage[]> {
  let [group, bytes]: [WorldMessage[], number] = [[], 0];
  for (const message of messages) {
    group.push(message);
    bytes += message.message.data.byteLength;
    if (group.length < TURN.messages && bytes < TURN.bytes) continue;
    yield group;
    [group, bytes] = [[], 0];
  }
  if (group.length > 0) yield group;
}

/** Answers a message of a world. nats-server does not check the reply subject: an answer must reach this world alone. */
export function answerWorld({ world, message }: WorldMessage, text: string): void {
  if (message.reply?.startsWith(`_INBOX_${world}.`) === true) message.respond(text);
}

export type OnExcess = (world: WorldKey, bytes: number) => void;

const MINUTE_MS = 60_000;
/** Far more in a minute than the gateway ever ignores of a sound world. */
const FLOOD = { messages: 100_000, bytes: 1024 ** 3 };

/** Calls back once a minute for a world that sends so much excess that the broker may cut the gateway off. */
export function floodGuard(
  { elapsed }: Pick<Clock, 'elapsed'>,
  onFlood: (world: WorldKey) => void,
): OnExcess {
  const excess = new Map<WorldKey, { messages: number; bytes: number; isFlood: boolean }>();
  let minute = 0;
  return (world, bytes) => {
    const now = Math.floor(elapsed() / MINUTE_MS);
    if (now !== minute) excess.clear();
    minute = now;
    const sum = excess.get(world) ?? { messages: 0, bytes: 0, isFlood: false };
    excess.set(world, sum);
    sum.messages += 1;
    sum.bytes += bytes;
    if (sum.isFlood || (sum.messages <= FLOOD.messages && sum.bytes <= FLOOD.bytes)) return;
    sum.isFlood = true;
    onFlood(world);
  };
}

const MAX_WARNED = 10_000;

export type WorldWarning = (world: WorldKey, fields: object, warning: string) => void;

/** Logs each warning about a world at most once a minute. */
export function worldWarnings(clock: Pick<Clock, 'elapsed'>, log: Pick<Logger, 'warn'>): WorldWarning {
  const warned = new Map<string, number>();
  return (world, fields, warning) => {
    const key = `${world} ${warning}`;
    const lastMs = warned.get(key) ?? Number.NEGATIVE_INFINITY;
    if (clock.elapsed() - lastMs < MINUTE_MS) return;
    if (warned.size >= MAX_WARNED) warned.clear();
    warned.set(key, clock.elapsed());
    log.warn({ ...fields, world }, warning);
  };
}
