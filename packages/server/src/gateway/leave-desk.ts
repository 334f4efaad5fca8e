import { randomBytes } from 'node:crypto';
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import {
  isSentByBroker,
  type LeaveDenial,
  leaveReply,
  leaveRequest,
  SUBJECTS,
  type WorldKey,
} from '@palatine/fleet';
import type { Logger } from 'pino';
import type { Clock } from '../game/clock.ts';

/**
 * The one shared word of a write, which goes from waiting to either begun or given up, once: the first to set it decides.
 * It is kept at the gateway alone, so a write that was given up is never begun, whatever is broken between the two;
 * tests/fleet/leave.test.ts races them.
 */
export interface Word {
  /** Gives the write up. False when it has begun. */
  giveUp(): boolean;
}

interface WaitingWrite {
  world: WorldKey;
  begun: boolean;
  /** By the clock that never goes back. */
  endsAtMs: number;
}

export interface LeaveDeskOptions {
  connection: NatsConnection;
  /** Whether an instance may change its world: undefined when it may. */
  admit(world: WorldKey, instance: string): Promise<LeaveDenial | undefined>;
  clock: Clock;
  log: Logger;
}

/** Gives worlds leave to begin the writes that wait here. */
export class LeaveDesk {
  /** The name of this process in the fleet: another one after every start, so that no leave outlives it. */
  readonly gateway = randomBytes(12).toString('hex');
  /** Answers since the start. */
  readonly counts: Record<LeaveDenial | 'Granted', number> = {
    Granted: 0,
    GivenUp: 0,
    Fenced: 0,
    Unknown: 0,
  };
  readonly #options: LeaveDeskOptions;
  readonly #writes = new Map<string, WaitingWrite>();
  readonly #subscription: Subscription;

  constructor(options: LeaveDeskOptions) {
    this.#options = options;
    this.#subscription = options.connection.subscribe(SUBJECTS.leave(this.gateway), {
      callback: (_error, message) => {
        if (!isSentByBroker(message.headers)) void this.#onRequest(message);
      },
    });
  }

  close(): void {
    this.#subscription.unsubscribe();
  }

  /** Lets a write wait to be begun, for so long. */
  open(id: string, world: WorldKey, withinMs: number): Word {
    const write = { world, begun: false, endsAtMs: this.#options.clock.elapsed() + withinMs };
    this.#writes.set(id, write);
    return {
      giveUp: () => {
        this.#writes.delete(id);
        return !write.begun;
      },
    };
  }

  /** Gives leave, once; else says why not. */
  async grant(
    id: string,
    world: WorldKey,
    instance: string,
  ): Promise<{ beginWithinMs: number } | LeaveDenial> {
    if (!this.#writes.has(id)) return 'GivenUp';
    const denial = await this.#options.admit(world, instance);
    if (denial !== undefined) return denial;
    // Looked up after the wait: from here on nothing comes between.
    const write = this.#writes.get(id);
    if (write === undefined || write.begun || write.world !== world) return 'GivenUp';
    const beginWithinMs = write.endsAtMs - this.#options.clock.elapsed();
    if (beginWithinMs <= 0) return 'GivenUp';
    write.begun = true;
    return { beginWithinMs };
  }

  async #onRequest(message: Msg): Promise<void> {
    try {
      const { id, world, instance } = leaveRequest.unpack(message.string());
      if (message.reply?.startsWith(`_INBOX_${world}.`) !== true) return; // another world could not read the answer
      const granted = await this.grant(id, world, instance);
      this.counts[typeof granted === 'string' ? granted : 'Granted'] += 1;
      message.respond(
        leaveReply.pack(
          typeof granted === 'string' ? { go: false, denial: granted } : { go: true, ...granted },
        ),
      );
    } catch (error) {
      this.#options.log.warn({ err: error }, 'a request for leave was not answered');
    }
  }
}
