import type { RandomLife, Supervision, SupervisorCommands } from './control/commands.ts';
import { type Execute, openControlPort } from './control/control-port.ts';
import type { Options } from './options.ts';
import { runAsProcess } from './server-process.ts';
import type { ReadyMessage } from './start-game-server.ts';

const START_MS = 60_000;
const GRACE_MS = 60_000;

type Handlers = {
  [Name in keyof SupervisorCommands]: (
    args: SupervisorCommands[Name]['args'],
  ) => Promise<Supervision> | Supervision;
};

/** A server that was started: a process, or a part of this one. */
export interface ServerRun {
  readonly pid: number | undefined;
  readonly serves: Promise<void>;
  readonly exited: Promise<NonNullable<Supervision['lastExit']>>;
  readonly execute: Execute;
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
}

/** Runs the server as a child and starts it again when it ends, as `restart: unless-stopped` does. */
export async function supervise(options: Options): Promise<void> {
  let controlPort = 0;
  const tell = (ready: ReadyMessage['ready']) =>
    process.send?.({ ready, port: options.port, controlPort } satisfies ReadyMessage);
  const supervisor = new Supervisor(options, runAsProcess, () => tell('serving'));
  const control = await openControlPort(options.controlPort, supervisor.execute);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => void supervisor.stop(GRACE_MS).then(() => process.exit(0)));
  }
  process.on('disconnect', () => process.exit(1)); // the server ends with its channel to us
  controlPort = control.port;
  process.stderr.write(`stand-in: commands on port ${controlPort}\n`);
  tell('control');
  const { serving } = await supervisor.start();
  if (!serving && options.restartMs === null) process.exit(1); // no command could restart it yet
}

export class Supervisor {
  readonly #options: Options;
  readonly #startServer: (options: Options) => ServerRun;
  readonly #onServing: () => void;
  readonly #handlers: Handlers = {
    supervision: () => this.state(),
    start: () => this.start(),
    stop: ({ graceMs }) => this.stop(graceMs ?? GRACE_MS),
    kill: () => this.kill(),
    restartMs: ({ ms }) => this.setRestart(ms),
    bootMs: ({ ms }) => this.setBoot(ms),
    failBoots: ({ times }) => this.failBoots(times),
  };
  #run: ServerRun | null = null;
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
  constructor(options: Options, startServer: (options: Options) => ServerRun, onServing = () => {}) {
    this.#options = options;
    this.#startServer = startServer;
    this.#onServing = onServing;
    this.#restartMs = options.restartMs;
  }

  /** Executes the commands of the supervisor, and forwards others to the server. */
  readonly execute: Execute = async (command, args) => {
    if (Object.hasOwn(this.#handlers, command)) {
      return await this.#handlers[command as keyof Handlers](args as never);
    }
    return await this.#relay(command, args);
  };

  state(): Supervision {
    return {
      pid: this.#run?.pid ?? null,
      serving: this.#serving,
      boots: this.#boots,
      lastExit: this.#lastExit,
      restartMs: this.#restartMs,
      stopped: this.#stopped,
    };
  }

  /** Starts the server unless it runs. Resolves when it serves or has ended. */
  async start(): Promise<Supervision> {
    this.#stopped = false;
    clearTimeout(this.#timer);
    const { serves, exited } = this.#run ?? this.#boot();
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      limit = setTimeout(resolve, START_MS);
    });
    await Promise.race([serves, exited, late]);
    clearTimeout(limit);
    return this.state();
  }

  #boot(): ServerRun {
    const { seed } = this.#options;
    const fails = this.#bootsToFail > 0;
    if (fails) this.#bootsToFail -= 1;
    const run = this.#startServer({ ...this.#options, seed: seed + this.#boots, fails });
    this.#boots += 1;
    this.#run = run;
    void run.serves.then(() => this.#serves(run));
    void run.exited.then((exit) => this.#ended(exit));
    return run;
  }

  /** The server runs: what happens by chance goes on, in another order than before. */
  async #serves({ execute }: ServerRun): Promise<void> {
    this.#serving = true;
    this.#onServing();
    const life = this.#life;
    if (life === null || this.#boots === 1) return;
    await execute('random', { ...life, seed: life.seed + this.#boots }).catch(() => {}); // it ended
  }

  #ended(exit: NonNullable<Supervision['lastExit']>): void {
    this.#run = null;
    this.#serving = false;
    this.#lastExit = exit;
    if (this.#stopped || this.#restartMs === null) return;
    this.#timer = setTimeout(() => this.#boot(), this.#restartMs);
  }

  /** SIGTERM, and SIGKILL when that does not help. */
  async stop(graceMs: number): Promise<Supervision> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    const run = this.#run;
    if (run === null) return this.state();
    const limit = setTimeout(() => run.kill('SIGKILL'), graceMs);
    run.kill('SIGTERM');
    await run.exited;
    clearTimeout(limit);
    return this.state();
  }

  async kill(): Promise<Supervision> {
    this.#run?.kill('SIGKILL');
    await this.#run?.exited;
    return this.state();
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
  async #relay(command: string, args: object): Promise<unknown> {
    if (command === 'variants') Object.assign(this.#options.variants, args); // they outlive the process
    if (command === 'random') this.#life = 'everyMs' in args ? (args as RandomLife) : null; // so does this
    if (this.#run === null) throw new Error('the server is down');
    return await this.#run.execute(command, args);
  }
}
