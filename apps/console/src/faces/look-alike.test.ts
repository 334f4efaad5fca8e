import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookAlike } from './look-alike.ts';

test('names of one script, of several beside each other, and of any accent pass for nobody', () => {
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
