import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

/** What a run of tests sends to the process that started it. */
export type TestMessage =
  | { type: 'started'; test: TestOf }
  | TestEnded
  | { type: 'output'; file: string; text: string }
  /** The tests of a file, or of the whole run, are at their end. */
  | { type: 'all-ended'; file?: string };

export interface TestEnded {
  type: 'ended';
  test: TestOf;
  passed: boolean;
  ms: number;
  /** The reason. */
  skip?: string;
  todo?: boolean;
  error?: string;
}

export interface TestOf {
  name: string;
  /** The file that was run. In a run of one process it is the file of the call of `test()`. */
  file: string;
  line: number;
  /** Unique in a run, as is that of the test around it. */
  key: string;
  parentKey: string;
  /** Node counts each file as a test of its own when it runs in a process of its own, or has no test, or cannot run. */
  isFile: boolean;
  isSuite: boolean;
  /** Failed only because tests inside of it did. */
  failedInside: boolean;
}

/** A reporter of node:test that sends each event to the parent process. Run by hand, it prints them. */
export default async function* sendEvents(events: AsyncIterable<TestEvent>) {
  for await (const event of events) {
    const message = toMessage(event);
    if (message === undefined) continue;
    if (process.send === undefined) yield `${inspect(message)}\n`;
    else await new Promise((sent) => process.send?.(message, sent));
  }
}

function toMessage({ type, data }: TestEvent): TestMessage | undefined {
  switch (type) {
    case 'test:dequeue':
      return { type: 'started', test: testOf(data) };
    case 'test:complete': {
      const { passed = true, duration_ms: ms, error } = data.details;
      const test = testOf(data);
      const ended: TestEnded = { type: 'ended', test, passed, ms };
      if (data.skip !== undefined) ended.skip = typeof data.skip === 'string' ? data.skip : 'no reason given';
      if (data.todo !== undefined) ended.todo = true;
      if (!passed) ended.error = errorText(error);
      return ended;
    }
    case 'test:stdout':
    case 'test:stderr':
      return { type: 'output', file: fileOf(data), text: data.message };
    case 'test:summary':
      return data.file === undefined ? { type: 'all-ended' } : { type: 'all-ended', file: fileOf(data) };
    default:
      return undefined;
  }
}

interface TestData {
  name: string;
  nesting: number;
  testId: number;
  parentId: number | undefined;
  file?: string;
  line?: number;
  entryFile?: string;
  type?: string;
  details?: { type?: string; error?: Error };
}

function testOf(data: TestData): TestOf {
  const { name, nesting, testId, parentId = 0, line = 0, details } = data;
  const entry = entryFile(data);
  const error = details?.error as { failureType?: string } | undefined; // Node wraps every error of a test
  return {
    name,
    file: fileOf(data),
    line,
    key: `${entry}#${testId}`,
    parentKey: `${entry}#${parentId}`,
    isFile: nesting === 0 && entry === undefined && isPathOf(name, data.file ?? ''),
    isSuite: (details?.type ?? data.type) === 'suite',
    failedInside: error?.failureType === 'subtestsFailed',
  };
}

function fileOf(data: { file?: string | undefined; entryFile?: string }): string {
  return entryFile(data) ?? data.file ?? '';
}

/** The file that runs in a process of its own. Node's types do not have the field yet. */
function entryFile(data: { entryFile?: string }): string | undefined {
  return data.entryFile;
}

function isPathOf(name: string, file: string): boolean {
  return file === name || file.replaceAll('\\', '/').endsWith(`/${name.replaceAll('\\', '/')}`);
}

/** The error that the test threw, without the one that Node wraps around it, and without Node's own calls. */
function errorText(error: unknown): string {
  const thrown = error instanceof Error && 'failureType' in error && error.cause ? error.cause : error;
  return textOf(thrown).replace(/\n {4}at .*\(?node:internal\/.*/g, '');
}

function textOf(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown;
  try {
    const { code, stack } = Object(thrown) as { code?: unknown; stack?: unknown };
    if (code === 'ERR_ASSERTION' && typeof stack === 'string') return stack; // its message has what it compared
    return inspect(thrown, { breakLength: 110 });
  } catch {
    return 'an error that cannot be printed';
  }
}
