import type { RandomLife, Supervision, SupervisorCommands } from './control/commands.ts';
import type { Execute } from './control/control-port.ts';
import type { GameServerSetup } from './game-server.ts';

export type ServerOptions = Omit<GameServerSetup, 'serveRest' | 'clock' | 'print' | 'exit'>;

export interface ServerRun {
  readonly pid: number;
  readonly serves: Promise<void>;
  readonly exited: Promise<NonNullable<Supervision['lastExit']>>;
  readonly execute: Execute;
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
}

const START_MS = 60_000;
const GRACE_MS = 60_000;

type Handlers = {
  [Name in keyof SupervisorCommands]: (
    args: SupervisorCommands[Name]['args'],
  ) => Promise<Supervision> | Supervision;
};

/** Runs the server and starts it again when it ends, as `restart: unless-stopped` does. */
export function supervise(
  options: ServerOptions,
  restartMs: number | null,
  startServer: (options: ServerOptions) => ServerRun,
) {
  let run: ServerRun | null = null;
  let bootsToFail = 0;
  let life: RandomLife | null = null;
  let timer: NodeJS.Timeout | undefined;
  const current: Supervision = {
    ...{ pid: null, serving: false, boots: 0, lastExit: null, restartMs },
    /** Stopped by command: it stays down. */
    stopped: false,
  };
  const state = () => ({ ...current });

  /** Starts the server unless it runs. Resolves when it serves or has ended. */
  async function start(): Promise<Supervision> {
    current.stopped = false;
    clearTimeout(timer);
    const { serves, exited } = run ?? boot();
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      limit = setTimeout(resolve, START_MS);
    });
    await Promise.race([serves, exited, late]);
    clearTimeout(limit);
    return state();
  }

  function boot(): ServerRun {
    const fails = bootsToFail > 0;
    if (fails) bootsToFail -= 1;
    const booted = startServer({ ...options, seed: options.seed + current.boots, fails });
    current.boots += 1;
    current.pid = booted.pid;
    run = booted;
    void booted.serves.then(() => serves(booted));
    void booted.exited.then(ended);
    return booted;
  }

  /** The server runs: what happens by chance goes on, in another order than before. */
  async function serves({ execute }: ServerRun): Promise<void> {
    current.serving = true;
    if (life === null || current.boots === 1) return;
    await execute('random', { ...life, seed: life.seed + current.boots }).catch(() => {}); // it ended
  }

  function ended(lastExit: Supervision['lastExit']): void {
    run = null;
    Object.assign(current, { pid: null, serving: false, lastExit });
    if (current.stopped || current.restartMs === null) return;
    timer = setTimeout(boot, current.restartMs);
  }

  /** SIGTERM, and SIGKILL when that does not help. */
  async function stop(graceMs: number): Promise<Supervision> {
    current.stopped = true;
    clearTimeout(timer);
    if (run === null) return state();
    const { kill, exited } = run;
    const limit = setTimeout(() => kill('SIGKILL'), graceMs);
    kill('SIGTERM');
    await exited;
    clearTimeout(limit);
    return state();
  }

  const handlers: Handlers = {
    supervision: state,
    start,
    stop: ({ graceMs }) => stop(graceMs ?? GRACE_MS),
    async kill() {
      run?.kill('SIGKILL');
      await run?.exited;
      return state();
    },
    restartMs({ ms }) {
      current.restartMs = ms;
      if (ms === null) clearTimeout(timer);
      return state();
    },
    bootMs({ ms }) {
      options.bootMs = ms;
      return state();
    },
    failBoots({ times }) {
      bootsToFail = times;
      return state();
    },
  };

  async function relay(command: string, args: object): Promise<unknown> {
    if (command === 'variants') Object.assign(options.variants, args); // they outlive the process
    if (command === 'random') {
      life = 'everyMs' in args ? (args as RandomLife) : null; // so does this
      if (run === null) return null; // it counts from the next boot on
    }
    if (run === null) throw new Error('the server is down');
    return await run.execute(command, args);
  }

  /** Executes the commands of the supervisor, and forwards others to the server. */
  const execute: Execute = async (command, args) =>
    Object.hasOwn(handlers, command)
      ? await handlers[command as keyof Handlers](args as never)
      : await relay(command, args);

  return { start, stop, execute };
}
