import { ConfigError } from '../data-folder/config-error.ts';
import type { ControlSettings, ControlTools, ProcessState, ServerControl } from './control.ts';
import { ControlError } from './control-error.ts';
import { type ProgramResult, runProgram } from './run-program.ts';
import { waitForState } from './wait-for-state.ts';

const SHOW_MS = 10_000;
/** What systemd allows in a name, without a leading hyphen, which would be an option. */
const UNIT = /^[A-Za-z0-9_.:@\\][A-Za-z0-9_.:@\\-]{0,199}$/;
const PROPERTIES = 'LoadState,ActiveState,SubState,MainPID';

type UnitSettings = Pick<ControlSettings, 'Unit' | 'StopTimeoutSeconds' | 'StartTimeoutSeconds'>;
type Verb = 'stop' | 'start';

/**
 * The control of a systemd unit of the system, through `systemctl` of the search path. Throws a ConfigError for a
 * name that no unit has.
 */
export function systemdControl(settings: UnitSettings, tools: ControlTools): ServerControl {
  const unit = unitName(settings.Unit);
  const state = async () => stateOf(await show(unit, tools));
  return {
    kind: 'Systemd',
    acts: true,
    state,
    stop: () => bringTo('Stopped', 'stop', unit, settings.StopTimeoutSeconds, tools),
    start: () => bringTo('Running', 'start', unit, settings.StartTimeoutSeconds, tools),
  };
}

function unitName(unit: string): string {
  if (!UNIT.test(unit)) {
    throw new ConfigError(`Control.Unit must be the name of a systemd unit, such as "palworld.service"`);
  }
  return unit.endsWith('.service') ? unit : `${unit}.service`;
}

/** The properties of a unit; none where systemd cannot be asked. */
async function show(unit: string, tools: ControlTools): Promise<ReadonlyMap<string, string>> {
  const result = await systemctl(['show', '-p', PROPERTIES, '--', unit], SHOW_MS, tools);
  if (result.kind !== 'ended' || result.code !== 0) return new Map();
  const lines = result.output.split(/\r?\n/).filter((line) => line.includes('='));
  return new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

/** A unit that waits for its automatic restart runs again in a moment, so it is not stopped. */
function stateOf(properties: ReadonlyMap<string, string>): ProcessState {
  if (properties.get('LoadState') !== 'loaded') return 'Unknown'; // systemd calls a unit that does not exist inactive
  switch (properties.get('ActiveState')) {
    case 'active':
    case 'reloading':
      return 'Running';
    case 'inactive':
    case 'failed':
      return properties.get('MainPID') === '0' ? 'Stopped' : 'Unknown';
    default:
      return 'Unknown';
  }
}

/** Systemd has nothing to do, and says so by 0, for a unit that is in the wanted state already. */
async function bringTo(
  wanted: ProcessState,
  verb: Verb,
  unit: string,
  seconds: number,
  tools: ControlTools,
): Promise<void> {
  const endMs = tools.clock.elapsed() + seconds * 1000;
  const result = await systemctl([verb, '--', unit], seconds * 1000, tools);
  if (result.kind === 'not started') throw new ControlError(`systemctl cannot be run: ${result.why}`);
  if (result.kind === 'still running') throw tooLong(verb, unit, seconds);
  if (result.code !== 0) throw failed(verb, unit, result);
  const read = async () => stateOf(await show(unit, tools));
  const leftMs = endMs - tools.clock.elapsed();
  if (!(await waitForState(read, wanted, tools.clock, leftMs))) throw tooLong(verb, unit, seconds);
}

function systemctl(
  args: readonly string[],
  timeoutMs: number,
  { clock, environment }: ControlTools,
): Promise<ProgramResult> {
  // Its answers are read, so they have to be in one language.
  const plain = { ...environment, LC_ALL: 'C', SYSTEMD_COLORS: '0', SYSTEMD_PAGER: '' };
  const argv = ['systemctl', '--no-ask-password', ...args];
  return runProgram(argv, { clock, environment: plain, timeoutMs });
}

function tooLong(verb: Verb, unit: string, seconds: number): ControlError {
  return new ControlError(
    `systemd has not ${verb === 'stop' ? 'stopped' : 'started'} ${unit} within ${seconds} seconds, and goes on trying; ` +
      `"systemctl status ${unit}" tells more`,
  );
}

function failed(verb: Verb, unit: string, { said }: { said: string }): ControlError {
  const refused = /interactive authentication|access denied|not authorized|permission denied/i.test(said);
  const hint = refused
    ? `; this user may not ${verb} the unit: a polkit rule allows it (docs/running-server.md), or run ` +
      `"sudo -n systemctl ${verb} ${unit}" as a command of Control.Kind Commands`
    : '';
  const why = said === '' ? 'systemctl says nothing about why' : said;
  return new ControlError(`systemd could not ${verb} ${unit}: ${why}${hint}`);
}
