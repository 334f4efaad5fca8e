import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { RandomLife, Supervision, SupervisorCommands } from './control/commands.ts';
import { openControlPort } from './control/control-port.ts';
import { controlOn } from './control/send-command.ts';
import type { Options } from './options.ts';
import type { ReadyMessage } from './start-game-server.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
const START_MS = 60_000;
const GRACE_MS = 60_000;

type Handlers = {
  [Name in keyof SupervisorCommands]: (
    args: SupervisorCommands[Name]['args'],
  ) => Promise<Supervision> | Supervision;
};

/** Runs the server as a child and starts it again when it ends, as `restart: unless-stopped` does. */
export async function supervise(options: Options): Promise<void> {
  let controlPort = 0;
  const tell = (ready: ReadyMessage['ready']) =>
    process.send?.({ ready, port: options.port, controlPort } satisfies ReadyMessage);
  const supervisor = new Supervisor(options, () => tell('serving'));
  const handlers: Handlers = {
    supervision: () => supervisor.state(),
    start: () => supervisor.start(),
    stop: ({ graceMs }) => supervisor.stop(graceMs ?? GRACE_MS),
    kill: () => supervisor.kill(),
    restartMs: ({ ms }) => supervisor.setRestart(ms),
    bootMs: ({ ms }) => supervisor.setBoot(ms),
    failBoots: ({ times }) => supervisor.failBoots(times),
  };
  const control = await openControlPort(options.controlPort, async (command, args) => {
    if (Object.hasOwn(handlers, command)) return await handlers[command as keyof Handlers](args as never);
    return await supervisor.relay(command, args);
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => void supervisor.stop(GRACE_MS).then(() => process.exit(0)));
  }
  process.on('disconnect', () => process.exit(1)); // the server ends with its channel to us
  controlPort = control.port;
  process.stderr.write(`stand-in: commands on port ${controlPort}\n`);
  tell('control');
  const { serving } = await supervisor.start();
  if (!serving && options.restartMs === null) process.exit(1); // nobody could have told it to start again yet
}

class Supervisor {
  readonly #options: Options;
  readonly #onServing: () => void;
  #child: ChildProcess | null = null;
  #controlPort = 0;
  #serving = false;
  #boots = 0;
  #bootsToFail = 0;
  #life: RandomLife | null = null;
  #lastExit: Supervision['lastExit'] = null;
  #restartMs: number | null;
  /** Stopped by command: it stays down. */
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;

  /** @param onServing called each time the server serves */
  constructor(options: Options, onServing: () => void) {
    this.#options = options;
    this.#onServing = onServing;
    this.#restartMs = options.restartMs;
  }

  state(): Supervision {
    return {
      pid: this.#child?.pid ?? null,
      serving: this.#serving,
      boots: this.#boots,
      lastExit: this.#lastExit,
      restartMs: this.#restartMs,
    };
  }

  /** Starts the server unless it runs. Resolves when it serves or has ended. */
  async start(): Promise<Supervision> {
    this.#stopped = false;
    clearTimeout(this.#timer);
    const child = this.#child ?? this.#spawn();
    await new Promise<void>((resolve) => {
      if (this.#serving) return resolve();
      const limit = setTimeout(resolve, START_MS);
      const done = () => {
        clearTimeout(limit);
        resolve();
      };
      child.once('exit', done);
      child.on('message', ({ ready }: ReadyMessage) => ready === 'serving' && done());
    });
    return this.state();
  }

  #spawn(): ChildProcess {
    const { saveFolder, port, bootMs, seed, variants, passwordFile } = this.#options;
    this.#boots += 1;
    const args = ['--save-folder', saveFolder, '--port', String(port), '--control-port', '0'];
    args.push('--boot-ms', String(bootMs), '--seed', String(seed + this.#boots - 1));
    args.push('--variants', JSON.stringify(variants));
    if (passwordFile !== null) args.push('--password-file', passwordFile);
    if (this.#bootsToFail > 0) {
      this.#bootsToFail -= 1;
      args.push('--fails');
    }
    const child = spawn(process.execPath, [MAIN, ...args], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.on('message', ({ ready, controlPort }: ReadyMessage) => {
      this.#controlPort = controlPort;
      if (ready === 'serving') void this.#serves();
    });
    child.on('exit', (code, signal) => this.#ended(code, signal));
    this.#child = child;
    return child;
  }

  /** The server runs: what happens by chance goes on, in another order than before. */
  async #serves(): Promise<void> {
    this.#serving = true;
    this.#onServing();
    const life = this.#life;
    if (life === null || this.#boots === 1) return;
    await controlOn(this.#controlPort)('random', { ...life, seed: life.seed + this.#boots }).catch(() => {}); // it ended
  }

  #ended(code: number | null, signal: NodeJS.Signals | null): void {
    this.#child = null;
    this.#serving = false;
    this.#controlPort = 0;
    this.#lastExit = { code, signal };
    if (this.#stopped || this.#restartMs === null) return;
    this.#timer = setTimeout(() => this.#spawn(), this.#restartMs);
  }

  /** SIGTERM, and SIGKILL when that does not help. */
  async stop(graceMs: number): Promise<Supervision> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (child === null) return this.state();
    const limit = setTimeout(() => child.kill('SIGKILL'), graceMs);
    await this.#end(child, 'SIGTERM');
    clearTimeout(limit);
    return this.state();
  }

  async kill(): Promise<Supervision> {
    if (this.#child !== null) await this.#end(this.#child, 'SIGKILL');
    return this.state();
  }

  async #end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await exited;
  }

  setRestart(ms: number | null): Supervision {
    this.#restartMs = ms;
    if (ms === null) clearTimeout(this.#timer);
    return this.state();
  }

  setBoot(ms: number): Supervision {
    this.#options.bootMs = ms;
    return this.state();
  }

  failBoots(times: number): Supervision {
    this.#bootsToFail = times;
    return this.state();
  }

  /** Hands a command on to the server. Throws while it is down. */
  async relay(command: string, args: object): Promise<unknown> {
    if (command === 'variants') Object.assign(this.#options.variants, args); // they outlive the process
    if (command === 'random') this.#life = 'everyMs' in args ? (args as RandomLife) : null; // so does this
    if (this.#controlPort === 0) throw new Error('the server is down');
    return await (controlOn(this.#controlPort) as (command: string, args: object) => Promise<unknown>)(
      command,
      args,
    );
  }
}
