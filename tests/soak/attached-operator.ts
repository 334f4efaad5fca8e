import { setTimeout as delay } from 'node:timers/promises';
import type { Maintenance } from '@palatine/contract';
import { checkSave, openSave } from '@palatine/save';
import { seededRandom } from '@palatine/world/testing';
import { type AttachedTarget, AUTOSAVE_MS } from './attached-target.ts';

const LOOK_MS = 500;
/** From its start to its end, restarts of the program included. */
const LONGEST_MAINTENANCE_MS = 240_000;
const LONGEST_START_MS = 120_000;
const LONGEST_REST_MS = 30_000;
const KILL_WITHIN_MS = 8_000;
const DOWN_MS = 3_000;
const SHOWN_VIOLATIONS = 3;

/** Lets the service deliver, kills it meanwhile, and looks at the save afterwards. */
export class Operator {
  readonly errors: string[] = [];
  delivered = 0;
  done = 0;
  /** What those that failed said. */
  readonly failures: string[] = [];
  /** Saves that were checked. */
  checks = 0;
  readonly #target: AttachedTarget;
  readonly #random: () => number;

  readonly #playerIds: readonly string[];

  /** `playerIds`: of all players of the world. None ever goes. */
  constructor(target: AttachedTarget, playerIds: readonly string[], seed: number) {
    this.#target = target;
    this.#playerIds = playerIds;
    this.#random = seededRandom(`operator ${seed}`);
  }

  /**
   * One maintenance from its start to its end. `killed`: the program is killed once meanwhile, and started again.
   * @returns whether it was done
   */
  async maintain(killed: boolean): Promise<boolean> {
    const before = (await this.#status()).Last?.Id;
    if (!(await this.#begin())) return false;
    if (killed) {
      await delay(KILL_WITHIN_MS * this.#random());
      await this.#target.killAndStart(DOWN_MS * this.#random());
    }
    const ended = await this.#ended(before);
    if (ended === undefined) return false;
    this.delivered += ended.Delivered ?? 0;
    if (ended.Outcome === 'Done') this.done += 1;
    else this.failures.push(`${ended.Outcome}: ${ended.Message}`);
    await this.#untilServing();
    return ended.Outcome === 'Done';
  }

  /** Refused while the server cannot be maintained just now. */
  async #begin(): Promise<boolean> {
    try {
      await this.#target.call('operator', (api) =>
        api.startMaintenance({ body: { Action: 'Deliver', CountdownSeconds: 0 } }),
      );
      return true;
    } catch (error) {
      this.failures.push(`not begun: ${(error as Error).message}`);
      return false;
    }
  }

  async #status() {
    const { reply } = await this.#target.call('operator', (api) => api.getServer());
    return reply.Maintenance;
  }

  async #ended(before: string | undefined): Promise<Maintenance | undefined> {
    const end = performance.now() + LONGEST_MAINTENANCE_MS;
    while (performance.now() < end) {
      const status = await this.#status().catch(() => undefined); // the program starts
      const last = status?.Last;
      if (status?.Running === undefined && last !== undefined && last.Id !== before) return last;
      await delay(LOOK_MS);
    }
    this.errors.push(`a maintenance did not end within ${LONGEST_MAINTENANCE_MS} ms`);
    return undefined;
  }

  /** The server is up after every maintenance, whatever happened. */
  async #untilServing(): Promise<void> {
    const end = performance.now() + LONGEST_START_MS;
    while (performance.now() < end) {
      if ((await this.#target.gameServer.control('supervision')).serving) return;
      await delay(LOOK_MS);
    }
    this.errors.push(`the server was not up within ${LONGEST_START_MS} ms after a maintenance`);
  }

  /** Checks the save with its files at rest: the server does not save meanwhile. Does nothing while it is down. */
  async checkSave(): Promise<void> {
    const { control, saveFolder } = this.#target.gameServer;
    try {
      await control('variants', { autosaveMs: 0 });
      try {
        await this.#atRest();
        const { files } = await openSave(saveFolder);
        const violations = checkSave(files);
        const shown = violations.slice(0, SHOWN_VIOLATIONS);
        this.errors.push(...shown.map(({ code, file, message }) => `the save: ${code} ${file}: ${message}`));
        const missing = this.#playerIds.filter((id) => !files.has(`Players/${id}.sav`));
        this.errors.push(...missing.map((id) => `the save: the file of player ${id} is gone`));
        this.checks += 1;
      } finally {
        await control('variants', { autosaveMs: AUTOSAVE_MS });
      }
    } catch (error) {
      if (/is down|still booting/.test(String(error))) return;
      this.errors.push(`the save: ${String(error)}`);
    }
  }

  /** Two rounds of saving that were written whole: the one before may have met a fault of the disk. */
  async #atRest(): Promise<void> {
    const { control } = this.#target.gameServer;
    const end = performance.now() + LONGEST_REST_MS;
    let whole = 0;
    while (whole < 2 && performance.now() < end) {
      const { saves } = await control('status');
      await control('save');
      whole = (await control('status')).saves > saves ? whole + 1 : 0;
    }
  }
}
