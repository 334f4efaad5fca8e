import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import type { Level } from 'pino';
import pino from 'pino';
import { type LogDestination, logDestination, logText } from './log-destination.ts';

interface Line {
  level: number;
  msg: string;
  missing?: number;
  beginning?: string;
}

/** An output that a test breaks and repairs. */
function breakable() {
  const written: string[] = [];
  return {
    written,
    broken: false,
    write(text: string): boolean {
      if (!this.broken) written.push(text);
      return !this.broken;
    },
    lines(): Line[] {
      return written.map((text) => JSON.parse(text) as Line);
    },
  };
}

function loggerTo(destination: LogDestination) {
  return pino({ name: 'palatine' }, destination);
}

test('lines that cannot be written are counted, and the next one that can says how many are missing', () => {
  const output = breakable();
  const destination = logDestination(output);
  const log = loggerTo(destination);
  log.info('one');
  output.broken = true;
  for (let i = 0; i < 3; i++) log.info('lost');
  output.broken = false;
  log.info('two');
  log.info('three');
  const actual = output.lines().map(({ msg, missing }) => missing ?? msg);
  assert.deepEqual(actual, ['one', 3, 'two', 'three']);
  assert.equal(destination.dropped, 3);
});

test('a line of more than 16 KiB is cut, and is still JSON with its level', () => {
  for (const long of [
    'x'.repeat(1024 * 1024),
    '"\\'.repeat(9000),
    '漢'.repeat(6000),
    '\u007f'.repeat(9000),
  ]) {
    const output = breakable();
    loggerTo(logDestination(output)).error({ long }, 'very long');
    const [line] = output.lines();
    assert.deepEqual([line?.level, line?.msg], [50, 'a log line was too long']);
    assert.match(line?.beginning ?? '', /^\{"level":50,/);
    assert.ok(Buffer.byteLength(output.written[0] ?? '') <= 16 * 1024);
  }
});

test('control and bidirectional characters in a line are escapes of JSON', () => {
  const output = breakable();
  const name = 'a\u001b]0;title\u0007\u009b2K\u202e\u2066\ufeff\u{e0041}';
  loggerTo(logDestination(output)).info({ name }, name);
  const line = output.written[0] ?? '';
  assert.match(line, /^[ -~]*\n$/);
  assert.equal((JSON.parse(line) as Line).msg, name);
});

function render(level: Level, fields: object, message: string, colors = false): string {
  let text = '';
  const output = {
    write(written: string) {
      text += written;
      return true;
    },
  };
  const destination = logDestination(output, logText({ colors }));
  pino({ name: 'palatine', level: 'trace' }, destination)[level](fields, message);
  return text;
}

test('a line for a person is time, level, message and fields', () => {
  assert.match(
    render(
      'warn',
      { file: 'Shop.json', reason: 'not JSON', count: 3, list: ['a'] },
      'a token file is skipped',
    ),
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d warn {2}a token file is skipped {2}file=Shop\.json reason="not JSON" count=3 list=\["a"\]\n$/,
  );
  assert.match(render('info', {}, 'stopping'), /^[-\d]+ [:\d]+ info {2}stopping\n$/);
});

test('the stack of an error stands below its line', () => {
  const [head, first, second] = render('fatal', { err: new TypeError('no world') }, 'cannot start').split(
    '\n',
  );
  assert.match(head ?? '', /fatal cannot start$/);
  assert.equal(first, '    TypeError: no world');
  assert.match(second ?? '', /^ +at .*log-destination\.test\.ts/);
});

test('control and bidirectional characters cannot steer the terminal, in colors or without', () => {
  const hostile = 'a\u001b]0;title\u0007\n\u202e\u009b2K';
  const text = render('error', { [hostile]: hostile, err: new Error(hostile) }, hostile);
  assert.match(text, /^[ -~\n]*$/);
  const painted = render('error', { name: 'x', [hostile]: hostile }, hostile, true);
  assert.equal(stripVTControlCharacters(painted).match(/[^ -~\n]/), null);
  assert.ok(painted.includes('\u001b[31merror'));
  assert.equal(painted.split('\n').length, 2, 'one line');
});
