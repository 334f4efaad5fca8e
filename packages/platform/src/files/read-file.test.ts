import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../testing/index.ts';
import { readTextFile } from './read-file.ts';

const folder = testFolder();
const file = join(folder, 'a.txt');

test('a UTF-8 text is read as it stands, its byte order mark included', () => {
  for (const text of ['', 'Grüße', '\uFEFF{}\r\n', '{"emoji":"😀"}']) {
    writeFileSync(file, text);
    assert.equal(readTextFile(file), text);
  }
});

test('a text in another encoding is refused by the name of the encoding', () => {
  const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();
  const cases: [RegExp, Buffer][] = [
    [/UTF-16 \(little endian\)/, Buffer.from('\uFEFF{"a":1}', 'utf16le')],
    [/UTF-16 \(little endian\)/, Buffer.from('steam_1', 'utf16le')],
    [/UTF-16 \(big endian\)/, swapped('\uFEFF{"a":1}')],
    [/UTF-16 \(big endian\)/, swapped('steam_1')],
    [/not UTF-8 text \(it may be Latin-1/, Buffer.from('Grüße', 'latin1')],
    [/half written/, Buffer.from('Grü').subarray(0, 3)],
  ];
  for (const [reason, bytes] of cases) {
    writeFileSync(file, bytes);
    assert.throws(() => readTextFile(file), reason);
  }
});
