import type { WorldKey } from '@palatine/fleet';

/** Puts into a bucket that are under way at most: more make a broker that is busy slower still. */
const MOST_AT_ONCE = 16;

/**
 * Instances that wait to be registered, a few at a time: when a gateway starts, or the broker has lost the registrations,
 * every world of a fleet says at once that it is there. Of a world only the newest instance waits.
 */
export class AdmissionQueue {
  readonly #admit: (world: WorldKey, instance: string) => Promise<unknown>;
  readonly #waiting = new Map<WorldKey, string>();
  #atOnce = 0;

  /** `admit` does not reject; a world that was not admitted says with its next heartbeat that it is there. */
  constructor(admit: (world: WorldKey, instance: string) => Promise<unknown>) {
    this.#admit = admit;
  }

  add(world: WorldKey, instance: string): void {
    this.#waiting.set(world, instance);
    if (this.#atOnce < MOST_AT_ONCE) void this.#work();
  }

  /** Nobody waits any more. */
  clear(): void {
    this.#waiting.clear();
  }

  async #work(): Promise<void> {
    this.#atOnce++;
    for (const [world, instance] of this.#waiting) {
      this.#waiting.delete(world);
      await this.#admit(world, instance);
    }
    this.#atOnce--;
  }
}
