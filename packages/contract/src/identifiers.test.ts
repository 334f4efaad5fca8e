import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isUserId, parseGuid, parseUserId, parseWrittenUserId } from './identifiers.ts';
import { LIMITS } from './limits.ts';

const digits = fc.string({
  unit: fc.constantFrom(...'0123456789abcdefABCDEF'),
  minLength: 32,
  maxLength: 32,
});

function grouped(text: string, ...sizes: number[]): string {
  const groups = sizes.map((size, index) => {
    const from = sizes.slice(0, index).reduce((sum, before) => sum + before, 0);
    return text.slice(from, from + size);
  });
  return groups.join('-');
}

test('every spelling of the same 32 digits is the same GUID, printed 8-8-8-8 in upper case', () => {
  fc.assert(
    fc.property(digits, (text) => {
      const printed = grouped(text, 8, 8, 8, 8).toUpperCase();
      for (const spelling of [text, grouped(text, 8, 8, 8, 8), grouped(text, 8, 4, 4, 4, 12)]) {
        for (const cased of [spelling, spelling.toLowerCase(), spelling.toUpperCase()]) {
          assert.equal(parseGuid(cased), printed, cased);
          assert.equal(parseGuid(`{${cased}}`), printed, cased);
          assert.equal(isUserId(cased), false, 'no text is both');
        }
      }
    }),
  );
});

test('a text with other digits, another length or dashes elsewhere is no GUID', () => {
  const spelling = digits.chain((text) =>
    fc.constantFrom(text, grouped(text, 8, 8, 8, 8), grouped(text, 8, 4, 4, 4, 12)),
  );
  const notHexadecimal = fc.string({ minLength: 1, maxLength: 1 }).filter((char) => !/[0-9a-f]/i.test(char));
  fc.assert(
    fc.property(spelling, fc.nat(), notHexadecimal, (text, at, char) => {
      const index = at % text.length;
      const [before, after] = [text.slice(0, index), text.slice(index + 1)];
      assert.equal(parseGuid(before + after), undefined, 'one character less');
      assert.equal(parseGuid(`${before}0${text.slice(index)}`), undefined, 'one digit more');
      if (char !== text[index]) assert.equal(parseGuid(before + char + after), undefined);
    }),
  );
  for (const text of [
    '',
    ' '.repeat(32),
    '-'.repeat(32),
    '0'.repeat(LIMITS.idChars + 1),
    `{${'0'.repeat(32)}`,
    `{{${'0'.repeat(32)}}}`,
    `(${'0'.repeat(32)})`,
  ]) {
    assert.equal(parseGuid(text), undefined, text);
  }
});

test('a UserId in a request is compared exactly, and a bare SteamID64 is one of Steam', () => {
  assert.equal(parseUserId('76561198000000001'), 'steam_76561198000000001');
  for (const text of ['steam_76561198000000001', 'gdk_2', 'steam_A']) assert.equal(parseUserId(text), text);
  for (const text of [
    ' 76561198000000001',
    'STEAM_1',
    '7656119800000000',
    '76561198000000001x',
    '76571198000000001',
  ]) {
    assert.equal(parseUserId(text), undefined, text);
  }
});

test('blanks, capitals of the platform and a bare SteamID64 in a file mean the same UserId', () => {
  for (const text of [
    'steam_76561198000000001',
    ' steam_76561198000000001\t',
    '76561198000000001',
    'STEAM_76561198000000001',
  ]) {
    assert.equal(parseWrittenUserId(text), 'steam_76561198000000001', text);
  }
  assert.equal(parseWrittenUserId('MAC_5DA3940f'), 'mac_5DA3940f', 'an account id keeps its case');
  for (const text of ['', ' ', 'steam_', 'steam_1 2', 'Zoe', '7656119800000000', '203.0.113.7']) {
    assert.equal(parseWrittenUserId(text), undefined, text);
  }
});
