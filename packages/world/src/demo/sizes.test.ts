import assert from 'node:assert/strict';
import test from 'node:test';
import { fullDemoSizes, parseDemoSizes } from './sizes.ts';

test('sizes are read from a text', () => {
  assert.deepEqual(parseDemoSizes('players=10000,palsPerPlayer=20'), { players: 10_000, palsPerPlayer: 20 });
  assert.deepEqual(parseDemoSizes(' guilds = 2 , camps=0, online=1,'), { guilds: 2, camps: 0, online: 1 });
  assert.deepEqual(parseDemoSizes(''), {});
});

test('what is left out follows from the number of players', () => {
  assert.deepEqual(fullDemoSizes(), { players: 32, palsPerPlayer: 24, online: 10, guilds: 6, camps: 8 });
  const followingFrom = (players: number) => {
    const { online, guilds, camps } = fullDemoSizes({ players });
    return [online, guilds, camps];
  };
  assert.deepEqual(followingFrom(500), [166, 93, 124]);
  assert.deepEqual(followingFrom(3), [1, 1, 1], 'a small world has a guild with a camp');
  assert.deepEqual(followingFrom(1), [0, 1, 1]);
  assert.deepEqual(fullDemoSizes({ players: 3, guilds: 0 }).camps, 0);
});

for (const [text, complaint] of [
  ['player=3', /unknown size; known are players, palsPerPlayer/],
  ['players', /must be a whole number/],
  ['players=many', /must be a whole number/],
  ['players=-3', /must be a whole number/],
  ['players=1.5', /must be a whole number/],
  ['players=3,players=4', /given twice/],
  ['players=0', /from 1 to/],
  ['palsPerPlayer=5000', /from 0 to 900/],
  ['players=2,guilds=3', /more guilds than/],
  ['players=2,online=3', /more than players=2/],
  ['guilds=0,camps=1', /at least one guild/],
  ['constructor=1', /unknown size/],
] as const) {
  test(`the sizes "${text}" are refused with the reason`, () =>
    assert.throws(() => parseDemoSizes(text), { name: 'RangeError', message: complaint }));
}
