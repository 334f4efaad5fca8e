import type { Clock } from '../game/clock.ts';

/** A wait that ends early when somebody wakes it. A wake while nobody waits ends the next wait at once. */
export class WakeableWait {
  readonly #clock: Clock;
  #woken = false;
  #end: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  wait(ms: number): Promise<void> {
    if (this.#woken) {
      this.#woken = false;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const cancel = this.#clock.after(ms, () => this.#end?.());
      this.#end = () => {
        cancel();
        this.#end = undefined;
        resolve();
      };
    });
  }

  wake(): void {
    if (this.#end === undefined) this.#woken = true;
    else this.#end();
  }
}
