import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseHues, guildColour, HUES, hueOf, NEIGHBOUR_CM, setGuildBases } from './guilds.ts';

test('guilds within 300 m never have the same colour while there are colours left', () => {
  const bases = Array.from({ length: 1_200 }, (_, at) => ({
    guildId: `guild-${at % 700}`,
    x: (at * 7_919) % 1_000_003,
    y: (at * 104_729) % 1_000_003,
  }));
  const hues = chooseHues(bases);
  let pairs = 0;
  for (const one of bases) {
    for (const other of bases) {
      if (other.guildId === one.guildId || Math.hypot(other.x - one.x, other.y - one.y) > NEIGHBOUR_CM)
        continue;
      pairs++;
      assert.notEqual(hues.get(one.guildId), hues.get(other.guildId));
    }
  }
  assert.ok(pairs > 1_000);
});

test('in a crowd of more guilds than colours everybody has one all the same', () => {
  const hues = chooseHues(Array.from({ length: 40 }, (_, at) => ({ guildId: `g${at}`, x: at, y: 0 })));
  assert.equal(hues.size, 40);
  assert.equal(new Set(hues.values()).size, HUES);
});

test('a guild without neighbours has the colour of its id, wherever it is shown', () => {
  const before = hueOf('95F09881-9A2E9B76-F01CF9CE-852B971D');
  setGuildBases([{ guildId: '95F09881-9A2E9B76-F01CF9CE-852B971D', x: 0, y: 0 }]);
  assert.equal(hueOf('95F09881-9A2E9B76-F01CF9CE-852B971D'), before);
  setGuildBases([]);
});

test('whoever is in no guild is grey', () => {
  assert.equal(guildColour('', true), guildColour('00000000-00000000-00000000-00000000', true));
  assert.doesNotMatch(guildColour('', false), /oklch/);
});
