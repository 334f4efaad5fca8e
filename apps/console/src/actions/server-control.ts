import type { ControlKind } from '@palatine/contract';
import { signal } from '@preact/signals';

/** Returns the control of the game server; undefined until it is known, and for a token that may not read it. */
export const controlKind = signal<ControlKind | undefined>(undefined);

/** Whether a person has to stop and start the game server: the service only waits for it. */
export function isStoppedByHand(): boolean {
  return controlKind.value === 'Somebody';
}
