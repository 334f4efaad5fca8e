import { resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

// Runs test files one after another in this process. Each is a test of its own, whose hooks end with it.

for (const file of process.argv.slice(2)) {
  void test(file, () => import(pathToFileURL(resolve(file)).href));
}
