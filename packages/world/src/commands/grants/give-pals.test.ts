import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZERO_GUID } from '@palatine/contract';
import { charactersInBox } from '../../queries/pals.ts';
import { aGameContextWith, filesOf, give, NONE_NEAR, refusal } from '../../testing/grant-builder.ts';
import { aGameContext, aGuid, aPal, aPlayer } from '../../testing/world-builder.ts';

test('a plain grant is fresh: full HP and stomach, the EXP of its level, skills and no history', () => {
  const { game, zoe } = aGameContextWith();
  assert.deepEqual(give(game, 'givePals', zoe, { Pals: [{ PalID: 'carbunclo', Level: 10 }] }), {
    Granted: { Pals: 1 },
  });
  const [pal] = charactersInBox(game.world, zoe.player?.team.containerId ?? '');
  assert.ok(pal);
  assert.deepEqual([pal.species, pal.level, pal.ownerUid, pal.shiny], ['Carbunclo', 10, zoe.uid, false]);
  assert.equal(pal.stomach, pal.maxStomach);
  assert.ok(pal.hp > 900 && pal.activeSkills.length > 0 && pal.exp > 0);
  assert.deepEqual(pal.ivs, { health: 50, attackMelee: 50, attackShot: 50, defense: 50 }); // chance is always a half
});

test('alphas and captured people are given as well', () => {
  const { game, zoe } = aGameContextWith();
  const npc = game.catalogue.npcs.all()[0]?.id ?? '';
  give(game, 'givePals', zoe, {
    Pals: [
      { PalID: 'boss_anubis', Level: 1 },
      { PalID: npc.toUpperCase(), Level: 80 },
    ],
  });
  const [alpha, person] = charactersInBox(game.world, zoe.player?.team.containerId ?? '');
  assert.equal(alpha?.species, 'BOSS_Anubis');
  assert.deepEqual([person?.species, person?.gender, person?.level], [npc, 'None', 80]);
});

test('Pals join the team while it has room, then the Palbox, each in the first free slot', () => {
  const team = { containerId: aGuid(), capacity: 3 };
  const palbox = { containerId: aGuid(), capacity: 4 };
  const zoe = aPlayer({ player: { team, palbox } });
  const game = aGameContext({
    players: [zoe],
    pals: [
      aPal({ place: { containerId: team.containerId, slot: 1 } }),
      aPal({ place: { containerId: palbox.containerId, slot: 0 } }),
    ],
  });
  const Pals = [1, 2, 3].map((Level) => ({ PalID: 'SheepBall', Level }));
  give(game, 'givePals', zoe, { Pals });
  const levelsIn = (box: string) =>
    charactersInBox(game.world, box).map(({ place, level }) => [place?.slot, level]);
  assert.deepEqual(levelsIn(team.containerId), [
    [0, 1],
    [1, 1],
    [2, 2],
  ]);
  assert.deepEqual(levelsIn(palbox.containerId), [
    [0, 1],
    [1, 3],
  ]);

  assert.deepEqual(refusal(game, 'givePals', zoe, { Pals }), {
    code: 'VALIDATION_FAILED',
    problems: ['/Pals/2 does not fit: team and Palbox are full'],
  });
});

test('nothing fits into boxes that are not there', () => {
  const nowhere = { containerId: ZERO_GUID, capacity: 5 };
  const { game, zoe } = aGameContextWith({ player: { team: nowhere, palbox: nowhere } });
  assert.equal(
    refusal(game, 'givePals', zoe, { Pals: [{ PalID: 'SheepBall', Level: 1 }] }).code,
    'VALIDATION_FAILED',
  );
});

test('every invalid Pal is reported', () => {
  const { game, zoe } = aGameContextWith();
  const Pals = [
    { PalID: 'NoSuchPal', Level: 81 },
    { PalID: 'SheepBall', Level: 80 },
    { PalID: 'BOSS_', Level: 1 },
  ];
  assert.deepEqual(refusal(game, 'givePals', zoe, { Pals }), {
    code: 'VALIDATION_FAILED',
    problems: [
      `/Pals/0/PalID unknown PalID "NoSuchPal"${NONE_NEAR}`,
      '/Pals/0/Level must be 1 to 80',
      '/Pals/2/PalID unknown PalID "BOSS_"; did you mean BOSS_Believer_CrossBow (Ego), BOSS_DarkTrader (Ram) or BOSS_Female_Soldier (Jade)?',
    ],
  });
});

test('an unknown species comes through where the rules accept it', () => {
  const { game, zoe } = aGameContextWith();
  game.rules = { ...game.rules, unknownIds: 'Accept' };
  give(game, 'givePals', zoe, { Pals: [{ PalID: 'Mod_Pal', Level: 5 }] });
  const [pal] = charactersInBox(game.world, zoe.player?.team.containerId ?? '');
  assert.ok(pal !== undefined && pal.species === 'Mod_Pal' && pal.hp > 0 && pal.stomach > 0);
});

test('every template that gives no Pal is reported: no file name, missing, broken, or blocked', () => {
  const files = filesOf(
    {
      Broken: '{',
      List: [],
      Strong: { PalID: 'Anubis', Level: 81 },
      Good: { PalID: 'Anubis' },
    },
    { Default: { MaxValueLimitAction: 'BlockImport' } },
  );
  const { game, zoe } = aGameContextWith({}, { files });
  const names = [
    '../Good',
    '',
    'C:Good',
    'a/b',
    'a\\b',
    '..',
    '.json',
    'a\0b',
    'Gone',
    'Broken',
    'List',
    'Strong',
    'Good',
  ];
  const { code, problems } = refusal(game, 'givePalTemplates', zoe, { PalTemplates: names });
  assert.equal(code, 'VALIDATION_FAILED');
  assert.equal(problems.filter((problem) => problem.includes('must be a plain file name')).length, 8);
  assert.deepEqual(problems.slice(8), [
    '/PalTemplates/8 template "Gone": there is no such file',
    '/PalTemplates/9 template "Broken": the file is not valid JSON',
    '/PalTemplates/10 template "List": the file must hold an object',
    '/PalTemplates/11 template "Strong": /Level is 81; the import rules allow 80 at most',
  ]);
});
