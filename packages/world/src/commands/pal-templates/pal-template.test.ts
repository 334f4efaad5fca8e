import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DISABLE_WORK_PREFERENCES, WORK_SUITABILITIES } from '../../catalogue/names.ts';
import { NO_RECORDS } from '../../state/model.ts';
import type { PalDraft } from '../../state/pal-species.ts';
import { aGameContextWith, filesOf, give, NONE_NEAR } from '../../testing/grant-builder.ts';
import { thrownBy } from '../../testing/run-command.ts';
import { aGameContext } from '../../testing/world-builder.ts';
import { withSuggestions } from '../validation.ts';
import { readPalTemplate, TemplateError } from './pal-template.ts';

type Files = Readonly<Record<string, unknown>>;

const BLOCK = { MaxValueLimitAction: 'BlockImport' };
const CLAMP = { MaxValueLimitAction: 'ClampToMaxValues' };

function imported(template: Files, rules: Files = {}): PalDraft {
  return readPalTemplate({ ...withSuggestions(aGameContext()), files: filesOf({ T: template }, rules) }, 'T');
}

function faults(template: Files, rules: Files = {}): string[] {
  const error = thrownBy(() => imported(template, rules));
  assert.ok(error instanceof TemplateError, String(error));
  return error.problems.map(({ Path, Message }) => `${Path} ${Message}`.trim());
}

function pathsOf(template: Files, rules: Files = {}): string[] {
  return faults(template, rules).map((fault) => fault.split(' ')[0] ?? '');
}

test('a missing field of a template has the value of a fresh Pal', () => {
  const pal = imported({ PalID: 'sheepball' });
  assert.deepEqual(
    [pal.species, pal.level, pal.exp, pal.imported, pal.passives],
    ['Sheepball', 1, 0, false, []],
  );
  assert.deepEqual(pal.ivs, { health: 50, attackMelee: 50, attackShot: 50, defense: 50 });
  assert.ok(pal.hp > 500 && pal.stomach === pal.maxStomach && pal.sanity === 100);
});

test('all active skills are equipped, each once, and none of them is learned by that', () => {
  const pal = imported({
    PalID: 'SheepBall',
    ActiveSkills: ['EPalWazaID::AirCanon', 'powershot', 'SandTornado', 'FireBall', 'None', 'AirCanon'],
    LearntSkills: ['AirCanon'],
  });
  assert.deepEqual(pal.activeSkills, ['AirCanon', 'PowerShot', 'SandTornado', 'FireBall']);
  assert.deepEqual(pal.learntSkills, ['AirCanon']);
});

test('a name has no control or bidirectional character, and at most 64 characters', () => {
  for (const Nickname of ['', '空'.repeat(64), '🐉'.repeat(64), 'Ünï 👩\u200D🚀']) {
    assert.equal(imported({ PalID: 'SheepBall', Nickname }).nickname, Nickname);
  }
  const rule = 'must be a text of at most 64 characters, none of them a control or bidirectional one';
  for (const name of ['x'.repeat(65), 'a\nb', 'a\u0000', '\u202Ebad', 'a\u2066b', '\u061C', 'half \ud83d']) {
    for (const key of ['Nickname', 'SkinId', 'UniqueNPCID']) {
      assert.deepEqual(
        faults({ PalID: 'SheepBall', [key]: name }),
        [`/${key} ${rule}`],
        JSON.stringify(name),
      );
    }
  }
});

test('EXP alone determines the level; beside a level it is kept as given', () => {
  const { catalogue } = aGameContext();
  const at20 = (catalogue.experience.find('20')?.palTotal ?? 0) + 1;
  const levels = [imported({ PalID: 'SheepBall', Exp: at20 })].map(({ level, exp }) => [level, exp]);
  assert.deepEqual(levels, [[20, at20]]);
  const both = imported({ PalID: 'SheepBall', Level: 5, Exp: at20 });
  assert.deepEqual([both.level, both.exp], [5, at20]);
});

