import { readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { until } from '../harness/until.ts';

/** What the program keeps after its garbage is collected. */
export interface Memory {
  /** Heap in use and external memory, of both threads. */
  heldBytes: number;
  rssBytes: number;
}

/** The variable that names the file for the report. */
export const REPORT_FILE = 'SOAK_MEMORY';

/** The environment of a program whose memory can be measured. */
export function measurable(file: string): NodeJS.ProcessEnv {
  const preload = pathToFileURL(resolve(import.meta.dirname, 'report-memory.ts'));
  return { [REPORT_FILE]: file, NODE_OPTIONS: `--import=${preload.href}` };
}

/** Lets the program collect its garbage, and reads what is left. */
export async function measureMemory(pid: number, file: string): Promise<Memory> {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  let memory: Memory | undefined;
  await until('the program reports its memory', () => {
    memory = readReport(file);
    return memory !== undefined;
  });
  return memory as Memory; // until() has just seen it
}

function readReport(file: string): Memory | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Memory;
  } catch {
    return undefined; // not written yet
  }
}
