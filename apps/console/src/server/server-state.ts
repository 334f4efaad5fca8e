import type { Delivery, Maintenance, MaintenanceStep, ServerState, SettingsFile } from '@palatine/contract';
import type { Tone } from '../views/Values.tsx';

/** The color of a state of the game server; its word says the same. */
export function toneOfState(state: ServerState): Tone {
  if (state === 'Online') return 'ok';
  if (state === 'Degraded' || state === 'Stopping' || state === 'Maintenance') return 'warn';
  if (state === 'Offline') return 'danger';
  return state === 'Starting' || state === 'Paused' ? 'info' : 'off';
}

export const DELIVERY_TONES = {
  Pending: 'warn',
  Delivering: 'info',
  Delivered: 'ok',
  Canceled: 'off',
  Failed: 'danger',
} as const satisfies Record<Delivery['State'], Tone>;

/** The steps that a maintenance of this kind takes when nothing goes wrong. */
const WAY: Readonly<Record<Maintenance['Action'], readonly MaintenanceStep[]>> = {
  Deliver: ['Countdown', 'Saving', 'Stopping', 'BackingUp', 'Editing', 'Starting', 'Verifying'],
  Restart: ['Countdown', 'Saving', 'Stopping', 'BackingUp', 'Starting', 'Verifying'],
  Restore: ['Countdown', 'Saving', 'Stopping', 'BackingUp', 'Restoring', 'Starting', 'Verifying'],
};

interface ShownStep {
  readonly step: MaintenanceStep;
  readonly state: 'done' | 'now' | 'ahead';
}

/** The steps of a maintenance with the current one. A step off the usual way, such as rolling back, is added where it happened. */
export function shownSteps({ Action, Step }: Pick<Maintenance, 'Action' | 'Step'>): readonly ShownStep[] {
  const way = WAY[Action];
  if (Step === 'Done') return way.map((step) => ({ step, state: 'done' }));
  const at = way.indexOf(Step);
  if (at < 0) return [...way.map((step) => ({ step, state: 'done' as const })), { step: Step, state: 'now' }];
  return way.map((step, index) => ({ step, state: index < at ? 'done' : index === at ? 'now' : 'ahead' }));
}

/** The settings that make the schedule, of Server.json, in the order given; those that are wrong are left out. */
export function scheduleOf(files: readonly SettingsFile[], keys: readonly string[]) {
  const values = files.find(({ File }) => File === 'Server.json')?.Values ?? [];
  return keys.flatMap((key) => {
    const setting = values.find(({ Key }) => Key === key);
    const value = setting?.InForce ?? setting?.Value;
    return value === undefined ? [] : [{ key, value }];
  });
}
