import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

export const PROC = '/proc';
/** Program of a dedicated server in its installation, whose worlds are in `Pal/Saved`. */
const SERVER_PROGRAM = /^(.*)\/Pal\/Binaries\/[^/]+\/PalServer-[^/]+$/;

/** Pid of the server whose installation has this world (Linux, also in containers), even without a REST interface. */
export function runningServer(folder: string, proc = PROC): number | undefined {
  const world = idOf(folder);
  if (world === undefined) return undefined;
  for (const { pid, installation } of serverProcesses(proc)) {
    const saves = join(proc, `${pid}`, 'root', installation, 'Pal', 'Saved', 'SaveGames', '0');
    if (idOf(join(saves, basename(folder))) === world) return pid;
  }
  return undefined;
}

/** Processes of dedicated servers, each with its installation as seen by the process, which may be in a container. */
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

/** Program path as seen by the process; '' if hidden. */
function programOf(process: string): string {
  try {
    return readlinkSync(join(process, 'exe')).replace(/ \(deleted\)$/, ''); // an update replaces a running program
  } catch {
    return '';
  }
}

/** Identity of a file or folder under any path; undefined for a missing one. */
export function idOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}
