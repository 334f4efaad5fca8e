import { ConfigError } from '../data-folder/config-error.ts';
import { systemClock } from '../game/clock.ts';
import { commandControl } from './commands.ts';
import { ControlError, type ControlSettings, type ControlTools, type ServerControl } from './control.ts';
import { dockerControl } from './docker.ts';

export type { ControlSettings, ControlTools, ProcessState, ServerControl } from './control.ts';

const SYSTEM_TOOLS: ControlTools = { clock: systemClock, environment: process.env };

/** The control that the settings name. Throws a ConfigError for settings that no control can work with. */
export function serverControl(settings: ControlSettings, tools: Partial<ControlTools> = {}): ServerControl {
  const { Kind } = settings;
  const all = { ...SYSTEM_TOOLS, ...tools };
  switch (Kind) {
    case 'Somebody':
      return somebodyControl();
    case 'Docker':
      return dockerControl(settings, all);
    case 'Commands':
      return commandControl(settings, all);
    default:
      throw new ConfigError(`${String(Kind satisfies never)} is no kind of control`);
  }
}

/** The control of a server that an operator or a hosting panel stops and starts. */
function somebodyControl(): ServerControl {
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
      'container or a pair of commands in Server.json',
  );
}
