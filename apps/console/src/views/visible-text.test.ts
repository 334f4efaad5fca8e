import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookAlike, SHOWN_CHARS, visibleText } from './visible-text.ts';

test('ordinary names of any script, and emoji of several parts, are shown as they are', () => {
  for (const name of ['Zoe', 'Ana-María', '帕鲁大师', 'محمد', '👩‍👩‍👧', '❤️', 'é']) {
    assert.equal(visibleText(name), name);
  }
});

test('what cannot be seen, and what turns the text around, is spelled out', () => {
  assert.equal(visibleText('Zoe\u202egnp.exe'), 'Zoe[U+202E]gnp.exe');
  assert.equal(visibleText('Ad\u200bmin'), 'Ad[U+200B]min');
  assert.equal(visibleText('a\nb\u0000'), 'a[U+000A]b[U+0000]');
  assert.equal(visibleText('\u3164'), '[U+3164]');
  assert.equal(visibleText('a\u{e0041}'), 'a[U+E0041]');
  assert.equal(visibleText('\ud800'), '[U+D800]');
});

test('a long name ends after 64 characters, and a letter carries eight code points at most', () => {
  assert.equal(visibleText('x'.repeat(SHOWN_CHARS)), 'x'.repeat(SHOWN_CHARS));
  assert.equal(visibleText('x'.repeat(10_000)), `${'x'.repeat(SHOWN_CHARS)}…`);
  assert.equal([...visibleText(`Z${'\u0301'.repeat(500)}oe`)].length, 1 + 7 + 1 + 2);
  assert.ok(visibleText(`Z${'\u0301'.repeat(50_000)}oe`).length < 20);
});

test('names in one script, in several side by side, and with any accent are not marked', () => {
  const names = [
    'Zoe',
    'Ægir',
    'Амина',
    'Yukino 雪乃',
    '김철수',
    'Zoe Амина',
    'Łukasz',
    'Ngũgĩ',
    'team²',
    'José①',
  ];
  for (const name of [...names, '', '👨‍👩‍👧 Mum', 'محمد', 'नमस्ते', 'x_X_9', 'Tor-bjørn', 'ナイト77']) {
    assert.equal(lookAlike(name), undefined, name);
  }
});

test('a word with letters of two scripts that look alike is marked', () => {
  for (const name of ['Zоe', 'Аdmin', 'pаnel 2', 'Admιn', 'Panеl-Shop']) {
    assert.equal(lookAlike(name), 'mixed', name);
  }
});

test('characters that cannot be seen are marked', () => {
  for (const name of [
    'Zoe\u200b',
    'Zoe\u202egnp',
    '\u00adZoe',
    'Zo\u3164e',
    'Zoe\ufeff',
    'Z\u0000oe',
    'Zoe\u{e0041}',
  ]) {
    assert.equal(lookAlike(name), 'hidden', JSON.stringify(name));
  }
});

test('letters of mathematics, and those as wide as ideographs, are marked', () => {
  for (const name of ['𝐙𝐨𝐞', 'Ｚｏｅ', '𝓩𝓸𝓮', '𝟗𝟗']) assert.equal(lookAlike(name), 'styled', name);
});
