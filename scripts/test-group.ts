import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';

// Runs test files one after another in this process. Each is a test of its own: its hooks end with it.

fc.configureGlobal({ seed: Number(process.env.PALATINE_DEEP_SEED ?? 1) });
for (const file of process.argv.slice(2)) {
  void test(file, async (context) => {
    const before = cpuMs();
    context.after(() => context.diagnostic(`CPU ${cpuMs() - before}`));
    await import(pathToFileURL(resolve(file)).href);
  });
}

/** The processor time of this process and, on Linux, of those that it started and saw end. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  const stat = process.platform === 'linux' ? readFileSync('/proc/self/stat', 'utf8') : '';
  const [children = 0, inKernel = 0] = stat.split(' ').slice(15, 17).map(Number); // in hundredths of a second
  return (user + system) / 1000 + (children + inKernel) * 10;
}
