import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aGameContextWith, give, NONE_NEAR, refusal } from '../testing/grant-builder.ts';

const { technologies } = aGameContextWith().game.catalogue;
const [first, second] = technologies.all().map(({ id }) => id) as [string, string];

function zoeKnowing(learnt: readonly string[], bannedTechnologies: string[] = []) {
  const setup = aGameContextWith({ player: { technologies: learnt } });
  setup.game.rules = { ...setup.game.rules, bannedTechnologies };
  return setup;
}

test('a technology that was forgotten, of a mod or an older game, is learned again by name and with All', () => {
  const cases: [Technology: string | string[], count: number][] = [
    ['mod_tech', 1],
    [['MOD_TECH'], 1],
    ['All', technologies.size + 1],
  ];
  for (const [Technology, count] of cases) {
    const { game, zoe } = zoeKnowing(['Mod_Tech']);
    give(game, 'forgetTechnologies', zoe, { Technology: 'mod_tech' });
    const answer = give(game, 'learnTechnologies', zoe, { Technology });
    assert.equal(answer.UnlockedCount, count);
    assert.equal(answer.Unlocked.at(-1), 'Mod_Tech');
  }
});

test('every technology that cannot be learned is reported', () => {
  const { game, zoe } = zoeKnowing([], [second]);
  assert.deepEqual(refusal(game, 'learnTechnologies', zoe, { Technology: ['All', 'Nope', first, second] }), {
    code: 'VALIDATION_FAILED',
    problems: [
      '/Technology/0 All must stand alone, not in an array',
      `/Technology/1 unknown technology "Nope"${NONE_NEAR}`,
      `/Technology/3 ${second} is banned by the configuration of the server`,
    ],
  });
  for (const Technology of ['', 'Nope', second]) {
    assert.equal(refusal(game, 'learnTechnologies', zoe, { Technology }).code, 'VALIDATION_FAILED');
  }
});

test('an unknown technology is learned as spelled where the rules accept it', () => {
  const { game, zoe } = zoeKnowing([]);
  game.rules = { ...game.rules, unknownIds: 'Accept' };
  assert.deepEqual(give(game, 'learnTechnologies', zoe, { Technology: 'Mod_Tech' }).Unlocked, ['Mod_Tech']);
  assert.deepEqual(give(game, 'learnTechnologies', zoe, { Technology: 'MOD_TECH' }).Skipped, ['Mod_Tech']);
  assert.equal(refusal(game, 'learnTechnologies', zoe, { Technology: ['all'] }).code, 'VALIDATION_FAILED');
});
