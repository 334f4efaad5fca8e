import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

export const PROC = '/proc';
/** The program of a dedicated server, in its installation, whose worlds lie in `Pal/Saved`. */
const SERVER_PROGRAM = /^(.*)\/Pal\/Binaries\/[^/]+\/PalServer-[^/]+$/;

/**
 * The process of a game server in whose installation a world folder lies, where the system tells: Linux does, for the
 * processes that this user may look at, also in a container. It finds a server without a REST interface that has not
 * saved for a while.
 */
export function runningServer(folder: string, proc = PROC): number | undefined {
  const world = idOf(folder);
  if (world === undefined) return undefined;
  for (const { pid, installation } of serverProcesses(proc)) {
    const saves = join(proc, `${pid}`, 'root', installation, 'Pal', 'Saved', 'SaveGames', '0');
    if (idOf(join(saves, basename(folder))) === world) return pid;
  }
  return undefined;
}

/** Processes of dedicated servers, each with its installation as it sees that, which in a container is not as we do. */
export function serverProcesses(proc = PROC): { pid: number; installation: string }[] {
  return processesIn(proc).flatMap((pid) => {
    const installation = SERVER_PROGRAM.exec(programOf(join(proc, pid)))?.[1];
    return installation === undefined ? [] : [{ pid: Number(pid), installation }];
  });
}

export function processesIn(proc: string): string[] {
  try {
    return readdirSync(proc).filter((name) => /^\d+$/.test(name));
  } catch {
    return []; // not Linux
  }
}

/** The path of the program, as the process sees it; '' when it is hidden. */
function programOf(process: string): string {
  try {
    return readlinkSync(join(process, 'exe')).replace(/ \(deleted\)$/, ''); // an update replaces it while it runs
  } catch {
    return '';
  }
}

/** What a file or folder is by whichever path; undefined for one that is gone. */
export function idOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}
