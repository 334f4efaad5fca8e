import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figuresText } from './world-readers.ts';

test('a count of one is singular', () => {
  const figures = (players: number, guilds: number, camps: number, characters: number) => {
    const rest = { origin: 'save', madeAt: '', savedAt: undefined, gameBuild: undefined } as const;
    const counts = { players, online: 1, guilds, camps, characters, containers: 0, importWarnings: 0 };
    return figuresText({ name: 'Ours', ...rest, ...counts });
  };
  assert.equal(figures(1, 1, 1, 1), '"Ours": 1 player (1 online), 1 guild, 1 camp, 1 character');
  assert.equal(figures(2, 0, 3, 4), '"Ours": 2 players (1 online), 0 guilds, 3 camps, 4 characters');
});
