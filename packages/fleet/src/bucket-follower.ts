import { setTimeout as delay } from 'node:timers/promises';
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import { followReconnects } from './connection.ts';
import { getDirect, type StoredMessage, storedMessage } from './direct-get.ts';
import { isWiped, type SeenMark } from './seen-mark.ts';
import type { FleetBucket } from './streams.ts';
import { walkStream } from './walk-stream.ts';

/** A change of a bucket, by its key. */
export interface BucketMessage extends StoredMessage {
  readonly key: string;
}

export interface BucketFollowerOptions {
  readonly connection: NatsConnection;
  readonly bucket: FleetBucket;
  /** The first parts of the keys that are followed; all keys without it. */
  readonly prefixes?: readonly string[];
  /** Where to go on; 0 for a follower that has seen nothing. */
  readonly seen: SeenMark;
  /**
   * Takes messages over, durably on return; a message may come twice. With a mark, everything up to it was passed on.
   * When it throws, the follower goes back to the last mark that was taken.
   */
  readonly take: (messages: readonly BucketMessage[], mark?: SeenMark) => void;
  /** All that the bucket holds was passed on. Called after every comparison. */
  readonly onWhole?: () => void;
  /** The bucket is another one than before: it was wiped, and is read from its start. */
  readonly onNewBucket?: () => void;
  readonly report: (problem: string, error?: unknown) => void;
  /** How often it compares what it has seen with what there is; 10 minutes unless given. */
  readonly compareMs?: number;
}

const COMPARE_MS = 600_000;
/** Before a comparison that failed is tried again. */
const AGAIN_MS = 1000;
/** After a gap, a reconnect or a failure it compares twice, this far apart: by then a replica that lagged has caught up. */
const LATER_MS = 15_000;
/** So long messages are gathered, so that many take one commit. */
const GATHER_MS = 20;
/** Messages of a walk that are taken over at once. */
const MOST_AT_ONCE = 500;
/** Messages that are kept while it compares; it reads again what is beyond. */
const MOST_GATHERED = 5000;
/** A replica that lacks what was heard of is asked again so often, with such pauses. */
const MOST_LAGS = 50;
const LAG_MS = 100;
const NOTHING: SeenMark = { sequence: 0, timeMs: 0 };

/**
 * Follows a bucket by the messages that are published again, without a watcher at the broker. A gap in their sequence,
 * a reconnect, and every ten minutes make it compare itself with the bucket and read what it lacks. Until that is done,
 * no message counts.
 */
export class BucketFollower {
  readonly #options: BucketFollowerOptions;
  readonly #stream: string;
  /** Before a key in the subjects of the stream, and in those that are published again. */
  readonly #kept: string;
  readonly #republished: string;
  #seen: SeenMark;
  /** Contiguous messages that are not taken over yet. */
  #gathered: BucketMessage[] = [];
  /** The newest message that was heard of. */
  #heard: SeenMark = NOTHING;
  /** From when a comparison is wanted until one has succeeded. */
  #comparing = true;
  #wanted = true;
  /** Whether the last comparison has failed: that is reported once. */
  #failing = false;
  #wake: () => void = () => {};
  #subscription: Subscription | undefined;
  #gatherTimer: NodeJS.Timeout | undefined;
  #stopped = false;
  #ended: Promise<unknown> = Promise.resolve();
  #unfollow: () => void = () => {};

  constructor(options: BucketFollowerOptions) {
    const { bucket, seen } = options;
    this.#options = options;
    this.#stream = `KV_${bucket.name}`;
    this.#kept = `$KV.${bucket.name}.`;
    this.#republished = `${bucket.republished}.`;
    this.#seen = seen;
  }

  /** What was taken over. */
  get seen(): SeenMark {
    return this.#seen;
  }

  start(): void {
    const { connection } = this.#options;
    const callback = (error: Error | null, message: Msg) => {
      if (error === null) this.#onRepublished(message);
    };
    this.#subscription = connection.subscribe(`${this.#republished}>`, { callback });
    this.#unfollow = followReconnects(connection, () => this.compare());
    this.#ended = this.#run();
  }

