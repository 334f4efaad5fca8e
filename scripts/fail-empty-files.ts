import { sep } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

/** A reporter of node:test that fails a file without a test: Node itself counts such a file as one passed test. */
export default async function* failEmptyFiles(events: AsyncIterable<TestEvent>) {
  for await (const { type, data } of events) {
    if (type !== 'test:pass' || data.nesting > 0 || data.file === undefined) continue;
    if (data.file !== data.name && !data.file.endsWith(`${sep}${data.name}`)) continue;
    process.exitCode = 1;
    yield `no test in ${data.name}\n`;
  }
}
