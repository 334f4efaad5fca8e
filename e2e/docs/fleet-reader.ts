import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePorts } from '@palatine/stand-in/free-ports';
import { until } from '@palatine/testing/until';
import { projectCopy } from './project-copy.ts';

/** Timeouts of one command, and of a start. `npm start` builds the console first. */
const HANG_MS = 120_000;

export interface FleetReader extends AsyncDisposable {
  /** Runs a command to its end, or until it serves. */
  type(command: string): Promise<string>;
  /** Stops a world as Ctrl-C does. */
  stop(world: string): Promise<void>;
}

/** Types the commands of the document on fleets: each program that serves has its own terminal. */
export async function aFleetReader(): Promise<FleetReader> {
  const project = projectCopy();
  const [api = 0, broker = 0, joining = 0, ...worldPorts] = await freePorts(6);
  const terminals = new Map<string, ChildProcess>();
  let line = '';
  let token = '';

  /** Ports of this machine may be taken, and none is to be open to others. */
  function filled(command: string): string {
    const values: [placeholder: string | RegExp, value: string][] = [
      ['<the line it printed>', line],
      [/\b17990\b/g, String(api)],
      ...worldPorts.map((port, at): [string, string] => [`1800${at + 1}`, String(port)]),
    ];
    const text = values.reduce((typed, [from, to]) => typed.replaceAll(from, to), command);
    if (!startsGateway(text)) return text;
    const host = '--broker-address 127.0.0.1 --advertise 127.0.0.1';
    return `${text} --port ${api} --broker-port ${broker} --join-port ${joining} ${host}`;
  }

  function shell(command: string) {
    const child = spawn('bash', ['-c', `set -o pipefail\n${command}`], {
      cwd: project.folder,
      env: { ...environment(), TOKEN: token },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true, // its own process group, to which Ctrl-C goes
    });
    const printed = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].on('data', (chunk: Buffer) => {
        printed[name] += chunk.toString();
      });
    return { child, printed };
  }

  async function start(name: string, command: string): Promise<string> {
    const { child, printed } = shell(command);
    terminals.set(name, child);
    const welcome = startsGateway(command) ? 'A gateway for ' : 'Palatine serves "';
    const serves = () => {
      assert.equal(child.exitCode, null, `${command} ended:\n${printed.stdout}${printed.stderr}`);
      return printed.stdout.includes(welcome) && printed.stdout.endsWith('\n\n');
    };
    await until(`${command} serves`, serves, HANG_MS);
    token = startsGateway(command) ? (/Bearer ([\w-]+)/.exec(printed.stdout)?.[1] ?? '') : token;
    return printed.stdout;
  }

  async function run(command: string): Promise<string> {
    const { child, printed } = shell(command);
    const limit = setTimeout(() => signal(child, 'SIGKILL'), HANG_MS);
    const [code] = (await once(child, 'close')) as [number | null];
    clearTimeout(limit);
    assert.equal(code, 0, `${command} ended with ${code}:\n${printed.stdout}${printed.stderr}`);
    return printed.stdout;
  }

  async function stop(name: string): Promise<void> {
    const child = terminals.get(name);
    if (child === undefined) return;
    terminals.delete(name);
    if (child.exitCode !== null) return;
    const ended = once(child, 'close');
    signal(child, 'SIGINT');
    const limit = setTimeout(() => signal(child, 'SIGKILL'), HANG_MS);
    await ended;
    clearTimeout(limit);
  }

  return {
    async type(command) {
      const name = startsGateway(command) ? 'gateway' : /^npm start .*--data \.\/([\w-]+)/.exec(command)?.[1];
      const output = await (name === undefined ? run(filled(command)) : start(name, filled(command)));
      line = /--join '(palatine:\S+)'/.exec(output)?.[1] ?? line;
      return output;
    },
    stop,
    async [Symbol.asyncDispose]() {
      const worlds = [...terminals.keys()].filter((name) => name !== 'gateway');
      await Promise.all(worlds.map(stop));
      await stop('gateway');
      await project[Symbol.asyncDispose]();
    },
  };
}

function startsGateway(command: string): boolean {
  return /\bfleet start\b/.test(command);
}

/** The reader's shell: nothing of the npm or the test that runs this. */
function environment(): NodeJS.ProcessEnv {
  const inherited = /^(npm_|PALATINE_(?!NATS_SERVER)|NODE_TEST_CONTEXT$|INIT_CWD$|NODE_COMPILE_CACHE$)/i;
  const entries = Object.entries(process.env).filter(([name]) => !inherited.test(name));
  return { ...Object.fromEntries(entries), npm_config_offline: 'true' };
}

/** To the whole group, as a terminal sends it. */
function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, name);
  } catch {} // it has ended
}
