import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Pal } from '@palatine/contract';
import { testGrantRefusals } from '@palatine/testing/body-errors';
import { type CheckedService, sharedChecked, startChecked } from '@palatine/testing/checked-service';
import { BAD_NAMES, importRules, writePalFile, writeTemplates } from '@palatine/testing/pal-templates';
import { aDemo, catalogue, of } from '@palatine/testing/worlds';
import { PUBLISHED_EXAMPLE, PUBLISHED_SMALL_EXAMPLE } from '@palatine/world/testing/templates';

const demo = aDemo();
const { loner, beginner } = demo;

const service = await sharedChecked({ world: demo.world });
writeTemplates(service);

async function palsOf(uid: string, on: CheckedService = service): Promise<Map<string, Pal>> {
  const { Pals } = await on.succeeds('getPals', of(uid));
  return new Map(Object.entries({ ...Pals.Team, ...Pals.Palbox }));
}

/** Gives templates and returns the Pals that came of it. */
async function give(uid: string, PalTemplates: string[], on: CheckedService = service): Promise<Pal[]> {
  const before = await palsOf(uid, on);
  const reply = await on.succeeds('givePalTemplates', { ...of(uid), body: { PalTemplates } });
  assert.deepEqual(reply, { Granted: { PalTemplates: PalTemplates.length } });
  const fresh = [...(await palsOf(uid, on))].filter(([id]) => !before.has(id)).map(([, pal]) => pal);
  assert.equal(fresh.length, PalTemplates.length);
  return fresh;
}

function refuses(PalTemplates: unknown, at: string) {
  const request = { ...of(loner.userId), body: { PalTemplates } };
  return service.isRefused('givePalTemplates', request, 'VALIDATION_FAILED', at);
}

test('the Pal a template describes is there, by its name with or without .json', async () => {
  await service.events();
  for (const pal of await give(loner.uid, ['Good', 'Good.json', 'Good.JSON'])) {
    const expected = ['Anubis', 12, 'Rex', 'Male', true, ['Legend']];
    assert.deepEqual([pal.PalID, pal.Level, pal.Nickname, pal.Gender, pal.Shiny, pal.Passives], expected);
  }
  const [event] = await service.events();
  const templates = ['Good', 'Good.json', 'Good.JSON'];
  const granted = templates.map((Template) => ({ Template, PalID: 'Anubis', Level: 12 }));
  assert.deepEqual(event?.data.granted, { PalTemplates: granted });
  const pals = await give(loner.uid, ['With space (2)', 'Ünïcode']);
  for (const { PalID, Level } of pals) assert.deepEqual([PalID, Level], ['Sheepball', 1]);
});

test('active skills of nothing but None are as if absent, and an empty list stays empty', async () => {
  const skills = { NoSkills: undefined, OnlyNone: ['None', 'EPalWazaID::None', ''], NoneAtAll: [] };
  for (const [name, ActiveSkills] of Object.entries(skills)) {
    writePalFile(service, `Templates/${name}.json`, { PalID: 'Anubis', Level: 5, ActiveSkills });
  }
  const [absent, none, empty] = await give(loner.uid, Object.keys(skills));
  assert.ok(absent !== undefined && absent.ActiveSkills.length > 0);
  assert.deepEqual([none?.ActiveSkills, empty?.ActiveSkills], [absent.ActiveSkills, []]);
});

test('a template is the Pal object of GET /pals: all of it goes in and comes out', async () => {
  const template = {
    PalID: 'BOSS_Anubis',
    UniqueNPCID: 'Someone',
    Nickname: 'All of it',
    SkinId: 'Skin1',
    Gender: 'Female',
    Level: 40,
    Exp: catalogue.experience.find('40')?.palTotal,
    Shiny: true,
    PartnerSkillLevel: 4,
    CondensedPals: 3,
    UnusedStatusPoints: 2,
    FriendshipPoints: 7000,
    PhysicalHealth: 'MinorInjury',
    WorkerSick: 'Cold',
    ImportedCharacter: true,
    HP: 123.5,
    SP: 50,
    MP: 20,
    Shield: 10,
    Hunger: 90,
    MaxHunger: 200,
    SAN: 55.5,
    Support: 5,
    CraftSpeed: 99,
    PalSouls: { Health: 1, Attack: 2, Defense: 3, CraftSpeed: 4 },
    IVs: { Health: 10, AttackMelee: 20, AttackShot: 30, Defense: 40 },
    ActiveSkills: ['AirCanon', 'PowerShot', 'StoneShotgun', 'RockLance'],
    LearntSkills: ['SandTornado'],
    Passives: ['Legend', 'Rare'],
    ExtraWorkSuitabilities: { Mining: 2 },
    DisableWorkPreferences: ['Cool'],
  };
  writePalFile(service, 'Templates/Whole.json', template);
  const [pal = assert.fail()] = await give(loner.uid, ['Whole']);
  const { page: _page, slot: _slot, ...fields } = pal; // the team is full
  assert.deepEqual(fields, template);
});

test('a template is read when it is named: written just before, gone just after', async () => {
  const file = join(service.data, 'Pals', 'Templates', 'Panel.json');
  for (const Level of [3, 4]) {
    writePalFile(service, 'Templates/Panel.json', { PalID: 'Sheepball', Level });
    const [pal] = await give(loner.uid, ['Panel']);
    assert.equal(pal?.Level, Level);
    rmSync(file);
    await refuses(['Panel'], '/PalTemplates/0');
  }
});

