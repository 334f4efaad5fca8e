import { type ChildProcess, spawn } from 'node:child_process';
import type { Control } from './control/commands.ts';
import { controlOn } from './control/send-command.ts';
import { type GameFolder, type GameFolderOptions, makeGameFolder } from './game-folder.ts';
import { MAIN } from './server-process.ts';
import type { Variants } from './variants.ts';

const START_MS = 60_000;

export interface GameServerOptions extends GameFolderOptions {
  /** An existing folder, which is kept; by default a temporary one. */
  folder?: GameFolder;
  variants?: Partial<Variants>;
  /** Until REST and the world are there, ms. */
  bootMs?: number;
  /** Seed of the random events. */
  seed?: number;
  /** Runs it below a supervisor that starts it again so long after an end; null for only on command. */
  supervised?: { restartMs: number | null };
  /** Resolves as soon as commands are understood, before the server serves. `port` must be given then. */
  resolvesWhileBooting?: boolean;
}

/** A running stand-in. Disposing kills it, waits for its end, and removes the folder if it was made for it. */
export interface RunningGameServer extends AsyncDisposable, Omit<GameFolder, typeof Symbol.dispose> {
  /** URL of the REST interface: `http://127.0.0.1:<port>`, the same after every restart. */
  readonly url: string;
  readonly port: number;
  readonly controlPort: number;
  readonly control: Control;
  /** The log of the game and the standard error. */
  output(): string;
}

export interface GameServerProcess extends RunningGameServer {
  /** The process that was started: the stand-in, or its supervisor. */
  readonly child: ChildProcess;
  /** Sends a signal to the process that was started, and waits for its end. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
  /** SIGKILL of everything, and waits. */
  kill(): Promise<void>;
  /** The exit code or signal of the process that was started. */
  readonly exited: Promise<number | NodeJS.Signals>;
}

/** Starts the stand-in of the dedicated server. Rejects with its output if it ends before it serves. */
export async function startGameServer(options: GameServerOptions = {}): Promise<GameServerProcess> {
  const folder = options.folder ?? (await makeGameFolder(options));
  const child = spawn(process.execPath, [MAIN, ...argsOf(options, folder)], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  // 'close' comes when its output has ended, also that of a server below a supervisor.
  const exited = new Promise<number | NodeJS.Signals>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal ?? 0));
  });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return await exited;
  };
  const { [Symbol.dispose]: remove, ...paths } = folder;
  const removeFolder = () => {
    if (options.folder === undefined && options.root === undefined) remove();
  };
  try {
    const stage = options.resolvesWhileBooting === true ? 'control' : 'serving';
    const { port, controlPort } = await ready(child, stage, () => text);
    return {
      child,
      port,
      controlPort,
      url: `http://127.0.0.1:${port}`,
      ...paths,
      control: controlOn(controlPort),
      output: () => text,
      end,
      kill: async () => void (await end('SIGKILL')),
      exited,
      async [Symbol.asyncDispose]() {
        await end('SIGKILL');
        removeFolder();
      },
    };
  } catch (error) {
    await end('SIGKILL');
    removeFolder();
    throw error;
  }
}

function argsOf(options: GameServerOptions, { saveFolder, passwordFile }: GameFolder): string[] {
  const args = ['--save-folder', saveFolder, '--password-file', passwordFile];
  args.push('--port', String(options.port ?? 0), '--control-port', '0');
  args.push('--variants', JSON.stringify(options.variants ?? {}));
  args.push('--boot-ms', String(options.bootMs ?? 0), '--seed', String(options.seed ?? 1));
  if (options.supervised !== undefined) {
    args.push('--supervised', '--restart-ms', String(options.supervised.restartMs ?? 'never'));
  }
  return args;
}

export interface ReadyMessage {
  ready: 'control' | 'serving';
  port: number;
  controlPort: number;
}

function ready(child: ChildProcess, stage: string, output: () => string): Promise<ReadyMessage> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`the stand-in did not start:\n${output()}`)), START_MS);
    child.on('message', (message: ReadyMessage) => {
      if (message.ready !== stage) return;
      clearTimeout(limit);
      resolve(message);
    });
    child.on('exit', (code) => {
      clearTimeout(limit);
      reject(new Error(`the stand-in ended with ${code}:\n${output()}`));
    });
  });
}
