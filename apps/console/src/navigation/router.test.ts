import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hrefOf, matchPath, parseAddress } from './router.ts';

test('an address is the path below the console, without slashes at the end, and the query', () => {
  const { path, query } = parseAddress('/console/players/?find=zo%26e');
  assert.equal(path, '/players');
  assert.equal(query.get('find'), 'zo&e');
  assert.equal(parseAddress('/console/').path, '/');
  assert.equal(parseAddress('/elsewhere').path, '/');
});

test('an href keeps what a parameter says, and leaves out the empty ones', () => {
  assert.equal(
    hrefOf('/players', { find: 'a&b', sort: '', guild: undefined }),
    '/console/players?find=a%26b',
  );
  assert.equal(hrefOf('/'), '/console/');
});

test('a pattern gives the values of its parts, decoded', () => {
  assert.deepEqual(matchPath('/players/:uid/:tab?', '/players/AB%20C'), { uid: 'AB C' });
  assert.deepEqual(matchPath('/players/:uid/:tab?', '/players/A/pals'), { uid: 'A', tab: 'pals' });
  assert.deepEqual(matchPath('/', '/'), {});
});

test('a path that is shorter, longer or other than the pattern does not match, nor does a broken escape', () => {
  for (const path of ['/players', '/players/A/pals/more', '/guilds/A', '/players/%zz']) {
    assert.equal(matchPath('/players/:uid/:tab?', path), undefined, path);
  }
});
