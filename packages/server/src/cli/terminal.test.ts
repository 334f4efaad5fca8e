import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { bytesText } from '../data-folder/bytes-text.ts';
import { barText, columns, paint, terminal } from './terminal.ts';

test('a bar shows the share that is done, and moves where the share is unknown', () => {
  assert.equal(barText({ doing: 'storing', done: 0, of: 4 }, 0), `${'░'.repeat(30)}   0 %  storing`);
  assert.equal(
    barText({ doing: 'storing', done: 2, of: 4 }, 0),
    `${'█'.repeat(15)}${'░'.repeat(15)}  50 %  storing`,
  );
  assert.equal(barText({ doing: 'storing', done: 9, of: 4 }, 0), `${'█'.repeat(30)} 100 %  storing`);
  assert.equal(barText({ doing: 'reading' }, 2000), `${'░'.repeat(20)}█${'░'.repeat(9)}   2 s  reading`);
});

test('columns are as wide as their widest entry', () => {
  assert.deepEqual(
    columns([
      ['a', 'bb', 'c'],
      ['aaa', 'b'],
    ]),
    ['a    bb  c', 'aaa  b'],
  );
});

test('columns count the cells that are shown, not the characters', () => {
  assert.deepEqual(
    columns([
      ['空の竜', 'x'],
      ['e\u0301🐉', 'x'],
      ['a\u202e', 'x'],
      ['abcdefghij', 'x'],
    ]),
    ['空の竜      x', 'e\u0301🐉         x', 'a\\u{202E}   x', 'abcdefghij  x'],
  );
});

/** What a terminal prints while `work` runs, on both streams. */
function printedBy(t: TestContext, work: () => void): string {
  let printed = '';
  const write = (text: string | Uint8Array) => {
    printed += String(text);
    return true;
  };
  t.mock.method(process.stdout, 'write', write);
  t.mock.method(process.stderr, 'write', write);
  work();
  t.mock.restoreAll();
  return printed;
}

const STEERING = 'a\u001b[2K\r\nforged\u202e\u009b';
const SHOWN = 'a\\u{1B}[2K\\r\\nforged\\u{202E}\\u{9B}';

test('whatever is printed has its hidden characters made visible, painted or not', (t) => {
  const printed = printedBy(t, () => {
    const { print, warn, fail, progress } = terminal({ json: false });
    print(STEERING, ['x ', paint('none', STEERING)]);
    warn(STEERING);
    fail([STEERING, STEERING]);
    using shown = progress();
    shown.show({ doing: STEERING });
  });
  assert.deepEqual(printed.split('\n'), [
    SHOWN,
    `x ${SHOWN}`,
    `warning: ${SHOWN}`,
    `palatine: ${SHOWN}`,
    SHOWN,
    `${SHOWN} …`,
    '',
  ]);
});

test('JSON is printed with escapes for hidden characters, and parses to the same value', (t) => {
  const printed = printedBy(t, () => terminal({ json: true }).printJson({ [STEERING]: STEERING }));
  assert.match(printed, /^[ -~\n]*$/);
  assert.deepEqual(JSON.parse(printed), { [STEERING]: STEERING });
  const failed = printedBy(t, () => terminal({ json: true }).fail([STEERING]));
  assert.deepEqual(JSON.parse(failed), { error: STEERING });
});

test('bytes are printed in a fitting unit', () => {
  const expected = ['0 bytes', '1023 bytes', '1.0 KiB', '5.0 GiB'];
  assert.deepEqual([0, 1023, 1024, 5 * 1024 ** 3].map(bytesText), expected);
});
