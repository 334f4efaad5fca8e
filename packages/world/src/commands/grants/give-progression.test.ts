import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aGameContextWith, give, refusal } from '../../testing/grant-builder.ts';

function bodyOf({ game, zoe }: ReturnType<typeof aGameContextWith>) {
  const { exp, level, unusedStatusPoints } = game.world.characters.get(zoe.character?.id ?? '') ?? {};
  return [exp, level, unusedStatusPoints];
}

test('EXP stops at the total of the cap, and the answer and the event say how much was below it', () => {
  const setup = aGameContextWith();
  const cap = setup.game.catalogue.experience.find('80')?.playerTotal ?? 0;
  const max = { EXP: 2147483647 };
  assert.deepEqual(give(setup.game, 'giveProgression', setup.zoe, max), {
    Granted: { EXP: cap },
    Totals: {},
  });
  assert.deepEqual(bodyOf(setup), [cap, 80, 79]);
  assert.deepEqual(give(setup.game, 'giveProgression', setup.zoe, { EXP: 7 }), {
    Granted: { EXP: 0 },
    Totals: {},
  });
  give(setup.game, 'giveProgression', setup.zoe, { EXP: 7, TechnologyPoints: 1 });
  give(setup.game, 'legacyGive', setup.zoe, { UserID: setup.zoe.uid, EXP: 7 });
  assert.deepEqual(bodyOf(setup), [cap, 80, 79]);
  const events = [...setup.game.world.events.values()].map(({ data }) => 'granted' in data && data.granted);
  assert.deepEqual(events, [{ EXP: cap }, { TechnologyPoints: 1 }]);
});

test('neither EXP nor level ever falls, even where a world holds more than the table', () => {
  const setup = aGameContextWith({ character: { exp: 99_000_000, level: 90 } });
  assert.deepEqual(give(setup.game, 'giveProgression', setup.zoe, { EXP: 1 }).Granted, { EXP: 0 });
  assert.deepEqual(bodyOf(setup), [99_000_000, 90, 0]);
});

test('a level that does not match its EXP rises by the levels that the added EXP crosses, up to the cap', () => {
  const { experience } = aGameContextWith().game.catalogue;
  const totalAt = (level: number) => experience.find(String(level))?.playerTotal ?? 0;
  for (const [character, EXP, expected] of [
    // An older table asked for more EXP per level.
    [{ exp: totalAt(40), level: 20 }, 7, [totalAt(40) + 7, 20, 0]],
    [{ exp: totalAt(40), level: 20 }, totalAt(42) - totalAt(40), [totalAt(42), 22, 2]],
    [{ exp: totalAt(80) - 7, level: 60 }, 7, [totalAt(80), 61, 1]],
    // An older table asked for less.
    [{ exp: totalAt(10), level: 50 }, totalAt(12) - totalAt(10), [totalAt(12), 52, 2]],
    [{ exp: totalAt(70), level: 79 }, totalAt(80), [totalAt(80), 80, 1]],
    [{ exp: totalAt(70), level: 80 }, totalAt(71) - totalAt(70), [totalAt(71), 80, 0]],
  ] as const) {
    const setup = aGameContextWith({ character });
    give(setup.game, 'giveProgression', setup.zoe, { EXP });
    assert.deepEqual(bodyOf(setup), expected, JSON.stringify(character));
  }
});

test('unused status points stop at the limit of a save: a level beyond that is refused, EXP without a level is not', () => {
  const [max, body] = [65_535, { EXP: 100_000 }];
  const { game, zoe } = aGameContextWith({ character: { unusedStatusPoints: max - 1 } });
  assert.deepEqual(refusal(game, 'giveProgression', zoe, body), {
    code: 'VALIDATION_FAILED',
    problems: ['/EXP the unused status points would pass 65535'],
  });
  const toLevel2 = game.catalogue.experience.find('2')?.playerTotal ?? 0;
  give(game, 'giveProgression', zoe, { EXP: toLevel2 });
  assert.deepEqual(bodyOf({ game, zoe }), [toLevel2, 2, max]);
  give(game, 'giveProgression', zoe, { EXP: 1 });

  const old = aGameContextWith({ character: { unusedStatusPoints: 70_000 } }); // from a save of 2024
  give(old.game, 'giveProgression', old.zoe, { EXP: 1 });
  assert.deepEqual(bodyOf(old), [1, 1, 70_000]);
});
