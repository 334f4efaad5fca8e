import { resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { cpuMs } from './cpu-time.ts';

// Runs test files one after another in this process. Each is a separate test: its hooks end with it.

fc.configureGlobal({ seed: Number(process.env.PALATINE_DEEP_SEED || 1) });
for (const file of process.argv.slice(2)) {
  void test(file, async (context) => {
    const before = cpuMs();
    context.after(() => context.diagnostic(`CPU ${cpuMs() - before}`));
    await import(pathToFileURL(resolve(file)).href);
  });
}