  /** Compares now. */
  compare(): void {
    this.#wanted = true;
    this.#beginComparing();
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#gatherTimer);
    this.#unfollow();
    if (this.#options.connection.isClosed() === false) this.#subscription?.unsubscribe();
    this.#wake();
    await this.#ended;
  }

  async #run(): Promise<void> {
    const { compareMs = COMPARE_MS, report } = this.#options;
    while (!this.#stopped) {
      const caused = this.#wanted;
      this.#wanted = false;
      this.#beginComparing();
      try {
        await this.#compareOnce();
        this.#failing = false;
      } catch (error) {
        if (this.#stopped) return;
        if (!this.#failing)
          report(`${this.#stream} could not be read; what is known counts meanwhile`, error);
        this.#failing = true;
        this.#wanted = true;
        await this.#sleep(AGAIN_MS);
        continue;
      }
      if (this.#wanted) continue;
      this.#comparing = false;
      await this.#sleep(caused ? Math.min(LATER_MS, compareMs) : compareMs);
    }
  }

  /** Takes over what was gathered. Messages from now on may follow a gap, or be of another bucket. */
  #beginComparing(): void {
    if (this.#comparing) return;
    this.#comparing = true;
    this.#flush();
  }

  async #compareOnce(): Promise<void> {
    const { connection, onNewBucket, onWhole } = this.#options;
    const first = await getDirect(connection, this.#stream, { seq: 1, next_by_subj: `${this.#kept}>` });
    if (this.#isNew(first)) {
      this.#seen = NOTHING;
      this.#forgetBefore(first);
      onNewBucket?.();
    }
    await this.#catchUp();
    const heard = this.#heard.sequence;
    for (let lags = 0; this.#seen.sequence < this.#heard.sequence && !this.#stopped; ) {
      if (this.#seen.sequence >= heard) onWhole?.(); // what is written meanwhile must not put that off
      const { sequence } = this.#seen;
      await delay(LAG_MS);
      await this.#catchUp();
      lags = this.#seen.sequence > sequence ? 0 : lags + 1;
      if (lags === MOST_LAGS) this.#heard = this.#seen; // heard of in a bucket that is no more
    }
    if (!this.#stopped) onWhole?.();
  }

  #isNew(first: StoredMessage | undefined): boolean {
    return first === undefined ? this.#seen.sequence > 0 : isWiped(this.#seen, first);
  }

  /** Forgets what was heard of in the bucket that was wiped. */
  #forgetBefore(first: StoredMessage | undefined): void {
    const isOfBucket = ({ timeMs }: SeenMark) => first !== undefined && timeMs >= first.timeMs;
    if (!isOfBucket(this.#heard)) this.#heard = NOTHING;
    this.#gathered = this.#gathered.filter(isOfBucket);
  }

  /** Reads everything after the mark, up to the newest message of the bucket, and takes what was heard meanwhile. */
  async #catchUp(): Promise<void> {
    await this.#read();
    this.#gathered = this.#gathered.filter(({ sequence }) => sequence > this.#seen.sequence);
    if (this.#gathered[0]?.sequence === this.#seen.sequence + 1) this.#flush();
    this.#gathered = [];
  }

  async #read(): Promise<void> {
    const { connection, take } = this.#options;
    const newest = await getDirect(connection, this.#stream, { last_by_subj: `${this.#kept}>` });
    if (newest === undefined || newest.sequence <= this.#seen.sequence) return;
    let messages: BucketMessage[] = [];
    const onMessage = (message: StoredMessage) => {
      const key = message.subject.slice(this.#kept.length);
      if (this.#follows(key)) messages.push({ ...message, key });
      if (messages.length < MOST_AT_ONCE) return;
      take(messages);
      messages = [];
    };
    // All keys: asked for some of them only, a replica that lags answers like one that has no more of them.
    await walkStream(connection, {
      stream: this.#stream,
      subject: `${this.#kept}>`,
      after: this.#seen.sequence,
      upTo: newest.sequence,
      onMessage,
    });
    this.#take(messages, newest);
  }

  #onRepublished(message: Msg): void {
    const key = message.subject.slice(this.#republished.length);
    const stored = storedMessage(message, `${this.#kept}${key}`, this.#stream);
    if (stored === undefined) return; // sent by somebody else than the bucket
    const last = this.#gathered.at(-1)?.sequence;
    if (stored.sequence > this.#heard.sequence || stored.timeMs > this.#heard.timeMs) this.#heard = stored;
    if (this.#comparing) {
      const goesOn =
        last !== undefined && stored.sequence === last + 1 && this.#gathered.length < MOST_GATHERED;
      this.#gathered = goesOn ? this.#gathered : [];
      this.#gathered.push({ ...stored, key });
      return;
    }
    if (stored.sequence !== (last ?? this.#seen.sequence) + 1) return this.compare();
    this.#gathered.push({ ...stored, key });
    this.#gatherTimer ??= setTimeout(() => this.#flush(), GATHER_MS);
  }

  #flush(): void {
    clearTimeout(this.#gatherTimer);
    this.#gatherTimer = undefined;
    const gathered = this.#gathered;
    this.#gathered = [];
    const last = gathered.at(-1);
    if (last === undefined || this.#stopped) return;
    try {
      this.#take(
        gathered.filter(({ key }) => this.#follows(key)),
        last,
      );
    } catch (error) {
      this.#options.report('changes could not be taken over; they are read again', error);
      this.compare();
    }
  }

  #take(messages: readonly BucketMessage[], { sequence, timeMs }: SeenMark): void {
    if (this.#stopped) return;
    const mark = { sequence, timeMs };
    this.#options.take(messages, mark);
    this.#seen = mark;
  }

  #follows(key: string): boolean {
    const { prefixes } = this.#options;
    return prefixes === undefined || prefixes.some((prefix) => key.startsWith(`${prefix}.`));
  }

  /** Ends early when a comparison is wanted, or at the end. */
  async #sleep(ms: number): Promise<void> {
    if (this.#stopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => {};
  }
}