test('all problems of a template are reported together', () => {
  const problems = pathsOf(
    {
      Level: 0,
      Nickname: 5,
      Gender: 'Both',
      Shiny: 1,
      HP: -1,
      SAN: '101',
      Support: 2147483648,
      IVs: { Health: 1.5 },
      PalSouls: [],
      ActiveSkills: ['NoSuchSkill'],
      Passives: 'Legend',
      ExtraWorkSuitabilities: { Juggling: 1 },
      DisableWorkPreferences: [null],
    },
    { Default: BLOCK },
  );
  assert.deepEqual(problems, [
    '/PalID',
    '/PalSouls',
    '/Nickname',
    '/Gender',
    '/Level',
    '/Shiny',
    '/HP',
    '/SAN',
    '/Support',
    '/IVs/Health',
    '/ActiveSkills/0',
    '/Passives',
    '/ExtraWorkSuitabilities/Juggling',
    '/DisableWorkPreferences',
  ]);
  assert.deepEqual(faults({ PalID: 'NoSuchPal' }), [`/PalID unknown PalID "NoSuchPal"${NONE_NEAR}`]);
});

test('a work type the game does not have is dropped where the rules clamp, and refused where they block', () => {
  const template = {
    PalID: 'Anubis',
    ExtraWorkSuitabilities: { Anyone: 5, Mining: 2 },
    DisableWorkPreferences: ['Juggling', 'Cool'],
  };
  for (const Default of [{}, CLAMP, { ...BLOCK, Disabled: true }]) {
    const pal = imported(template, { Default });
    assert.deepEqual([pal.extraWorkSuitabilities, pal.disabledWork], [{ Mining: 2 }, ['Cool']]);
  }
  assert.deepEqual(faults(template, { Default: BLOCK }), [
    `/ExtraWorkSuitabilities/Anyone must be one of ${WORK_SUITABILITIES.join(', ')}`,
    `/DisableWorkPreferences/0 must be one of ${DISABLE_WORK_PREFERENCES.join(', ')}`,
  ]);
});

test('sanity above its range is lowered where the rules clamp, refused where they block, kept where they are off', () => {
  const template = { PalID: 'Anubis', SAN: 999_999, HP: 99_999 };
  assert.equal(imported(template).sanity, 100);
  assert.equal(imported(template).hp, 99_999, 'HP does not depend on sanity');
  assert.equal(imported(template, { Default: { Disabled: true } }).sanity, 999_999);
  assert.deepEqual(faults(template, { Default: BLOCK }), [
    '/SAN is 999999; the import rules allow 100 at most',
  ]);
});

test('a number beyond 32 bits is lowered where the rules clamp, and refused otherwise', () => {
  const template = { PalID: 'Anubis', Support: 2 ** 31, MP: 1e300 };
  const pal = imported(template);
  assert.deepEqual([pal.support, pal.mp], [2147483647, 2147483647]);
  for (const Default of [BLOCK, { Disabled: true }]) {
    assert.deepEqual(faults(template, { Default }), [
      '/MP must be a number from 0 to 2147483647',
      '/Support must be a whole number from 0 to 2147483647',
    ]);
  }
});

const STRONG = {
  PalID: 'Anubis',
  Level: 60,
  PartnerSkillLevel: 5,
  PalSouls: { Attack: 12 },
  IVs: { Defense: 90 },
};
const LIMITS = { MaxLevel: 50, MaxRank: 4, PalSouls: { Attack: 10 }, IVs: { Defense: 80 } };

test('values above the limits of the import rules block the import', () => {
  const paths = pathsOf(STRONG, { Default: { ...LIMITS, ...BLOCK } });
  assert.deepEqual(paths, ['/Level', '/PartnerSkillLevel', '/PalSouls/Attack', '/IVs/Defense']);
});

test('values above the limits are lowered to them where the rules clamp, and HP with them', () => {
  const Default = { ...LIMITS, ...CLAMP };
  const pal = imported({ ...STRONG, HP: 99_999 }, { Default });
  assert.deepEqual([pal.level, pal.partnerSkillLevel, pal.souls.attack, pal.ivs.defense], [50, 4, 10, 80]);
  assert.equal(pal.exp, aGameContext().catalogue.experience.find('50')?.palTotal);
  assert.ok(pal.hp < 99_999);
});

test('unused status points above what a save holds are lowered, or refused where the rules refuse', () => {
  const template = { PalID: 'Anubis', UnusedStatusPoints: 70_000 };
  assert.equal(imported(template, { Default: CLAMP }).unusedStatusPoints, 65_535);
  assert.deepEqual(faults(template, { Default: BLOCK }), [
    '/UnusedStatusPoints is 70000; a save holds 65535 at most',
  ]);
});

test('a rolled IV is never above the limit', () =>
  assert.equal(imported({ PalID: 'Anubis' }, { Default: { IVs: { Health: 10 } } }).ivs.health, 10));

