import { join } from 'node:path';
import { ConfigError } from '../../data-folder/config-error.ts';
import { answerOnPort } from './game-server-answer.ts';
import { openElsewhere } from './open-elsewhere.ts';
import { restPorts } from './rest-ports.ts';
import { runningServer } from './running-server.ts';

export interface RunningOptions {
  /** Where a game server would answer; by default as its settings say. */
  restPort?: number | undefined;
  /** How long an answer may take. */
  answerMs?: number | undefined;
}

/**
 * Throws a ConfigError when a game server may be using the world: another process has one of the files open, runs the
 * server of its installation, or answers on the port of its REST interface. A running server would write its own memory over every change.
 */
export async function assertNotRunning(
  folder: string,
  files: Iterable<string>,
  { restPort, answerMs }: RunningOptions = {},
): Promise<void> {
  const open = openElsewhere([...files].map((path) => join(folder, path)));
  if (open !== undefined) {
    const program = open.program === '' ? 'a program' : open.program;
    throw new ConfigError(
      `${open.file} is open in ${program} (process ${open.pid}); stop it and run the command again`,
    );
  }
  const server = runningServer(folder);
  if (server !== undefined) {
    throw new ConfigError(
      `the game server of ${folder} is running (process ${server}), and would write its memory over a change; ` +
        'let it save, stop it, and run the command again',
    );
  }
  const ports = restPort === undefined ? restPorts(folder) : [restPort];
  for (const port of ports) await assertNoServer(folder, port, answerMs);
}

async function assertNoServer(folder: string, port: number, answerMs: number | undefined): Promise<void> {
  const answer = await answerOnPort(port, answerMs);
  if (answer === 'game server') {
    throw new ConfigError(
      `a game server is running: it answers on port ${port} of this machine, and would write its memory over a ` +
        `change of ${folder}; let it save, stop it, and run the command again`,
    );
  }
  if (answer === 'silence') {
    throw new ConfigError(
      `port ${port} of this machine takes connections and does not answer, as a game server does that is paused; ` +
        'stop it, and run the command again',
    );
  }
}
