import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type JoinLine, joinLineText, parseJoinLine } from './connection.ts';

const fingerprint = Array.from({ length: 32 }, (_, index) =>
  (index * 8).toString(16).padStart(2, '0').toUpperCase(),
).join(':');
const line: JoinLine = { host: '10.0.0.5', port: 17_993, code: 'abcdefghijklmnopqrstuvwxyz0', fingerprint };

test('a join line says again what it was made of', () => {
  for (const host of ['10.0.0.5', 'fleet.example.org', '2001:db8::7']) {
    assert.deepEqual(parseJoinLine(joinLineText({ ...line, host })), { ...line, host });
  }
});

test('an invalid join line is refused', () => {
  const good = joinLineText(line);
  for (const text of [
    '',
    'https://10.0.0.5',
    good.slice(0, -1),
    `${good}x`,
    good.replace('17993', '99999'),
    good.replace('10.0.0.5', 'a@b'),
    good.replace('#', '?'),
  ]) {
    assert.equal(parseJoinLine(text), undefined, text);
  }
});
