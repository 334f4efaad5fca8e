import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examineTokens } from './examine-tokens.ts';
import { EXAMPLE_SECRET } from './published-secrets.ts';
import { ignoredNameWarning, isExample, KNOWN_PERMISSIONS, tokenWarnings } from './token-warnings.ts';

function warningsOf(secret: string | undefined, permissions: string[] = ['*']): string {
  return tokenWarnings(secret, permissions).join('; ');
}

test('a long secret of visible ASCII characters, or a hash, with known permissions causes no warning', () => {
  assert.equal(warningsOf('0123456789abcdef'), '');
  assert.equal(warningsOf('~!"#$%&()*+,-./:;<=>?@'), '');
  assert.equal(warningsOf(undefined, ['REST.Items.*', 'Palatine.Metrics.Read']), '');
  for (const permission of KNOWN_PERMISSIONS) assert.equal(warningsOf(undefined, [permission]), '');
});

test('a secret that a header cannot carry causes a warning', () => {
  const secrets = [
    'a long random text',
    'schlüssel-schlüssel',
    'tab\tin-a-long-secret',
    `${'x'.repeat(20)}\0`,
  ];
  for (const secret of secrets) {
    assert.match(warningsOf(secret), /no call can use it: .*without blanks/, secret);
  }
});

test('a secret that is short, or known to everybody, causes a warning', () => {
  assert.match(warningsOf('0123456789abcde'), /can be guessed: give it at least 16 characters, not 15/);
  for (const secret of [
    EXAMPLE_SECRET,
    'replace-this-with-a-long-random-text',
    'GENERATE_A_LONG_UNIQUE_SECRET_HERE',
    'replace_with_a_different_paldefender_token',
    'DblJITQxmavSbIWyYIEwHiND2SkMsq1LGesgmlhgzNgu230TGRlNFoWp5cavqgoa',
    'aaaaaaaaaaaaaaaa',
    'changeme-changeme',
    'AdminPassword_AdminPassword',
  ]) {
    const warning = warningsOf(secret);
    const expected = /^its Token is a published example, or one that is easily guessed: replace it/;
    assert.match(warning, expected, secret);
    assert.ok(!warning.includes(secret));
  }
  const good = ['~-~-~-~-~-~-~-~-~.', 'yourself-is-not-a-placeholder', 'correct-horse-battery-staple'];
  for (const secret of good) assert.equal(warningsOf(secret), '', secret);
});

test('a token without permissions causes a warning, unless there are default ones', () => {
  const warningsOf = (permissions: string[], defaultPermissions: string[]) => {
    const tokens = new Map([['a.json', { token: { name: 'A', permissions } }]]);
    return examineTokens(tokens, { nowMs: 0, defaultPermissions }).get('a.json')?.warnings;
  };
  for (const none of [[], ['']]) {
    assert.deepEqual(warningsOf(none, []), ['a.json: it has no permission, so every call is refused']);
    assert.deepEqual(warningsOf(none, ['REST.Version.Read']), []);
  }
});

test('each unknown permission causes a warning; only the first are listed', () => {
  assert.equal(warningsOf(undefined, ['REST.Players.Red', '*']), 'no route requires REST.Players.Red');
  const many = Array.from({ length: 2000 }, (_, index) => `X${index}`);
  assert.match(warningsOf(undefined, many), /X4; 1995 more permissions are unknown$/);
});

test('a file is ignored for its name with a warning, unless it is intentionally disabled', () => {
  for (const name of ['Shop', 'Shop.txt', 'Shop.json.txt', 'Shop.JSON', 'Shop.jsonc']) {
    assert.match(ignoredNameWarning(name) ?? '', /does not end in \.json/, name);
  }
  for (const name of 'Shop.json TokenExample.json .hidden Shop.json~ Shop.json.bak README.md'.split(' ')) {
    assert.equal(ignoredNameWarning(name), undefined, name);
  }
});

test('the example is silently ignored until it is edited, and then noted', () => {
  const text = (token: object) => JSON.stringify({ Name: 'Shop', Permissions: '*', ...token });
  assert.equal(isExample(text({ Token: EXAMPLE_SECRET })), true);
  for (const edited of [text({ Token: 'mine' }), text({ TokenSHA256: 'x' }), '{"Name":', '[]']) {
    assert.equal(isExample(edited), false, edited);
  }
});
