import type { ServerControl } from './control.ts';
import { ControlError } from './control-error.ts';

/** The control of a server that an operator or a hosting panel stops and starts. */
export function somebodyControl(): ServerControl {
  return {
    kind: 'Somebody',
    acts: false,
    state: () => Promise.resolve('Unknown'),
    stop: () => Promise.reject(notOurs('stopped')),
    start: () => Promise.reject(notOurs('started')),
  };
}

function notOurs(what: string): ControlError {
  return new ControlError(
    `the game server is not ${what} by Palatine (Control.Kind is Somebody); do it in the way it usually is, or name a ` +
      'container, a systemd unit or a pair of commands in Server.json',
  );
}
