import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { visibleJson, visibleText } from './visible-text.ts';

/** The ranges the rule names, written out apart from the expression under test. Emoji may hold U+FE0F and U+200D. */
const HIDDEN_RANGES: [from: number, to: number][] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x200b, 0x200c],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0e],
  [0xfeff, 0xfeff],
  [0xe0000, 0xe0fff],
];

function isHidden(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  const surrogate = code >= 0xd800 && code <= 0xdfff;
  return surrogate || HIDDEN_RANGES.some(([from, to]) => code >= from && code <= to);
}

/** Text in which hidden characters are frequent. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 5 }),
      fc
        .constantFrom(...HIDDEN_RANGES)
        .chain(([from, to]) => fc.integer({ min: from, max: to }).map((code) => String.fromCodePoint(code))),
      fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit)),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

test('no hidden character is left in visible text, and making it visible again changes nothing', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const visible = visibleText(text);
      assert.deepEqual([...visible].filter(isHidden), []);
      assert.equal(visibleText(visible), visible);
    }),
  );
});

test('visible JSON holds no hidden character but line feeds, and parses to the same value', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const json = visibleJson(`${JSON.stringify({ [text]: [text] }, null, 2)}\n`);
      const wrong = [...json].filter((character) => character !== '\n' && isHidden(character));
      assert.deepEqual(wrong, []);
      assert.deepEqual(JSON.parse(json), { [text]: [text] });
    }),
  );
});

test('each hidden character is shown by its name', () => {
  for (const [text, shown] of [
    ['a\u001b[2K\rb', 'a\\u{1B}[2K\\rb'],
    ['a\nb\tc', 'a\\nb\\tc'],
    ['\u007f\u009b', '\\u{7F}\\u{9B}'],
    ['\u202egnp.exe\u2066', '\\u{202E}gnp.exe\\u{2066}'],
    ['zo\u200be', 'zo\\u{200B}e'],
    ['\u2028\u2029\ufeff', '\\u{2028}\\u{2029}\\u{FEFF}'],
    ['half \ud83d of it', 'half \\u{D83D} of it'],
    ['\u{e0041}', '\\u{E0041}'],
    ['\u3164', '\\u{3164}'],
    ['1\ufe0f', '1\\u{FE0F}'],
    ['a\u200db', 'a\\u{200D}b'],
    ['👩\u200d', '👩\\u{200D}'],
  ] as const)
    assert.equal(visibleText(text), shown);
});

test('ordinary text of any language is kept as it is', () => {
  for (const text of [
    '',
    'Zoe & Grizzbolt: 100% "\\n" C:\\pals',
    'Ünïcödé, e\u0301',
    'שלום עולם',
    'مرحبا، ١٢٣',
    '空の竜　パルワールド',
    'สวัสดี नमस्ते 안녕',
    'a\u00a0b',
  ])
    assert.equal(visibleText(text), text);
});

test('emoji are kept, with skin tones, joiners and variation selectors', () => {
  for (const text of ['🐉', '👍🏽', '❤️', '👩‍👩‍👧', '🏳️‍🌈', '👩🏽‍🚀', '🇩🇪', '1️⃣#️⃣', '❤️‍🔥🐉'])
    assert.equal(visibleText(text), text);
});
