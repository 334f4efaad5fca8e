import type { FleetWorldState } from '@palatine/contract';
import { Status, type Tone } from '../faces/Status.tsx';
import { texts } from '../texts/texts.ts';

const TONES: Readonly<Record<FleetWorldState, Tone>> = {
  Online: 'ok',
  Starting: 'info',
  Away: 'warn',
  Fenced: 'danger',
};

/** How a world is, with what that means behind it. */
export function WorldState({ state }: { state: FleetWorldState }) {
  const { states, meanings } = texts.value.worlds;
  return (
    <span title={meanings[state]}>
      <Status tone={TONES[state]}>{states[state]}</Status>
    </span>
  );
}
