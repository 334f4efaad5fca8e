import { ConfigError } from '../data-folder/config-error.ts';
import {
  ControlError,
  type ControlSettings,
  type ControlTools,
  type ProcessState,
  type ServerControl,
  waitForState,
} from './control.ts';
import { type ProgramResult, runProgram } from './run-program.ts';

const STATUS_MS = 15_000;
/** Of `systemctl status`, `service … status` and the LSB. */
const STATES: Readonly<Record<number, ProcessState>> = { 0: 'Running', 3: 'Stopped' };

type CommandSettings = Pick<
  ControlSettings,
  'Stop' | 'Start' | 'Status' | 'StopTimeoutSeconds' | 'StartTimeoutSeconds'
>;

/**
 * The control by programs of the operator. With a Status command its word decides; without one, exit code 0 of Stop
 * and Start. Throws a ConfigError for commands that cannot be run.
 */
export function commandControl(settings: CommandSettings, tools: ControlTools): ServerControl {
  for (const name of ['Stop', 'Start'] as const) assertCommand(name, settings[name]);
  if (settings.Status.length > 0) assertCommand('Status', settings.Status);
  const state = () => stateOf(settings.Status, tools);
  return {
    kind: 'Commands',
    acts: true,
    state,
    stop: () => bringTo('Stopped', 'Stop', settings, tools),
    start: () => bringTo('Running', 'Start', settings, tools),
  };
}

function assertCommand(name: 'Stop' | 'Start' | 'Status', argv: readonly string[]): void {
  const [program = ''] = argv;
  if (program.trim() === '') {
    throw new ConfigError(
      `Control.${name} must name a program and its arguments, such as ["systemctl", "--user", "stop", "palworld"]`,
    );
  }
  if (argv.some((part) => part.includes('\0'))) {
    throw new ConfigError(`Control.${name} holds a zero byte, which no program can be given`);
  }
}

async function stateOf(status: readonly string[], tools: ControlTools): Promise<ProcessState> {
  if (status.length === 0) return 'Unknown';
  const result = await runProgram(status, { ...tools, timeoutMs: STATUS_MS });
  return result.kind === 'ended' ? (STATES[result.code ?? -1] ?? 'Unknown') : 'Unknown';
}

async function bringTo(
  wanted: ProcessState,
  name: 'Stop' | 'Start',
  settings: CommandSettings,
  tools: ControlTools,
): Promise<void> {
  const { Status } = settings;
  if ((await stateOf(Status, tools)) === wanted) return;
  const seconds = settings[`${name}TimeoutSeconds`];
  const endMs = tools.clock.elapsed() + seconds * 1000;
  const result = await runProgram(settings[name], {
    ...tools,
    timeoutMs: seconds * 1000,
    detached: name === 'Start',
  });
  assertDone(name, settings[name], seconds, result);
  if (Status.length === 0) return;
  const leftMs = endMs - tools.clock.elapsed();
  if (await waitForState(() => stateOf(Status, tools), wanted, tools.clock, leftMs)) return;
  throw new ControlError(
    `the ${name} command ended well, but ${seconds} seconds after it began the Status command still does not say that ` +
      `the server is ${wanted.toLowerCase()} (exit code 0 is running, 3 is stopped)`,
  );
}

/** The arguments may hold a secret, so only the program is named. */
function assertDone(
  name: 'Stop' | 'Start',
  [program = '']: readonly string[],
  seconds: number,
  result: ProgramResult,
): void {
  if (result.kind === 'not started') {
    throw new ControlError(`the ${name} command cannot be run: ${result.why}`);
  }
  if (result.kind === 'still running') {
    throw new ControlError(
      `the ${name} command (${program}) had not ended after ${seconds} seconds, and was left running` +
        (name === 'Start' ? '; it has to return once the server is starting' : ''),
    );
  }
  if (result.code === 0) return;
  const how = result.code === undefined ? 'was ended by a signal' : `ended with exit code ${result.code}`;
  const said = result.said === '' ? '' : `: ${result.said}`;
  throw new ControlError(`the ${name} command (${program}) ${how}${said}`);
}
