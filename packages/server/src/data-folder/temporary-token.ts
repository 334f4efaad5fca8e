import { randomBytes } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { writeFileAtomically } from './atomic-write.ts';
import { formatJson, namesInFolder } from './read-json.ts';
import { isRunning } from './temporary-name.ts';
import { TEMPORARY_TOKEN } from './token-warnings.ts';
import { newSecret, sha256 } from './tokens.ts';

/** A younger file may belong to a command of another container, whose process cannot be seen from here. */
const LEFTOVER_MS = 60_000;

/** The token of one command, which ends with it. */
export interface TemporaryToken extends Disposable {
  secret: string;
}

/**
 * Writes a token file for one command and removes it when disposed of, at the end of the process and at a signal.
 * Only the command knows the secret, so the file of a killed one opens nothing; the next command removes it.
 */
export function createTemporaryToken(folder: string, permissions: readonly string[]): TemporaryToken {
  removeLeftovers(folder);
  const secret = newSecret();
  const file = join(folder, `cli-${process.pid}-${randomBytes(12).toString('hex')}.json`);
  const remove = () => rmSync(file, { force: true });
  const end = endWith(remove);
  try {
    const Name = `palatine CLI (${userName()})`;
    writeFileAtomically(file, formatJson({ Name, TokenSHA256: sha256(secret), Permissions: permissions }));
  } catch (error) {
    end();
    throw error;
  }
  return { secret, [Symbol.dispose]: end };
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Calls `remove` at the end of the process, whether it ends by itself or by a signal. @returns what calls it at once. */
function endWith(remove: () => void): () => void {
  const onSignal = (signal: NodeJS.Signals) => {
    end();
    process.kill(process.pid, signal); // ends the process now that nobody listens to the signal
  };
  const end = () => {
    process.off('exit', end);
    for (const signal of SIGNALS) process.off(signal, onSignal);
    remove();
  };
  process.on('exit', end);
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return end;
}

function removeLeftovers(folder: string): void {
  for (const name of namesInFolder(folder)) {
    const pid = TEMPORARY_TOKEN.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const file = join(folder, name);
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats !== undefined && Date.now() - stats.mtimeMs > LEFTOVER_MS) rmSync(file, { force: true });
  }
}

/** The user of the system; a container may run as one without a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
