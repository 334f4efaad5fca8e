import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseHues, guildColor, HUES, hueOf, NEIGHBOR_CM, setGuildBases } from './guilds.ts';

test('guilds within 300 m never have the same color while there are colors left', () => {
  const bases = Array.from({ length: 1_200 }, (_, at) => ({
    guildId: `guild-${at % 700}`,
    x: (at * 7_919) % 1_000_003,
    y: (at * 104_729) % 1_000_003,
  }));
  const hues = chooseHues(bases);
  let pairs = 0;
  for (const base of bases) {
    for (const neighbor of bases) {
      if (
        neighbor.guildId === base.guildId ||
        Math.hypot(neighbor.x - base.x, neighbor.y - base.y) > NEIGHBOR_CM
      )
        continue;
      pairs++;
      assert.notEqual(hues.get(base.guildId), hues.get(neighbor.guildId));
    }
  }
  assert.ok(pairs > 1_000);
});

test('in a crowd of more guilds than colors each guild still has one', () => {
  const hues = chooseHues(Array.from({ length: 40 }, (_, at) => ({ guildId: `g${at}`, x: at, y: 0 })));
  assert.equal(hues.size, 40);
  assert.equal(new Set(hues.values()).size, HUES);
});

test('a guild without neighbors has the color of its id, wherever it is shown', () => {
  const before = hueOf('95F09881-9A2E9B76-F01CF9CE-852B971D');
  setGuildBases([{ guildId: '95F09881-9A2E9B76-F01CF9CE-852B971D', x: 0, y: 0 }]);
  assert.equal(hueOf('95F09881-9A2E9B76-F01CF9CE-852B971D'), before);
  setGuildBases([]);
});

test('players without a guild are gray', () => {
  assert.equal(guildColor('', true), guildColor('00000000-00000000-00000000-00000000', true));
  assert.doesNotMatch(guildColor('', false), /oklch/);
});
