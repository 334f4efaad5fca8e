import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LegacyGiveReply } from '@palatine/contract';
import { NO_AMOUNTS, unresolvable } from '@palatine/testing/body-errors';
import { type CheckedService, sharedChecked } from '@palatine/testing/checked-service';
import { writeTemplates } from '@palatine/testing/pal-templates';
import { pluck } from '@palatine/testing/pluck';
import { aDemo, catalogue, of, playerWithRoom, testImported } from '@palatine/testing/worlds';
import type { Static } from 'typebox';

const demo = aDemo();
const { loner, beginner, veteran } = demo;
const EGG = catalogue.items.all().find(({ dynamic }) => dynamic === 'egg')?.id ?? '';
const [TECH = '', OTHER_TECH = '', THIRD_TECH = ''] = catalogue.technologies.all().map(({ id }) => id);

const service = await sharedChecked({ world: demo.world });
writeTemplates(service);

const everything = (UserID: string) => ({
  UserID,
  EXP: 10,
  Lifmunks: 2,
  Relics: { CapturePower: 3, SwimSpeed: 4 },
  TechnologyPoints: 5,
  AncientTechnologyPoints: 6,
  UnlockTechnology: TECH,
  Techs: [OTHER_TECH, TECH],
  UnlockTechnologies: [THIRD_TECH],
  Items: [{ ItemID: 'wood', Count: 7 }],
  Pals: [{ PalID: 'Anubis', Level: 8 }],
  PalTemplates: ['Good', 'Good.json'],
  PalEggs: [
    { EggID: EGG, PalID: 'Anubis', Level: 9 },
    { ItemID: EGG, PalTemplate: 'Good' },
  ],
  Unknown: null,
});

/** Everything of a player that a legacy grant can change, as numbers. */
async function standing(uid: string, on: CheckedService): Promise<Record<string, number>> {
  const { Progression } = await on.succeeds('getProgression', of(uid));
  const { relics, technologyPoints, ancientTechnologyPoints } = Progression.Currencies;
  const { Inventory } = await on.succeeds('getItems', of(uid));
  const pals = await on.succeeds('getPals', of(uid));
  const { Techs } = await on.succeeds('getTechnologies', of(uid));
  const slots = Object.values(Inventory.Items.Slots);
  const units = (id: string) =>
    slots.reduce((sum, { ItemID, Count }) => sum + (ItemID === id ? Count : 0), 0);
  return {
    exp: Progression.Player.exp,
    capturePower: relics.CapturePower,
    swimSpeed: relics.SwimSpeed,
    technologyPoints,
    ancientTechnologyPoints,
    wood: units('Wood'),
    eggs: units(EGG),
    pals: pals.Meta.TeamCount + pals.Meta.PalboxCount,
    technologies: Techs.Unlocked.length,
  };
}

async function granted(on: CheckedService, userId: string, uid: string): Promise<void> {
  await on.succeeds('forgetTechnologies', { ...of(uid), body: { Technology: 'All' } });
  const before = await standing(uid, on);
  await on.events();
  assert.deepEqual(await on.succeeds('legacyGive', { body: everything(userId) }), { Errors: 0, Error: {} });
  const now = await standing(uid, on);
  const gains = Object.entries(now).map(([name, value]) => [name, value - (before[name] ?? 0)]);
  assert.deepEqual(Object.fromEntries(gains), {
    exp: 10,
    capturePower: 5,
    swimSpeed: 4,
    technologyPoints: 5,
    ancientTechnologyPoints: 6,
    wood: 7,
    eggs: 2,
    pals: 3,
    technologies: 3,
  });
  const events = await on.events();
  assert.deepEqual(pluck(events, 'type'), ['technologies', 'grant']);
  assert.deepEqual(events[0]?.data.learnt, [TECH, OTHER_TECH, THIRD_TECH]);
  assert.deepEqual(events[1]?.data.granted, {
    EXP: 10,
    Relics: { CapturePower: 5, SwimSpeed: 4 },
    TechnologyPoints: 5,
    AncientTechnologyPoints: 6,
    Items: { Wood: 7 },
    Pals: [{ PalID: 'Anubis', Level: 8 }],
    PalTemplates: ['Good', 'Good.json'].map((Template) => ({ Template, PalID: 'Anubis', Level: 12 })),
    PalEggs: [9, 12].map((Level) => ({ EggID: EGG, PalID: 'Anubis', Level })),
  });
}

/** Sends a body that must be refused in the form of the route. @returns its errors by section. */
async function errorsOfRefused(body: unknown, on = service): Promise<Record<string, string[]>> {
  const { answer } = await on.isRefused('legacyGive', { body }, 'LEGACY');
  return (answer as Static<typeof LegacyGiveReply>).Error;
}

test('everything is given at once', async () => {
  await granted(service, beginner.userId, beginner.uid);
});

