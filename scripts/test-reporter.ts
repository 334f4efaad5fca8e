import { readFileSync } from 'node:fs';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

/** What a group of test files tells the process that started it. */
export type TestMessage =
  | { type: 'begun'; name: string }
  | { type: 'test'; file: string; line: number; name: string; skip?: string; error?: string; ms: number }
  | { type: 'file'; file: string; ms: number; cpuMs: number };

/** A reporter of node:test that sends messages to the parent process. */
export default async function* sendMessages(events: AsyncIterable<TestEvent>) {
  let cpuMs = 0;
  let file = '';
  for await (const { type, data } of events) {
    if (type === 'test:dequeue') {
      if (data.nesting === 0) file = data.name;
      send({ type: 'begun', name: data.nesting === 0 ? '' : data.name });
    } else if (type === 'test:complete') {
      const { name, nesting, line = 0, skip } = data;
      const { passed, duration_ms: ms, error, type: kind } = data.details;
      const inside = (error as { failureType?: string } | undefined)?.failureType === 'subtestsFailed';
      const failed = !passed && !inside;
      if (failed || (nesting > 0 && kind !== 'suite')) {
        const reason = skip === true ? 'no reason given' : skip;
        send({
          type: 'test',
          file,
          line: nesting > 0 ? line : 0,
          name: nesting > 0 ? name : 'the file',
          ms,
          ...(reason !== undefined && reason !== false && { skip: String(reason) }),
          ...(failed && { error: errorText(error) }),
        });
      }
      if (nesting > 0) continue;
      const before = cpuMs;
      cpuMs = usedCpuMs();
      send({ type: 'file', file, ms, cpuMs: cpuMs - before });
    }
  }
  yield '';
}

function send(message: TestMessage): void {
  process.send?.(message);
}

/** The error that the test threw, without the one that Node wraps around it, and without Node's own calls. */
function errorText(error: unknown): string {
  const { cause = error } = error as Error;
  const { code, stack } = Object(cause) as { code?: unknown; stack?: unknown };
  // The message of an assertion has what it compared.
  const text = code === 'ERR_ASSERTION' && typeof stack === 'string' ? stack : inspect(cause);
  return text.replace(/\n {4}at .*\(?node:internal\/.*/g, '');
}

/** The processor time of this process and of those that it started and saw end. */
function usedCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + childrenCpuMs();
}

function childrenCpuMs(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) * 10; // in ticks of 10 ms
  } catch {
    return 0; // not Linux
  }
}
