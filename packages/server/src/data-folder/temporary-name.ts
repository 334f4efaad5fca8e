import { randomBytes } from 'node:crypto';

/** A name beside the file that no other writer uses, in this process or another. */
export function temporaryName(file: string): string {
  return `${file}.${process.pid}-${randomBytes(6).toString('hex')}.writing`;
}

/** Whether this is a name of `temporaryName` whose process has ended. */
export function isAbandoned(name: string): boolean {
  const pid = /\.(\d+)-[0-9a-f]{12}\.writing$/.exec(name)?.[1];
  return pid !== undefined && (Number(pid) === process.pid || !isRunning(Number(pid)));
}

/** Whether a process with this id runs on this system. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // another user's process
  }
}
