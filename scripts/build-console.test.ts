import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const NOBODY = 65_534;
const needsRoot = process.geteuid?.() === 0 ? false : 'only root can be another user';

test('a user who cannot write beside the console is told in one line who builds it', {
  skip: needsRoot,
}, () => {
  const script = join(import.meta.dirname, 'build-console.mjs');
  const code = `import { buildConsole } from ${JSON.stringify(script)}; process.exit(buildConsole(process.execPath) ? 0 : 1);`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    uid: NOBODY,
    gid: NOBODY,
    encoding: 'utf8',
  });
  assert.equal(status, 1, stderr);
  assert.match(stderr, /^the console is not built: cannot write in \S+; run "npm run build" as its owner\n$/);
});
