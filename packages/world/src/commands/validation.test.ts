import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS, RELIC_TYPES } from '@palatine/contract';
import { aGameContextWith, filesOf, give, NONE_NEAR, refusal } from '../testing/grant-builder.ts';
import { refusalOf } from '../testing/run-command.ts';
import { aGameContext } from '../testing/world-builder.ts';
import { SUGGESTED_IDS, type UnknownKind, withSuggestions } from './validation.ts';

function message(kind: UnknownKind, id: string): string {
  return withSuggestions(aGameContext()).unknownId(kind, id);
}

test('an unknown id is answered with up to three that it may mean, by display name or spelling', () => {
  for (const [kind, id, suggestion] of [
    ['ItemID', 'Pal Sphere', 'PalSphere (Pal Sphere)'],
    ['ItemID', 'pal shpere', 'PalSphere (Pal Sphere)'],
    ['ItemID', 'gold coin', 'Money (Gold Coin)'],
    ['PalID', 'Katress', 'CatMage (Katress)'],
    ['PalID', 'Anubs', 'Anubis'],
    ['PalID', 'BOSS_Katress', 'BOSS_CatMage (Katress)'],
    ['NPCID', 'Arena_DarkTradr', 'Arena_DarkTrader (Black Marketeer)'],
    ['skill', 'Air Cannon', 'AirCanon (Air Cannon)'],
    ['technology', 'Mega Sphere', 'Special_PalSphere_Grade_02 (Mega Sphere)'],
    ['relic type', 'Swimming Ability', 'SwimSpeed (Swimming Ability)'],
    ['relic type', 'Lifmunk', 'CapturePower (Capture Power)'],
  ] as const) {
    assert.equal(
      message(kind, id).split(/(?:,| or |\?$)/, 1)[0],
      `unknown ${kind} "${id}"; did you mean ${suggestion}`,
      id,
    );
  }
  assert.equal(
    message('EggID', 'Large Dark Egg'),
    'unknown EggID "Large Dark Egg"; did you mean PalEgg_Dark_03 (Large Dark Egg) or PalEgg_Dark_04 (Large Dark Egg)?',
  );
  assert.match(
    message('passive', 'defense up'),
    /; did you mean \S+ \([^)]+\), \S+ \([^)]+\) or \S+ \([^)]+\)\?$/,
  );
});

test('people are suggested where a Pal may be one, and only there', () => {
  assert.match(
    message('PalID of a grant', 'PIDF Guard'),
    /^unknown PalID "PIDF Guard"; did you mean Police_/,
  );
  assert.equal(message('PalID', 'PIDF Guard'), `unknown PalID "PIDF Guard"${NONE_NEAR}`);
  assert.match(
    message('PalID of a grant', 'BOSS_'),
    /; did you mean BOSS_Believer_CrossBow \(Ego\), BOSS_DarkTrader \(Ram\) or BOSS_Female_Soldier \(Jade\)\?$/,
  );
});

test('without suggestions, the message says where the ids are listed', () => {
  for (const id of ['NoSuchThing', 'x', '', '…', 'Pal Sphere '.repeat(20)]) {
    assert.ok(message('ItemID', id).endsWith(NONE_NEAR), id);
  }
  assert.equal(
    message('relic type', 'NoSuchThing'),
    `unknown relic type "NoSuchThing"; there are ${RELIC_TYPES.join(', ')}`,
  );
});

test('of a thousand unknown ids the first few get suggestions, and an id that comes again takes none of them', () => {
  const { game, zoe } = aGameContextWith();
  const ids = Array.from({ length: LIMITS.listEntries }, (_, at) => `Pal Sphere ${Math.max(0, at - 9)}`);
  const Items = ids.map((ItemID) => ({ ItemID, Count: 1 }));
  const { problems } = refusal(game, 'giveItems', zoe, { Items });
  assert.equal(problems.length, LIMITS.listEntries);
  const suggested = problems.map((problem) => problem.includes('; '));
  const expected = ids.map((_, at) => at < 9 + SUGGESTED_IDS);
  assert.deepEqual(suggested, expected);
});

test('the sections of a legacy body share their suggestions, and the files of its templates as well', () => {
  const Passives = Array.from({ length: 20 }, (_, at) => `Passive ${at}`);
  const { game, zoe } = aGameContextWith({}, { files: filesOf({ Bad: { PalID: 'Anubis', Passives } }) });
  const body = {
    UserID: zoe.userId,
    Items: Passives.map((ItemID) => ({ ItemID, Count: 1 })),
    Pals: Passives.map((PalID) => ({ PalID, Level: 1 })),
    PalTemplates: ['Bad'],
    Techs: Passives,
  };
  const error = refusalOf(game, () => give(game, 'legacyGive', zoe, body));
  const messages = JSON.stringify(error.toEnvelope()).match(/unknown [^"]+\\"[^"]+\\"(; )?/g) ?? [];
  assert.ok(messages.length >= 60, `${messages.length} ids are unknown`);
  assert.equal(messages.filter((text) => text.endsWith('; ')).length, SUGGESTED_IDS);
});