test('each section can stand alone; UnlockTechnology All teaches everything', async () => {
  const { UserID, Unknown, ...sections } = everything(veteran.userId);
  for (const [section, value] of Object.entries(sections)) {
    await service.succeeds('legacyGive', { body: { UserID, [section]: value } });
  }
  await service.succeeds('legacyGive', { body: { UserID: beginner.userId, UnlockTechnology: 'All' } });
  const { Meta } = await service.succeeds('getTechnologies', of(beginner.uid));
  assert.equal(Meta.LockedCount, 0);
});

const INVALID: [why: string, more: object, section: string, begins: string][] = [
  ['an unknown ItemID', { Items: [{ ItemID: 'Nope', Count: 1 }] }, 'Items', 'Item 1'],
  ['the second item', { Items: [{ ItemID: 'Wood', Count: 1 }, {}] }, 'Items', 'Item 2'],
  ['items that do not fit', { Items: [{ ItemID: 'ClothArmor', Count: 99 }] }, 'Items', 'Item 1'],
  ['Items that are no array', { Items: 'Wood' }, 'Items', 'Items'],
  ['an unknown PalID', { Pals: [{ PalID: 'Nope', Level: 1 }] }, 'Pals', 'Pal 1'],
  ['a level beyond the cap', { Pals: [{ PalID: 'Anubis', Level: 81 }] }, 'Pals', 'Pal 1'],
  ['more Pals than fit', { Pals: Array(999).fill({ PalID: 'Anubis', Level: 1 }) }, 'Pals', 'Pal 9'],
  ['a template that is not there', { PalTemplates: ['Good', 'Gone'] }, 'PalTemplates', 'PalTemplate 2'],
  ['a template with a path in it', { PalTemplates: ['../Good'] }, 'PalTemplates', 'PalTemplate 1'],
  ['a template that does not import', { PalTemplates: ['NotJson'] }, 'PalTemplates', 'PalTemplate 1'],
  ['an unknown EggID', { PalEggs: [{ EggID: 'Nope', PalID: 'Anubis' }] }, 'PalEggs', 'PalEgg 1'],
  ['an egg with nothing inside', { PalEggs: [{ EggID: EGG }] }, 'PalEggs', 'PalEgg 1'],
  [
    'an egg with both inside',
    { PalEggs: [{ EggID: EGG, PalID: 'Anubis', PalTemplate: 'Good' }] },
    'PalEggs',
    'PalEgg 1',
  ],
  ['an unknown technology', { Techs: ['Nope'] }, 'Techs', 'Tech 1'],
  ['All in an array', { Techs: [TECH, 'All'] }, 'Techs', 'Tech 2'],
  ['an unknown single technology', { UnlockTechnology: 'Nope' }, 'UnlockTechnology', 'UnlockTechnology'],
  ['an unknown relic', { Relics: { Nope: 1 } }, 'Relics', 'Relic 1'],
  ['Relics that are no object', { Relics: ['CapturePower'] }, 'Relics', 'Relics'],
  ['a total beyond 32 bits', { TechnologyPoints: 2147483647 }, 'TechnologyPoints', 'TechnologyPoints'],
];

for (const [why, more, section, begins] of INVALID) {
  test(`${why} is reported under ${section}, and nothing of the whole request is given`, async () => {
    const { UserID, EXP } = everything(loner.userId);
    const error = await errorsOfRefused({ UserID, EXP, ...more });
    assert.deepEqual(Object.keys(error), [section]);
    assert.ok(error[section]?.[0]?.startsWith(begins), error[section]?.[0]);
  });
}

test('a wrong amount is reported under its own key', async () => {
  for (const value of NO_AMOUNTS.filter((value) => JSON.stringify(value) !== '{}')) {
    for (const section of ['EXP', 'Lifmunks', 'TechnologyPoints', 'AncientTechnologyPoints']) {
      const error = await errorsOfRefused({ ...everything(loner.userId), [section]: value });
      assert.deepEqual(Object.keys(error), [section], JSON.stringify(value));
      assert.match(error[section]?.[0] ?? '', new RegExp(`^${section}: `));
    }
  }
  const error = await errorsOfRefused({ UserID: loner.userId, EXP: 0 });
  assert.deepEqual(error, { EXP: ['EXP: must be a positive integer'] });
});

test('a section lists a hundred messages at most, and says how many more there are', async () => {
  const error = await errorsOfRefused({ UserID: loner.userId, Items: Array(1000).fill({}) });
  assert.equal(error.Items?.length, 101);
  assert.equal(error.Items?.[0], 'Item 1: ItemID is missing');
  assert.equal(error.Items?.at(-1), 'Items: and at least 1900 more');
});