test('the rules of a species override the default ones key by key, but cannot allow itself', () => {
  const Default = { ...LIMITS, ...BLOCK, BannedPalIDs: ['jetdragon'] };
  const rules = {
    Default,
    Anubis: { MaxLevel: 60, PalSouls: { Attack: 12 } },
    JetDragon: { MaxLevel: 60 },
    Kirin: { BannedPalIDs: [] },
  };
  const paths = pathsOf({ ...STRONG, PalID: 'anubis' }, rules);
  assert.deepEqual(paths, ['/PartnerSkillLevel', '/IVs/Defense']);
  assert.deepEqual(faults({ PalID: 'JetDragon' }, rules), ['/PalID JetDragon is banned by the import rules']);
  assert.deepEqual(faults({ PalID: 'Kirin' }, rules), [
    'Pals/ImportRules/Kirin.json: BannedPalIDs applies in Default.json only',
  ]);
});

test('a rule that would not do what it says refuses every import, and is named with what may be meant', () => {
  const Default = 'Pals/ImportRules/Default.json';
  for (const [rule, message] of [
    [
      { BannedPalIDs: ['Jetragon'] },
      'BannedPalIDs names an unknown PalID "Jetragon"; did you mean JetDragon (Jetragon)?',
    ],
    [{ AllowedPalIDs: ['Anubiss'] }, 'AllowedPalIDs names an unknown PalID "Anubiss"; did you mean Anubis?'],
    [
      { DisallowedPassives: ['Legendd'] },
      'DisallowedPassives names an unknown passive "Legendd"; did you mean Legend?',
    ],
    [{ BannedPalIds: ['JetDragon'] }, 'BannedPalIds is not a rule; did you mean BannedPalIDs?'],
    [{ Maxlevel: 30 }, 'Maxlevel is not a rule; did you mean MaxLevel?'],
    [{ IVs: { health: 10 } }, 'IVs.health is not a rule; did you mean IVs.Health?'],
    [{ ConditionMode: 'RequirePalCapture' }, 'ConditionMode must be None or RequirePalCaptureCount'],
    [{ RequiredCaptureCount: '5' }, 'RequiredCaptureCount must be a whole number, 0 or more'],
  ] as const) {
    assert.deepEqual(faults({ PalID: 'Anubis' }, { Default: rule }), [`${Default}: ${message}`]);
  }
  assert.match(
    faults({ PalID: 'Anubis' }, { Default: { Zzz: 1 } }).join(),
    /Zzz is not a rule; there are PalSelectionMode, /,
  );
});

test('remarks are not rules, and unknown ids are accepted where Config.json accepts them', () => {
  const Default = {
    Version: 2,
    Comment: 'mine',
    Description: 'of this server',
    _old: { MaxLevel: 3 },
    BannedPalIDs: ['FuturePal'],
    DisallowedPassives: ['FuturePassive'],
  };
  const game = aGameContext();
  const accepting = { ...game, rules: { ...game.rules, unknownIds: 'Accept' as const } };
  const files = filesOf({ T: { PalID: 'Anubis' } }, { Default });
  assert.equal(readPalTemplate({ ...withSuggestions(accepting), files }, 'T').species, 'Anubis');
  assert.equal(faults({ PalID: 'FuturePal' }, { Default }).length, 2, 'the ids are unknown otherwise');
});

test('a template is granted to players who have caught enough of the species, where the rules require it', () => {
  const Default = { ConditionMode: 'RequirePalCaptureCount' };
  const templates = { A: { PalID: 'BOSS_Anubis' }, S: { PalID: 'SheepBall' } };
  const palCaptures = { anubis: 3, BOSS_Anubis: 2, Kirin: 9 };
  const player = { player: { records: { ...NO_RECORDS, palCaptures } } };
  const grant = (template: string, rules: object) => {
    const { game, zoe } = aGameContextWith(player, { files: filesOf(templates, { Default: rules }) });
    return thrownBy(() => give(game, 'givePalTemplates', zoe, { PalTemplates: [template] }));
  };
  assert.equal(grant('A', Default), undefined, 'five of them, alpha or not');
  assert.match(
    String(grant('S', Default)),
    /SheepBall needs 5 captures of its species under the import rules; this player has caught 0/i,
  );
  assert.match(
    String(grant('A', { ...Default, RequiredCaptureCount: 6 })),
    /needs 6 captures .* has caught 5/,
  );
  assert.equal(grant('S', { ...Default, Disabled: true }), undefined);
  assert.equal(grant('S', { ConditionMode: 'None', RequiredCaptureCount: 6 }), undefined);
});

