import { setTimeout as delay } from 'node:timers/promises';
import type { BackupProgress } from '@palatine/fleet';
import type { OrderingGateway } from './gateway-calls.ts';

/** Tells a gateway how far a world is with its order. */
export interface OrderReports {
  doing(what: string): void;
  /** Bytes that are there, and bytes that are to be. */
  moved(done: number, of: number): void;
  /** The last report, told until the gateway has it, or stays away. */
  end(outcome: Pick<BackupProgress, 'state' | 'doing' | 'reason' | 'local'>): Promise<void>;
}

const EVERY_MS = 5000;
const LAST_REPORTS = 10;
const AGAIN_MS = 1000;

/** Reports every few seconds, also when nothing moved, as a sign of life. `givenUp`: the gateway knows no such order. */
export function reportOrder(gateway: Pick<OrderingGateway, 'tell'>, givenUp: () => void): OrderReports {
  let current: Pick<BackupProgress, 'doing' | 'done' | 'of'> = { doing: 'beginning' };
  let telling = false;
  const timer = setInterval(() => {
    if (telling) return;
    telling = true;
    void gateway.tell({ state: 'Running', ...current }).then((known) => {
      telling = false;
      if (known === false) givenUp();
    });
  }, EVERY_MS);
  timer.unref();

  return {
    doing(doing) {
      current = { doing };
    },
    moved(done, of) {
      current = { ...current, done, of };
    },
    async end(outcome) {
      clearInterval(timer);
      const { done, of } = current;
      const last = { ...outcome, ...(done !== undefined && { done }), ...(of !== undefined && { of }) };
      for (let told = 0; told < LAST_REPORTS; told++) {
        if ((await gateway.tell(last)) !== undefined) return;
        await delay(AGAIN_MS, undefined, { ref: false });
      }
    },
  };
}
