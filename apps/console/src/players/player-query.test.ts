import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playerQuery } from './player-query.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const ask = (search: string) => playerQuery(new URLSearchParams(search), NOW);

test('the address says what is asked of the service', () =>
  assert.deepEqual(
    ask(
      'find=zoe&status=offline&guild=none&platform=Steam&seen=7&from=10&to=50&banned=yes&file=no&sort=Level&order=down',
    ),
    {
      Find: 'zoe',
      Status: 'Offline',
      Guild: 'none',
      Platform: 'Steam',
      SeenBefore: '2026-11-15T12:00:00.000Z',
      LevelFrom: 10,
      LevelTo: 50,
      Banned: true,
      HasPlayerFile: false,
      Sort: 'Level',
      Order: 'Descending',
    },
  ));

test('what an address says wrongly is left out, and no text is longer than the service takes', () => {
  assert.deepEqual(ask('status=away&seen=-1&from=ten&to=99999&banned=1&sort=Shoe'), {
    Sort: 'Name',
    Order: 'Ascending',
  });
  assert.equal(ask(`find=${'x'.repeat(5000)}`).Find?.length, 100);
});
