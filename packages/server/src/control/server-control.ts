import { ConfigError } from '../data-folder/config-error.ts';
import { systemClock } from '../game/clock.ts';
import { commandControl } from './commands.ts';
import type { ControlSettings, ControlTools, ServerControl } from './control.ts';
import { dockerControl } from './docker.ts';
import { somebodyControl } from './somebody.ts';
import { systemdControl } from './systemd.ts';

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
    case 'Systemd':
      return systemdControl(settings, all);
    case 'Commands':
      return commandControl(settings, all);
    default:
      throw new ConfigError(`${String(Kind satisfies never)} is no kind of control`);
  }
}