test('import rules block, or clamp, or let through, as they stand when a template is named', async () => {
  const blocked = ['HighIVs', 'HighSouls', 'HighRank', 'NoGender'];
  const rules = (more: object) => writePalFile(service, 'ImportRules/Default.json', importRules(more));
  rules({ BannedPalIDs: ['ANUBIS'] });
  await refuses(['Good'], '/PalTemplates/0');
  rules({ PalSelectionMode: 'AllowOnlyListed', AllowedPalIDs: ['Sheepball'] });
  await refuses(['With space (2)', 'Good'], '/PalTemplates/1');
  rules({ DisallowedPassives: ['legend'] });
  await refuses(['Good'], '/PalTemplates/0');
  rules({ MaxLevel: 11 });
  await refuses(['Good'], '/PalTemplates/0');
  rules({ BanIfPalIsImpossible: true, MaxRank: 99 });
  await refuses(['HighRank'], '/PalTemplates/0');
  for (const broken of ['{', '[]', { MaxLevel: 'high' }, { Disabled: 1 }, { PalSelectionMode: 'All' }]) {
    writePalFile(service, 'ImportRules/Default.json', broken);
    await refuses(['Good'], '/PalTemplates/0');
  }

  rules({
    MaxLevel: 11,
    MaxValueLimitAction: 'ClampToMaxValues',
    DisallowedPassives: ['Legend'],
    DisallowedPassivesAction: 'RemoveFromPal',
  });
  const [clamped] = await give(loner.uid, ['Good']);
  assert.deepEqual([clamped?.Level, clamped?.Passives], [11, []]);
  rules({ Disabled: true, BannedPalIDs: ['Anubis'], MaxLevel: 1 });
  await give(loner.uid, ['Good', ...blocked]);
  rules({ BannedPalIDs: ['Anubis'] });
  writePalFile(service, 'ImportRules/Sheepball.json', { MaxLevel: 1 });
  await give(loner.uid, ['With space (2)']);
  writePalFile(service, 'Templates/Sheep2.json', { PalID: 'sheepball', Level: 2 });
  await refuses(['Sheep2'], '/PalTemplates/0');
  writePalFile(service, 'ImportRules/Sheepball.json', { BannedPalIDs: ['Sheepball'] });
  await refuses(['With space (2)'], '/PalTemplates/0');
  rules({});
  rmSync(join(service.data, 'Pals', 'ImportRules', 'Sheepball.json'));
  await give(loner.uid, ['Sheep2']);
});

test('the published example templates of PalDefender import under the rules of a new data folder', async () => {
  await using fresh = await startChecked({ world: demo.world });
  writePalFile(fresh, 'Templates/ExamplePalTemplate.json', PUBLISHED_EXAMPLE);
  writePalFile(fresh, 'Templates/Small.json', PUBLISHED_SMALL_EXAMPLE);
  const [pal, small] = await give(loner.uid, ['ExamplePalTemplate', 'Small'], fresh);
  const { Nickname, Passives } = PUBLISHED_EXAMPLE;
  const whole = { PalID: 'Anubis', Nickname, Gender: 'None', Level: 80, PartnerSkillLevel: 5, SAN: 100 };
  assert.partialDeepStrictEqual(pal, whole);
  assert.deepEqual([pal?.Passives, Nickname], [Passives, 'OPnubis']);
  assert.deepEqual(pal?.PalSouls, { Health: 20, Attack: 20, Defense: 20, CraftSpeed: 20 });
  assert.deepEqual(pal?.IVs, { Health: 100, AttackMelee: 100, AttackShot: 100, Defense: 100 });
  const { Anyone: _, ...works } = PUBLISHED_EXAMPLE.ExtraWorkSuitabilities;
  assert.deepEqual(pal?.ExtraWorkSuitabilities, works);
  const smaller = { Nickname: 'Arena Anubis', Gender: 'None', Level: 50, HP: 3500, SAN: 100 };
  assert.partialDeepStrictEqual(small, smaller);
});

test('a closed set of the import rules takes its values in any case, and names them for any other', async () => {
  const rules = (more: object) => writePalFile(service, 'ImportRules/Default.json', importRules(more));
  rules({
    MaxLevel: 11,
    MaxValueLimitAction: 'clampToMaxValues',
    DisallowedPassives: ['Legend'],
    DisallowedPassivesAction: 'REMOVEFROMPAL',
    PalSelectionMode: 'allowAllExceptBanned',
  });
  const [clamped] = await give(loner.uid, ['Good']);
  assert.deepEqual([clamped?.Level, clamped?.Passives], [11, []]);
  rules({ MaxValueLimitAction: 'Clamp' });
  const { problems } = await refuses(['Good'], '/PalTemplates/0');
  assert.match(problems[0]?.Message ?? '', /MaxValueLimitAction must be BlockImport or ClampToMaxValues/);
  rules({});
});

test('Pals that do not all fit into team and Palbox are not given', async () => {
  const Pals = Array.from({ length: 965 - 250 }, () => ({ PalID: 'Anubis', Level: 1 }));
  await service.succeeds('givePals', { ...of(beginner.uid), body: { Pals } });
  await service.events();
  const names = Array.from({ length: 251 }, () => 'Good');
  const request = { ...of(beginner.uid), body: { PalTemplates: names } };
  await service.isRefused('givePalTemplates', request, 'VALIDATION_FAILED', '/PalTemplates/250');
  await give(beginner.uid, names.slice(1));
});

testGrantRefusals(service, demo, 'givePalTemplates', {
  body: { PalTemplates: ['Good'] },
  values: [
    ['an empty array', { PalTemplates: [] }, '/PalTemplates'],
    ...BAD_NAMES.map((name): [why: string, body: unknown, at: string] => {
      const why = `the template ${JSON.stringify(name).slice(0, 40)}`;
      return [why, { PalTemplates: ['Good', name] }, '/PalTemplates/1'];
    }),
  ],
  failure: 'REQUEST_FAILED',
});
