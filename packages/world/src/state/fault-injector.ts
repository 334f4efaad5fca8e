import type { FailingWork } from '@palatine/contract';

/** Faults on demand. A server without --faults injects none. */
export class FaultInjector {
  playerManagerUnavailable = false;
  baseCampManagerUnavailable = false;
  readonly #next = new Set<FailingWork>();

  /** Makes the next such work fail. */
  failNext(work: FailingWork): void {
    this.#next.add(work);
  }

  /** Throws the error, once, when a fault was injected into this work. Call it right before the work is applied. */
  throwIfInjected(work: FailingWork, error: () => Error): void {
    if (this.#next.delete(work)) throw error();
  }

  clear(): void {
    this.playerManagerUnavailable = false;
    this.baseCampManagerUnavailable = false;
    this.#next.clear();
  }
}
