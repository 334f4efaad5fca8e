import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import {
  followReconnects,
  type Heartbeat,
  heartbeat,
  isSentByBroker,
  packRoster,
  type Roster,
  type RosterPlayer,
  rosterNowReply,
  SUBJECTS,
  type WorldKey,
} from '@palatine/fleet';
import type { Logger } from 'pino';
import { type Clock, systemClock } from '../game/clock.ts';
import type { Game } from '../game/game.ts';
import { mostPayloadBytes, publishWithAck } from './stream-end.ts';

const HEARTBEAT_MS = 5000;

export interface RosterOptions {
  /** A connection that is made again when it is lost. */
  readonly nc: NatsConnection;
  readonly world: WorldKey;
  readonly game: Pick<Game, 'knownPlayers'>;
  readonly log: Logger;
  /** Sends nothing before `resume`. */
  readonly paused?: boolean;
  /** The system's unless given. */
  readonly clock?: Clock;
}

export interface RosterSender {
  /** This instance of the world is fenced: it says nothing. */
  pause(): void;
  resume(): void;
  /** Stops for good. */
  stop(): void;
}

const EVERY_MS = 10_000;
/** The stream may have lost it without a word. */
const AGAIN_MS = 600_000;

/** Sends who is known and online after a change, or when a gateway asks. Never rejects or throws. */
export function startRoster(options: RosterOptions): RosterSender {
  const sender = new Sender(options);
  sender.start();
  return sender;
}

class Sender implements RosterSender {
  readonly #options: RosterOptions;
  readonly #clock: Clock;
  /** Of the players that were last read. */
  #version = '';
  /** SHA-256 of what the stream has; '' when that is not known. */
  #sent = '';
  #sentAtMs = 0;
  /** Of what the stream has; undefined when that is not known. */
  #sequence: number | undefined;
  #underWay: Promise<void> | undefined;
  #failed = false;
  #paused: boolean;
  #stopped = false;
  #cancel: () => void = () => {};

  constructor(options: RosterOptions) {
    const { clock = systemClock, paused = false } = options;
    this.#options = options;
    this.#clock = clock;
    this.#paused = paused;
  }

  start(): void {
    const cancel = this.#clock.every(EVERY_MS, () => void this.#look());
    const { nc, world } = this.#options;
    const unfollow = followReconnects(nc, () => this.#lookAgain());
    const asked = nc.subscribe(SUBJECTS.rosterNow(world), {
      callback: (_error, message) => {
        if (!isSentByBroker(message.headers)) void this.#answer(message);
      },
    });
    this.#cancel = () => {
      cancel();
      unfollow();
      if (!nc.isClosed()) asked.unsubscribe();
    };
    void this.#look();
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    this.#lookAgain();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  /** Sends the roster also when it is what was last sent. */
  #lookAgain(): void {
    this.#forget();
    void this.#look();
  }

  async #answer(message: Msg): Promise<void> {
    if (this.#paused || this.#stopped) return; // the one that counts for this world answers
    await this.#underWay; // it may have read the players before they were asked for
    await this.#look();
    const sequence = this.#sequence;
    if (!this.#stopped) message.respond(rosterNowReply.pack(sequence === undefined ? {} : { sequence }));
  }

  /** One look is under way at a time. */
  #look(): Promise<void> {
    this.#underWay ??= this.#lookOnce().finally(() => {
      this.#underWay = undefined;
    });
    return this.#underWay;
  }

  async #lookOnce(): Promise<void> {
    if (this.#paused || this.#stopped) return;
    try {
      if (this.#clock.elapsed() - this.#sentAtMs > AGAIN_MS) this.#forget();
      await this.#send();
      this.#failed = false;
    } catch (err) {
      this.#forget();
      if (!this.#failed && !this.#stopped) {
        this.#options.log.warn({ err }, 'the fleet cannot be told who is known here; it is tried again');
      }
      this.#failed = true;
    }
  }

  async #send(): Promise<void> {
    const { nc, world } = this.#options;
    const players = await this.#read();
    if (players === undefined) return;
    const text = JSON.stringify(players);
    const digest = createHash('sha256').update(text).digest('hex');
    if (digest === this.#sent || this.#paused || this.#stopped) return;
    const bytes = await packWithin(players, mostPayloadBytes(nc));
    this.#sequence = await publishWithAck(nc, SUBJECTS.roster(world), bytes);
    this.#sent = digest;
    this.#sentAtMs = this.#clock.elapsed();
  }

  /** Undefined when nothing has changed. */
  async #read(): Promise<RosterPlayer[] | undefined> {
    const { game } = this.#options;
    const first = game.knownPlayers({ from: 0, version: this.#version });
    if (first.version === this.#version) return undefined;
    const players: RosterPlayer[] = [...first.players];
    while (players.length < first.total) {
      await turn(); // a page takes about a millisecond
      const page = game.knownPlayers({ from: players.length, version: '' });
      if (page.players.length === 0) break; // some were deleted meanwhile
      players.push(...page.players);
    }
    this.#version = first.version;
    return players.sort(byPresence);
  }

  #forget(): void {
    this.#sent = '';
    this.#version = '';
    this.#sequence = undefined;
  }
}

function byPresence(one: RosterPlayer, other: RosterPlayer): number {
  if (one.online !== other.online) return one.online ? -1 : 1;
  const [last, otherLast] = [one.lastSeen ?? '', other.lastSeen ?? ''];
  if (last !== otherLast) return last > otherLast ? -1 : 1;
  return one.uid < other.uid ? -1 : 1;
}

/** Leaves out those who were seen longest ago until the rest fits. */
async function packWithin(players: RosterPlayer[], mostBytes: number): Promise<Uint8Array> {
  for (let listed = players.length; ; listed = Math.floor(listed / 2)) {
    const roster: Roster = { players: players.slice(0, listed), total: players.length };
    const bytes = await packRoster(roster);
    if (bytes.byteLength <= mostBytes || listed === 0) return bytes;
  }
}

/** Says how the world is, at once and then every 5 s. @returns how to end it. */
export function sendHeartbeats(
  connection: NatsConnection,
  world: WorldKey,
  clock: Clock,
  read: () => Heartbeat,
): () => void {
  const send = () => connection.publish(SUBJECTS.heartbeat(world), heartbeat.pack(read()));
  send();
  const end = clock.every(HEARTBEAT_MS, send);
  const unfollow = followReconnects(connection, send); // gateways learn at once that the world is back
  return () => {
    end();
    unfollow();
  };
}
