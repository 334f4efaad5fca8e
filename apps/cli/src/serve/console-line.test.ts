import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { BuiltConsole } from '@palatine/web/built-console';
import { consoleLine } from './process-life.ts';

test('the address of a console that is not built is not printed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-console-'));
  try {
    const built = new BuiltConsole({ folder });
    assert.match(consoleLine('http://host:1', built), /^The console is not built: "npm run build" /);
    writeFileSync(join(folder, 'index.html'), '');
    assert.equal(consoleLine('http://host:1', built), 'Console: http://host:1/console/');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
