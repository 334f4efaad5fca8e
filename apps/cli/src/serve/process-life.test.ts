import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { BuiltConsole } from '@palatine/web/mount-console';
import { consoleLine, logFormat } from './process-life.ts';

test('the address of a console that is not built is not printed', () => {
  const folder = testFolder();
  const built = new BuiltConsole({ folder });
  assert.match(consoleLine('http://host:1', built), /^The console is not built: "npm run build" /);
  writeFileSync(join(folder, 'index.html'), '');
  assert.equal(consoleLine('http://host:1', built), 'Console: http://host:1/console/');
});

test('the log is text on a terminal and JSON elsewhere; PALATINE_LOG_FORMAT chooses either', () => {
  for (const [PALATINE_LOG_FORMAT, terminal, text] of [
    [undefined, true, true],
    [undefined, false, false],
    ['', false, false], // an empty variable is treated as unset
    ['json', true, false],
    ['text', false, true],
  ] as const) {
    assert.equal(
      logFormat({ PALATINE_LOG_FORMAT }, terminal).text,
      text,
      `${PALATINE_LOG_FORMAT} ${terminal}`,
    );
  }
  const message = 'PALATINE_LOG_FORMAT must be json or text, not "xml"';
  assert.throws(() => logFormat({ PALATINE_LOG_FORMAT: 'xml' }, true), { name: 'ConfigError', message });
});

test('the log is colored on a terminal only, and NO_COLOR is honored', () => {
  assert.equal(logFormat({}, true).colors, true);
  assert.equal(logFormat({ NO_COLOR: '1' }, true).colors, false);
  assert.equal(logFormat({ NO_COLOR: '' }, true).colors, true, 'as no-color.org has it');
  assert.equal(logFormat({ TERM: 'dumb' }, true).colors, false);
  assert.equal(logFormat({ PALATINE_LOG_FORMAT: 'text' }, false).colors, false);
});
