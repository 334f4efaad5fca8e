import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import pino, { type Level } from 'pino';
import { logDestination } from './log-destination.ts';
import { logText } from './log-text.ts';

function shown(level: Level, fields: object, message: string, colours = false): string {
  let text = '';
  const output = {
    write(written: string) {
      text += written;
      return true;
    },
  };
  const destination = logDestination(output, logText({ colours }));
  pino({ name: 'palatine', level: 'trace' }, destination)[level](fields, message);
  return text;
}

test('a line for a person is time, level, message and fields', () => {
  assert.match(
    shown(
      'warn',
      { file: 'Shop.json', reason: 'not JSON', count: 3, list: ['a'] },
      'a token file is skipped',
    ),
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d warn {2}a token file is skipped {2}file=Shop\.json reason="not JSON" count=3 list=\["a"\]\n$/,
  );
  assert.match(shown('info', {}, 'stopping'), /^[-\d]+ [:\d]+ info {2}stopping\n$/);
});

test('the stack of an error stands below its line', () => {
  const [head, first, second] = shown('fatal', { err: new TypeError('no world') }, 'cannot start').split(
    '\n',
  );
  assert.match(head ?? '', /fatal cannot start$/);
  assert.equal(first, '    TypeError: no world');
  assert.match(second ?? '', /^ +at .*log-text\.test\.ts/);
});

test('control and bidirectional characters cannot steer the terminal, in colours or without', () => {
  const hostile = 'a\u001b]0;title\u0007\n\u202e\u009b2K';
  const text = shown('error', { [hostile]: hostile, err: new Error(hostile) }, hostile);
  assert.match(text, /^[ -~\n]*$/);
  const painted = shown('error', { name: 'x', [hostile]: hostile }, hostile, true);
  assert.equal(stripVTControlCharacters(painted).match(/[^ -~\n]/), null);
  assert.ok(painted.includes('\u001b[31merror'));
  assert.equal(painted.split('\n').length, 2, 'one line');
});
