import assert from 'node:assert/strict';
import { Readable, Writable } from 'node:stream';
import { test } from 'node:test';
import { bytesText } from '@palatine/platform/format';
import { barText, columns, paint, type Terminal, terminal } from './terminal.ts';

test('a bar shows the share that is done, and moves where the share is unknown', () => {
  assert.equal(barText({ doing: 'storing', done: 0, of: 4 }, 0), `${'░'.repeat(30)}   0 %  storing`);
  assert.equal(
    barText({ doing: 'storing', done: 2, of: 4 }, 0),
    `${'█'.repeat(15)}${'░'.repeat(15)}  50 %  storing`,
  );
  assert.equal(barText({ doing: 'storing', done: 9, of: 4 }, 0), `${'█'.repeat(30)} 100 %  storing`);
  assert.equal(barText({ doing: 'reading' }, 2000), `${'░'.repeat(20)}█${'░'.repeat(9)}   2 s  reading`);
});

test('columns are as wide as their widest entry, in cells that are shown', () => {
  assert.deepEqual(
    columns([
      ['空の竜', 'x'],
      ['e\u0301🐉', 'x'],
      ['a\u202e', 'x'],
      ['abcdefghij', 'xyz', 'x'],
    ]),
    ['空の竜      x', 'e\u0301🐉         x', 'a\\u{202E}   x', 'abcdefghij  xyz  x'],
  );
});

/** Collects what `work` prints on both streams. */
async function printedBy(work: (terminal: Terminal) => void | Promise<void>): Promise<string> {
  let printed = '';
  const output = new Writable({
    write(chunk, _encoding, written) {
      printed += String(chunk);
      written();
    },
  });
  await work(terminal({ stdin: process.stdin, stdout: output, stderr: output }, { json: false }));
  return printed;
}

const STEERING = 'a\u001b[2K\r\nforged\u202e\u009b';
const SHOWN = 'a\\u{1B}[2K\\r\\nforged\\u{202E}\\u{9B}';

test('whatever is printed has its hidden characters made visible, painted or not', async () => {
  const printed = await printedBy(async ({ print, warn, fail, progress }) => {
    print(STEERING, ['x ', paint('none', STEERING)]);
    warn(STEERING);
    fail([STEERING, STEERING]);
    await progress(async (show) => show({ doing: STEERING }));
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

test('only a person at a terminal can agree, with y or yes', async () => {
  const confirms = (typed: string, { isTTY = true, json = false } = {}) => {
    const output = Object.assign(new Writable({ write: (_chunk, _encoding, written) => written() }), {
      isTTY,
    });
    const stdin = Object.assign(Readable.from([typed]), { isTTY });
    return terminal({ stdin, stdout: output, stderr: output }, { json }).confirm('Sure? ');
  };
  assert.deepEqual(await Promise.all(['y\n', ' YES\n', 'n\n', '\n'].map((typed) => confirms(typed))), [
    true,
    true,
    false,
    false,
  ]);
  assert.equal(await confirms('y\n', { isTTY: false }), false);
  assert.equal(await confirms('y\n', { json: true }), false);
});

test('bytes are printed in a fitting unit', () => {
  const expected = ['0 bytes', '1023 bytes', '1.0 KiB', '5.0 GiB'];
  assert.deepEqual([0, 1023, 1024, 5 * 1024 ** 3].map(bytesText), expected);
});
