import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { systemClock } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import type { ProcessState } from '../rest/server-facts.ts';
import {
  ControlError,
  type ControlSettings,
  type ControlTools,
  firstLine,
  type ServerControl,
  waitForState,
} from './control.ts';
import { dockerControl } from './docker.ts';

/** The control of the settings. Throws a ConfigError for invalid settings. */
export function serverControl(settings: ControlSettings, tools: Partial<ControlTools> = {}): ServerControl {
  return CONTROLS[settings.Kind](settings, { clock: systemClock, environment: process.env, ...tools });
}

const CONTROLS = { Somebody: manualControl, Docker: dockerControl, Commands: commandControl };

/** Control of a server that an operator or a hosting panel stops and starts. */
function manualControl(): ServerControl {
  return {
    isAutomatic: false,
    state: () => Promise.resolve('Unknown'),
    stop: () => Promise.reject(notOurs('stopped')),
    start: () => Promise.reject(notOurs('started')),
  };
}

function notOurs(what: string): ControlError {
  return new ControlError(
    `the game server is not ${what} by Palatine (Control.Kind is Somebody); do it as usual, or name a ` +
      'container or a pair of commands in Server.json',
  );
}

const STATUS_MS = 15_000;
/** Exit codes of `systemctl status`, `service … status` and the LSB. */
const STATES: Readonly<Record<number, ProcessState>> = { 0: 'Running', 3: 'Stopped' };

/** Control by programs. A Status command is authoritative; else exit code 0 of Stop and Start. Throws a ConfigError. */
function commandControl(settings: ControlSettings, tools: ControlTools): ServerControl {
  for (const name of ['Stop', 'Start'] as const) assertCommand(name, settings[name]);
  if (settings.Status.length > 0) assertCommand('Status', settings.Status);
  return {
    isAutomatic: true,
    state: () => stateOf(settings.Status, tools),
    stop: () => bringTo('Stop', settings, tools),
    start: () => bringTo('Start', settings, tools),
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
    throw new ConfigError(`Control.${name} contains a zero byte, which cannot be passed to a program`);
  }
}

async function stateOf(status: readonly string[], tools: ControlTools): Promise<ProcessState> {
  if (status.length === 0) return 'Unknown';
  const result = await runProgram(status, { ...tools, timeoutMs: STATUS_MS });
  return result.kind === 'ended' ? (STATES[result.code ?? -1] ?? 'Unknown') : 'Unknown';
}

async function bringTo(name: 'Stop' | 'Start', settings: ControlSettings, tools: ControlTools) {
  const { Status } = settings;
  const target = name === 'Stop' ? 'Stopped' : 'Running';
  const isReached = async () => (await stateOf(Status, tools)) === target;
  // Stop always runs: a supervisor may be about to restart a server that Status reports as stopped.
  if (name === 'Start' && (await isReached())) return;
  const seconds = settings[`${name}TimeoutSeconds`];
  const endMs = tools.clock.elapsed() + seconds * 1000;
  const result = await runProgram(settings[name], {
    ...tools,
    timeoutMs: seconds * 1000,
    detached: name === 'Start',
  });
  if (name === 'Stop' && result.kind === 'ended' && (await isReached())) return;
  assertDone(name, settings, result);
  if (Status.length === 0) return;
  const leftMs = endMs - tools.clock.elapsed();
  if (await waitForState(() => stateOf(Status, tools), target, tools.clock, leftMs)) return;
  throw new ControlError(
    `the ${name} command succeeded, but ${seconds} seconds after it began the Status command still does not report that ` +
      `the server is ${target.toLowerCase()} (exit code 0 is running, 3 is stopped)`,
  );
}

/** The arguments may contain a secret, so only the program is named. */
function assertDone(name: 'Stop' | 'Start', settings: ControlSettings, result: ProgramResult): void {
  const [program = ''] = settings[name];
  if (result.kind === 'not started') {
    throw new ControlError(`the ${name} command cannot be run: ${result.why}`);
  }
  if (result.kind === 'still running') {
    throw new ControlError(
      `the ${name} command (${program}) had not ended after ${settings[`${name}TimeoutSeconds`]} seconds, and was left running` +
        (name === 'Start' ? '; it has to return once the server is starting' : ''),
    );
  }
  if (result.code === 0) return;
  const how = result.code === undefined ? 'was ended by a signal' : `ended with exit code ${result.code}`;
  const text = result.text === '' ? '' : `: ${result.text}`;
  throw new ControlError(`the ${name} command (${program}) ${how}${text}`);
}

const OUTPUT_BYTES = 16 * 1024;
/** Time for the last output after the end: a program left running may keep the pipe open for ever. */
const DRAIN_MS = 200;
/** Our own settings, such as the password of the game server, are not passed to other programs. */
const OWN_VARIABLE = /^PALATINE_/i;

interface RunOptions extends ControlTools {
  readonly timeoutMs: number;
  /** For a program that may leave the game server running: it has no pipes and gets none of our signals. */
  readonly detached?: boolean;
}

/**
 * - `ended`: it exited; `code` is undefined after a signal.
 * - `not started`: there is no such program, or it cannot be run.
 * - `still running`: it took too long, and was left running.
 */
type ProgramResult =
  | { readonly kind: 'ended'; readonly code: number | undefined; readonly text: string }
  | { readonly kind: 'not started'; readonly why: string }
  | { readonly kind: 'still running' };

/** Runs a program without a shell. Never rejects. `text`: first line of its errors, or else of its output. */
function runProgram(argv: readonly string[], options: RunOptions): Promise<ProgramResult> {
  const [program = '', ...args] = argv;
  const { clock, environment, timeoutMs, detached = false } = options;
  return new Promise((resolve) => {
    let child: ChildProcess;
    try {
      child = spawn(program, args, {
        shell: false,
        windowsHide: true,
        detached,
        env: Object.fromEntries(Object.entries(environment).filter(([name]) => !OWN_VARIABLE.test(name))),
        stdio: detached ? 'ignore' : ['ignore', 'pipe', 'pipe'],
      });
    } catch (error) {
      // For an argument with a zero byte, or a .cmd file on Windows.
      return resolve({ kind: 'not started', why: (error as Error).message });
    }
    const output = beginningOf(child.stdout);
    const errors = beginningOf(child.stderr);
    const settle = (result: ProgramResult) => {
      cancel();
      detach(child);
      resolve(result);
    };
    let cancel = clock.after(timeoutMs, () => settle({ kind: 'still running' }));
    child.on('error', (error) => settle({ kind: 'not started', why: error.message }));
    child.on('exit', (exitCode) => {
      const code = exitCode ?? undefined;
      const ended = () => settle({ kind: 'ended', code, text: firstLine(errors()) || firstLine(output()) });
      cancel();
      cancel = clock.after(DRAIN_MS, ended);
      child.on('close', ended);
    });
  });
}

/** Lets this process exit before the program. Its pipes stay open and are read: else it fails at its next output. */
function detach(child: ChildProcess): void {
  child.unref();
  for (const stream of [child.stdout, child.stderr]) if (stream instanceof Socket) stream.unref();
}

/** Reads all of a stream, so that its writer never blocks, and keeps the beginning. */
function beginningOf(stream: NodeJS.ReadableStream | null): () => string {
  let text = Buffer.alloc(0);
  stream?.on('data', (chunk: Buffer) => {
    if (text.length < OUTPUT_BYTES) text = Buffer.concat([text, chunk]).subarray(0, OUTPUT_BYTES);
  });
  stream?.on('error', () => {}); // keeps the text so far
  return () => text.toString('utf8');
}
