import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

/** Imports the app of a service in a process of its own. @returns every module that this has loaded. */
function loadedModules(): string {
  const app = JSON.stringify(new URL('../../src/build-app.ts', import.meta.url));
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    await import(${app});
    console.log([...process.moduleLoadList, ...loaded].join('\\n'));`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
}

test('a start loads no HTTP client of Node, no schema builder and no Prometheus client, a third of its time', () => {
  const modules = loadedModules();
  assert.match(modules, /NativeModule _http_server/);
  assert.match(modules, /node_modules\/fastify\//);
  assert.doesNotMatch(modules, /undici|node_modules\/(typebox|prom-client|@opentelemetry)\//);
});
