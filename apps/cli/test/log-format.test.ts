import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logFormat } from '../src/serve/process-life.ts';

test('the log is text on a terminal and JSON elsewhere; PALATINE_LOG_FORMAT chooses either', () => {
  assert.equal(logFormat({}, true).text, true);
  assert.equal(logFormat({}, false).text, false);
  assert.equal(
    logFormat({ PALATINE_LOG_FORMAT: '' }, false).text,
    false,
    'an empty variable is treated as unset',
  );
  assert.equal(logFormat({ PALATINE_LOG_FORMAT: 'json' }, true).text, false);
  assert.equal(logFormat({ PALATINE_LOG_FORMAT: 'text' }, false).text, true);
  assert.throws(() => logFormat({ PALATINE_LOG_FORMAT: 'xml' }, true), {
    name: 'ConfigError',
    message: 'PALATINE_LOG_FORMAT must be json or text, not "xml"',
  });
});

test('the log is coloured on a terminal only, and NO_COLOR is honoured', () => {
  assert.equal(logFormat({}, true).colours, true);
  assert.equal(logFormat({ NO_COLOR: '1' }, true).colours, false);
  assert.equal(logFormat({ NO_COLOR: '' }, true).colours, true, 'as no-color.org has it');
  assert.equal(logFormat({ TERM: 'dumb' }, true).colours, false);
  assert.equal(logFormat({ PALATINE_LOG_FORMAT: 'text' }, false).colours, false);
});
