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

  /** Whether this work must fail. Called once per work, right before it is applied. */
  fails(work: FailingWork): boolean {
    return this.#next.delete(work);
  }

  clear(): void {
    this.playerManagerUnavailable = false;
    this.baseCampManagerUnavailable = false;
    this.#next.clear();
  }
}