test('a failure stays below 100 KB, whatever was sent', async () => {
  for (const letter of ['\0', '\\', '空', '😀', 'x']) {
    const text = letter.repeat(100 / letter.length);
    const list = (count: number, entry: unknown) => Array(count).fill(entry);
    const body = {
      UserID: text,
      EXP: text,
      Lifmunks: text,
      TechnologyPoints: text,
      AncientTechnologyPoints: text,
      UnlockTechnology: text,
      Relics: Object.fromEntries(Array.from({ length: 110 }, (_, index) => [text.slice(4) + index, 0])),
      Techs: list(110, text),
      UnlockTechnologies: list(110, text),
      Items: list(110, { ItemID: text, Count: 1 }),
      Pals: list(110, { PalID: text, Level: 99 }),
      PalTemplates: list(110, text),
      PalEggs: list(110, { EggID: text, PalTemplate: text, Level: 99 }),
    };
    const response = await service.post('/v1/pdapi/give', body);
    assert.equal(response.status, 400);
    const bytes = (await response.arrayBuffer()).byteLength;
    assert.ok(bytes > 5000 && bytes < 100_000, `${bytes} bytes`);
  }
});

test('a list of more entries than fit a request is one message', async () => {
  const body = { UserID: loner.userId, Items: Array(40_000).fill({}), Techs: Array(2001).fill('PalBox') };
  assert.deepEqual(await errorsOfRefused(body), {
    Items: ['Items: must hold at most 1000 entries'],
    Techs: ['Techs: must hold at most 2000 entries'],
  });
});

test('a player who is missing or cannot be resolved is reported under UserID', async () => {
  for (const UserID of [undefined, null, 5, '', ...unresolvable(demo)]) {
    assert.deepEqual(Object.keys(await errorsOfRefused({ UserID, EXP: 1 })), ['UserID'], String(UserID));
  }
  for (const body of [{}, null, [], 'text', undefined])
    assert.deepEqual(await errorsOfRefused(body), { UserID: ['UserID: is missing'] });
  const error = await errorsOfRefused({ UserID: 5, Items: [{}] });
  assert.deepEqual(error.UserID, ['UserID: must be a non-empty text']);
  assert.ok(error.Items, 'the sections are checked all the same');
});

test('a request that gives nothing succeeds, also where every section is there and empty', async () => {
  const { UserID, ...sections } = everything(loner.userId);
  const before = await standing(loner.uid, service);
  const authorization = `Bearer ${service.addToken('REST.Items.Give')}`; // an empty section needs no permission
  for (const empty of [[], {}, '']) {
    const body = { UserID, ...Object.fromEntries(Object.keys(sections).map((name) => [name, empty])) };
    assert.deepEqual(await service.succeeds('legacyGive', { body, authorization }), { Errors: 0, Error: {} });
  }
  assert.deepEqual(await service.succeeds('legacyGive', { body: { UserID } }), { Errors: 0, Error: {} });
  assert.deepEqual(await standing(loner.uid, service), before);
  await service.succeeds('legacyGive', { body: { UserID, Items: [], Pals: '', EXP: 3 } });
  assert.deepEqual(await standing(loner.uid, service), { ...before, exp: (before.exp ?? 0) + 3 });
});

test('a grant that fails at the last step is a failure in the form of the route', async () => {
  await service.control({ FailNext: ['grant'] });
  await errorsOfRefused(everything(loner.userId));
});

test('a token needs the permission of every section it uses, also of an invalid one', async () => {
  const { UserID, Unknown, ...sections } = everything(loner.userId);
  const learn = 'REST.Techs.Learn';
  const needed: Record<string, string> = { UnlockTechnology: learn, Techs: learn, UnlockTechnologies: learn };
  for (const name of ['Items', 'Pals', 'PalTemplates', 'PalEggs']) needed[name] = `REST.${name}.Give`;
  const rest = 'REST.Progression.Give';
  for (const [section, value] of Object.entries(sections)) {
    const sectionPermission = needed[section] ?? rest;
    const others = [...Object.values(needed), rest].filter((permission) => permission !== sectionPermission);
    const authorization = `Bearer ${service.addToken(others)}`;
    for (const sent of [value, null]) {
      const request = { body: { UserID, [section]: sent }, authorization };
      const { answer } = await service.isRefused('legacyGive', request, 'MISSING_PERMISSION');
      assert.ok(JSON.stringify(answer).includes(sectionPermission), section);
    }
  }
});

// In each run of a real save too: this route gives what all others give.
testImported(
  'the legacy route gives all or nothing',
  async (imported) => {
    writeTemplates(imported);
    const { PlayerUID } = await playerWithRoom(imported);
    await granted(imported, PlayerUID, PlayerUID);
    await errorsOfRefused({ ...everything(PlayerUID), Items: [{ ItemID: 'Nope', Count: 1 }] }, imported);
    await errorsOfRefused({ ...everything(PlayerUID), PalTemplates: ['Gone'] }, imported);
    await errorsOfRefused(everything('steam_1'), imported);
  },
  { realSave: true },
);
