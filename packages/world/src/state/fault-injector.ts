/** Work that can be made to fail once, so that a client can meet every code of the catalogue. */
export const FAILING_WORK = ['grant', 'alert', 'message', 'summon', 'deletebase'] as const;
export type FailingWork = (typeof FAILING_WORK)[number];

/** Faults on demand. A server that was not started for it never has any. */
export class FaultInjector {
  playerManagerUnavailable = false;
  baseCampManagerUnavailable = false;
  readonly #next = new Set<FailingWork>();

  /** Makes the next such work fail. */
  failNext(work: FailingWork): void {
    this.#next.add(work);
  }

  /** Whether this work is the one that is to fail; asked once per work, right before it is done. */
  fails(work: FailingWork): boolean {
    return this.#next.delete(work);
  }

  clear(): void {
    this.playerManagerUnavailable = false;
    this.baseCampManagerUnavailable = false;
    this.#next.clear();
  }
}