test('the condition also applies to an egg and for the older way to give, and not for a summon', () => {
  const Default = { ConditionMode: 'RequirePalCaptureCount', RequiredCaptureCount: 1 };
  const files = filesOf({ S: { PalID: 'SheepBall' } }, { Default });
  const { game, zoe } = aGameContextWith({}, { files });
  const egg = { PalEggs: [{ EggID: 'PalEgg_Normal_01', PalTemplate: 'S' }] };
  assert.match(String(thrownBy(() => give(game, 'givePalEggs', zoe, egg))), /this player has caught 0/);
  assert.equal(readPalTemplate({ ...withSuggestions(game), files }, 'S').species.toLowerCase(), 'sheepball');
});

test('only listed species come in where the rules say so', () => {
  const Default = {
    PalSelectionMode: 'AllowOnlyListed',
    AllowedPalIDs: ['ANUBIS', 'Kirin'],
    BannedPalIDs: ['Kirin'],
  };
  assert.equal(imported({ PalID: 'Anubis' }, { Default }).species, 'Anubis');
  assert.equal(faults({ PalID: 'BOSS_Anubis' }, { Default }).length, 1);
  assert.equal(faults({ PalID: 'Kirin' }, { Default }).length, 1);
});

test('disallowed passives block the import or are removed; innate ones the template does not name are always removed', () => {
  const template = { PalID: 'Anubis', Passives: ['legend', 'Rare'] };
  const Default = { DisallowedPassives: ['LEGEND'] };
  assert.deepEqual(faults(template, { Default }), ['/Passives Legend is disallowed by the import rules']);
  const removing = { Default: { ...Default, DisallowedPassivesAction: 'RemoveFromPal' } };
  assert.deepEqual(imported(template, removing).passives, ['Rare']);
  assert.ok(!imported({ PalID: 'JetDragon' }, { Default }).passives.includes('Legend'));
});

test('a Pal without a gender comes in only where the rules allow it; people have none anyway', () => {
  const template = { PalID: 'Anubis', Gender: 'None' };
  const Default = { AllowGenderNone: false };
  assert.equal(faults(template, { Default }).length, 1);
  assert.equal(imported(template).gender, 'None');
  const npc = aGameContext().catalogue.npcs.all()[0]?.id ?? '';
  assert.equal(imported({ PalID: npc, Gender: 'None' }, { Default }).species, npc);
});

test('disabled rules check nothing, but malformed values and unknown ids are still refused', () => {
  const rules = { Default: { ...LIMITS, BannedPalIDs: ['Anubis'], Disabled: true } };
  assert.equal(imported({ ...STRONG, Level: 200 }, rules).level, 200);
  assert.equal(faults({ PalID: 'Anubis', Passives: ['Nope'] }, rules).length, 1);
});

test('an impossible Pal is refused only where the rules say so', () => {
  const template = {
    PalID: 'Anubis',
    FriendshipPoints: 250_001,
    HP: 99_999,
    Passives: ['Legend', 'Rare', 'Noukin', 'AirDash_1', 'CraftSpeed_up1'],
  };
  assert.equal(imported(template).hp, 99_999);
  const paths = pathsOf(template, { Default: { BanIfPalIsImpossible: true } });
  assert.deepEqual(paths, ['/FriendshipPoints', '/HP', '/Passives', '/Passives']);
  assert.equal(
    imported({ PalID: 'Anubis', Level: 30 }, { Default: { BanIfPalIsImpossible: true } }).level,
    30,
  );
});

test('a broken rules file allows nothing', () => {
  assert.deepEqual(faults({ PalID: 'Anubis' }, { Default: 'oops' }), [
    'Pals/ImportRules/Default.json is not valid JSON',
  ]);
  assert.deepEqual(faults({ PalID: 'Anubis' }, { Anubis: [] }), [
    'Pals/ImportRules/Anubis.json must hold an object',
  ]);
  assert.deepEqual(faults({ PalID: 'Anubis' }, { Default: { MaxLevel: '80', IVs: { Health: -1 } } }), [
    'Pals/ImportRules/Default.json: MaxLevel must be a whole number, 1 or more',
    'Pals/ImportRules/Default.json: IVs must be an object of Health, AttackMelee, AttackShot, Defense, each a whole number, 0 or more',
  ]);
});
