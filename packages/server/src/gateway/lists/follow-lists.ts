import { setTimeout as delay } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import {
  type BanProposal,
  BUCKETS,
  BucketFollower,
  decisionKey,
  definitionKey,
  entryKey,
  type ListDefinition,
  type ListEntry,
  type ListKey,
  type SeenMark,
} from '@palatine/fleet';
import type { Logger } from 'pino';
import type { ListCopy } from '../../fleet/lists/list-copy.ts';
import type { Clock } from '../../game/clock.ts';
import { ensureListsBucket, type ListWriter } from './list-writer.ts';

export interface FollowListsOptions {
  readonly connection: NatsConnection;
  readonly copy: ListCopy;
  readonly writer: ListWriter;
  readonly replicas: number;
  readonly clock: Clock;
  readonly log: Logger;
  readonly compareMs?: number | undefined;
}

/** Values that are put into the bucket at a time. */
const MOST_UNDER_WAY = 16;
const AGAIN_MS = 1000;
const CHECK_MS = 5000;

/** Keeps the copy of a gateway equal to the bucket, and fills a bucket that was wiped from the copy. */
export class FollowLists {
  readonly #options: FollowListsOptions;
  #follower: BucketFollower | undefined;
  #filling: Promise<void> | undefined;
  #ensuring: Promise<void> | undefined;
  #starting: Promise<void> = Promise.resolve();
  #endTimer: () => void = () => {};
  #stopped = false;

  constructor(options: FollowListsOptions) {
    this.#options = options;
  }

  start(): void {
    const { clock, copy } = this.#options;
    this.#endTimer = clock.every(CHECK_MS, () => void copy.takeEarly());
    this.#starting = this.#start();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#endTimer();
    await this.#starting;
    await this.#follower?.stop();
    await Promise.all([this.#filling, this.#ensuring]);
  }

  /** Up to where the bucket was read. */
  get seen(): SeenMark {
    return this.#follower?.seen ?? this.#options.copy.mark;
  }

  /** Compares the copy with the bucket now. */
  compare(): void {
    this.#follower?.compare();
  }

  async #start(): Promise<void> {
    const { connection, copy, log, compareMs } = this.#options;
    await this.#ensureBucket();
    if (this.#stopped) return;
    this.#follower = new BucketFollower({
      connection,
      bucket: BUCKETS.lists,
      seen: copy.mark,
      take: (messages, mark) => void copy.take(messages, mark),
      onNewBucket: () => {
        log.warn('the broker has lost the shared lists; they are filled again from the copy of this gateway');
        copy.forgetSequences();
      },
      onWhole: () => this.#onWhole(),
      report: (problem, error) => {
        log.warn({ err: error }, problem);
        this.#ensuring ??= this.#ensureBucket().finally(() => {
          this.#ensuring = undefined;
        });
      },
      ...(compareMs !== undefined && { compareMs }),
    });
    this.#follower.start();
  }

  /** Makes the bucket anew where it is gone: nothing lives in the broker alone. */
  async #ensureBucket(): Promise<void> {
    const { connection, replicas, log } = this.#options;
    for (let attempt = 0; !this.#stopped; attempt++) {
      try {
        return await ensureListsBucket(connection, replicas);
      } catch (error) {
        if (attempt === 0) log.warn({ err: error }, 'the bucket of the shared lists cannot be made yet');
        await delay(AGAIN_MS);
      }
    }
  }

  #onWhole(): void {
    this.#options.copy.setWhole();
    this.#filling ??= this.#fill().finally(() => {
      this.#filling = undefined;
    });
  }

  /** Puts into the bucket what it lacks. What fails is put with the next comparison. */
  async #fill(): Promise<void> {
    const { copy, log } = this.#options;
    const missing = copy.missingInBucket();
    const fill = async () => {
      for (let next = missing.shift(); next !== undefined && !this.#stopped; next = missing.shift()) {
        await this.#put(next);
      }
    };
    try {
      await Promise.all(Array.from({ length: MOST_UNDER_WAY }, fill));
    } catch (error) {
      log.warn({ err: error }, 'the bucket of the shared lists could not be filled; it is tried again');
    }
  }

  /** Two gateways may do it at once: the later finds the value of the other, merges, and writes it again. */
  async #put(of: ListKey): Promise<void> {
    await this.#options.writer.write(keyOf(of), (stored) => stored);
  }
}

function keyOf(of: ListKey): string {
  if (of.of === 'List') return definitionKey(of.list);
  return of.of === 'Entry' ? entryKey(of.list, of.subject) : decisionKey(of.list, of.world, of.subject);
}

/** The issuer of an entry that was taken over from a world. */
export function worldIssuer(world: string): string {
  return `world:${world}`;
}

/** When the last word on an entry was said: ms since 1970. */
function lastWordMs({ BannedAt, UnbannedAt }: ListEntry): number {
  return Math.max(Date.parse(BannedAt), UnbannedAt === undefined ? 0 : Date.parse(UnbannedAt));
}

/** Whether a list takes the bans of worlds over by itself. */
export function adopts({ Active, Kind, Adopt }: ListDefinition): boolean {
  return Active && Kind === 'Ban' && Adopt === 'Adopt';
}

/**
 * What a list that adopts bans makes of one: a new entry, or one that is lifted with it. Undefined where it stays as it
 * is: it is on the list already, or somebody has said something later.
 */
export function adopted(
  stored: ListEntry | undefined,
  ban: BanProposal,
  world: string,
): Omit<ListEntry, 't'> | undefined {
  const { Lists: _, ...facts } = ban;
  if (ban.Active) {
    if (stored?.Active === true) return undefined;
    if (stored !== undefined && lastWordMs(stored) >= Date.parse(ban.BannedAt)) return undefined;
    return { ...facts, BannedBy: worldIssuer(world) };
  }
  if (stored?.Active !== true || stored.BannedBy !== worldIssuer(world)) return undefined;
  return {
    ...stored,
    Active: false,
    UnbannedBy: worldIssuer(world),
    UnbannedAt: ban.UnbannedAt ?? ban.BannedAt,
  };
}
