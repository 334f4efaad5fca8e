import type { DeliveryStep, DeliveryWork } from '../game/calls.ts';
import { pause } from '../game/pause.ts';
import type { CycleTools } from './cycle-tools.ts';

const TRIES = 5;
const RETRY_MS = 1_000;

/**
 * Has the game thread store a step of a delivery that can be stored again without harm. A thread that has died starts
 * again within a second. Rejects when it does not store it even so.
 */
export async function commitStep(
  { game, clock, report }: Pick<CycleTools, 'game' | 'clock' | 'report'>,
  step: Exclude<DeliveryStep, { step: 'begin' }>,
): Promise<DeliveryWork> {
  for (let tries = 1; ; tries++) {
    try {
      return await game.deliveryStep(step);
    } catch (error) {
      if (tries >= TRIES) throw error;
      report.warn({ step: step.step, err: error }, 'a step of a delivery could not be stored yet');
      await pause(clock, RETRY_MS);
    }
  }
}
