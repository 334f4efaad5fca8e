import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { outputOf } from '@palatine/testing/child-process';

/** Timeout of a command, and of a start: `npm start` builds the console first. */
export const HANG_MS = 120_000;

/** A shell of the reader, in which one command runs. */
export interface Terminal {
  isEnded(): boolean;
  /** Standard output so far. */
  printed(): string;
  /** Standard output and error so far. */
  output(): string;
  /** Waits for the end. @returns the exit code */
  ended(): Promise<number | null>;
  /** Presses Ctrl-C, and waits for the end. */
  interrupt(): Promise<number | null>;
}

/** Types a command into a new shell, which inherits nothing of the npm or the test that runs this. */
export function typeCommand(command: string, cwd: string, variables: NodeJS.ProcessEnv): Terminal {
  const inherited = /^(npm_|PALATINE_(?!NATS_SERVER)|NODE_TEST_CONTEXT$|INIT_CWD$|NODE_COMPILE_CACHE$)/i;
  const entries = Object.entries(process.env).filter(([name]) => !inherited.test(name));
  const child = spawn('bash', ['-c', `set -o pipefail\n${command}`], {
    cwd,
    env: { ...Object.fromEntries(entries), npm_config_offline: 'true', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // its own process group, to which Ctrl-C goes
  });
  const closed = once(child, 'close') as Promise<[code: number | null]>;
  /** To the whole group, as a terminal sends it. */
  function signal(name: NodeJS.Signals): void {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, name);
    } catch {} // it has ended
  }
  async function ended(): Promise<number | null> {
    const limit = setTimeout(() => signal('SIGKILL'), HANG_MS);
    const [code] = await closed;
    clearTimeout(limit);
    return code;
  }
  return {
    isEnded: () => child.exitCode !== null,
    printed: outputOf(child.stdout),
    output: outputOf(child.stdout, child.stderr),
    ended,
    interrupt() {
      signal('SIGINT');
      return ended();
    },
  };
}
