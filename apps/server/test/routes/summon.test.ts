import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorEnvelope } from '@palatine/contract';
import { NO_AMOUNTS } from '@palatine/testing/body-errors';
import { sharedChecked } from '@palatine/testing/checked-service';
import { BAD_NAMES, importRules, writePalFile, writeTemplates } from '@palatine/testing/pal-templates';
import { pluck } from '@palatine/testing/pluck';
import { aDemo } from '@palatine/testing/worlds';

const demo = aDemo();
const PLACE = { X: -12.5, Y: 400, Z: 0 };

const service = await sharedChecked({ world: demo.world });
writeTemplates(service);

const anubis = (more: object = {}) => ({ PalID: 'Anubis', ...PLACE, ...more });
const person = (more: object = {}) => ({ NPCID: demo.aPerson, ...PLACE, ...more });

test('a Pal and an NPC are summoned, and an event is emitted', async () => {
  await service.events();
  const without = { Uncapturable: false, DisableAI: false, ...PLACE };
  assert.deepEqual(await service.succeeds('summonPal', { body: anubis({ PalID: 'aNUBIS' }) }), {
    Summoned: { Type: 'Pal', PalID: 'Anubis', Level: 1, DamageMeter: true, ...without },
  });
  const body = person({ NPCID: demo.aPerson.toUpperCase(), Level: 80 });
  assert.deepEqual(await service.succeeds('summonNPC', { body }), {
    Summoned: { Type: 'NPC', NPCID: demo.aPerson, Level: 80, ...without },
  });
  const events = await service.events();
  assert.deepEqual(pluck(events, 'type'), ['summoned', 'summoned']);
  const [pal, npc] = pluck(events, 'data');
  assert.deepEqual([pal?.species, pal?.level, npc?.species, npc?.level], ['Anubis', 1, demo.aPerson, 80]);
});

test('all options take effect, under either name of the multiplier', async () => {
  const overrides = { Level: 80, Uncapturable: true, DisableAI: true, DisableDamageMeter: true };
  const both = { HealthMultiplier: 3, HPMultiplier: 3 };
  for (const multiplier of [{ HealthMultiplier: 2.5 }, { HPMultiplier: 0.001 }, both]) {
    const body = anubis({ ...overrides, ...multiplier, DisableStatuses: ['Poison', 'NoSuchStatus', ''] });
    const { Summoned } = await service.succeeds('summonPal', { body });
    const options = { Level: 80, Uncapturable: true, DisableAI: true, DamageMeter: false };
    assert.deepEqual(Summoned, { Type: 'Pal', PalID: 'Anubis', ...options, ...PLACE });
  }
  const body = person({ Uncapturable: true, DisableAI: true });
  const { Summoned } = await service.succeeds('summonNPC', { body });
  assert.deepEqual([Summoned.Uncapturable, Summoned.DisableAI, Summoned.Level], [true, true, 1]);
});

test('the published example of PalDefender, a unique NPC, is summoned', async () => {
  const body = { NPCID: 'PIDF_Soldier_AssaultRifle', Level: 30, X: 230, Y: -486, Z: 4097 };
  assert.deepEqual(await service.succeeds('summonNPC', { body }), {
    Summoned: { Type: 'NPC', ...body, Uncapturable: false, DisableAI: false },
  });
});

test('an NPC that is neither a character nor a unique NPC is refused, and the message names it', async () => {
  const body = person({ NPCID: 'PIDF_Soldier_Slingshot' });
  const { answer } = await service.isRefused('summonNPC', { body }, 'VALIDATION_FAILED', '/NPCID');
  const { Error: error } = answer as ErrorEnvelope; // isRefused has just read its code
  assert.match(error.Message, /"PIDF_Soldier_Slingshot"/);
});

test('a template is summoned with its own level, and the answer names it', async () => {
  const { PalID: _, ...place } = anubis();
  for (const PalTemplate of ['Good', 'Good.json']) {
    const { Summoned } = await service.succeeds('summonPal', { body: { ...place, PalTemplate, Level: 50 } });
    assert.deepEqual([Summoned.PalID, Summoned.PalTemplate, Summoned.Level], ['Anubis', PalTemplate, 12]);
  }
});

test('a summoned Pal belongs to no player and no camp', async () => {
  const pals = async () => {
    const { Players } = await service.succeeds('getPlayers');
    const counts = Players.map(async ({ PlayerUID }) => {
      const { answer } = await service.call('getPals', { params: { player_identifier: PlayerUID } });
      return (answer as { Meta?: unknown }).Meta;
    });
    return Promise.all(counts);
  };
  const before = await pals();
  await service.succeeds('summonPal', { body: anubis() });
  assert.deepEqual(await pals(), before);
});

type Invalid = [why: string, more: Record<string, unknown>, at: string];

const invalid = (name: string, ...values: unknown[]) =>
  values.map((value): Invalid => [`with ${name} ${JSON.stringify(value)}`, { [name]: value }, `/${name}`]);

const INVALID: Invalid[] = [
  ...['X', 'Y', 'Z'].flatMap((axis) => invalid(axis, undefined)),
  ...invalid('Level', ...NO_AMOUNTS, 81),
];

const INVALID_PALS: Invalid[] = [
  ['without PalID and PalTemplate', { PalID: undefined }, '/PalID'],
  ['with both PalID and PalTemplate', { PalTemplate: 'Good' }, '/PalTemplate'],
  ['that is unknown', { PalID: 'NoSuchPal' }, '/PalID'],
  ['that is a person', { PalID: demo.aPerson }, '/PalID'],
  ['without a name', { PalID: '' }, '/PalID'],
  ...['HealthMultiplier', 'HPMultiplier'].flatMap((name) => invalid(name, 0, -1, 1e300, 2147483647)),
  ['with two multipliers', { HealthMultiplier: 2, HPMultiplier: 3 }, '/HPMultiplier'],
];

const INVALID_NPCS: Invalid[] = [
  ['without NPCID', { NPCID: undefined }, '/NPCID'],
  ['that is unknown', { NPCID: 'NoSuchPerson' }, '/NPCID'],
  ['that is a Pal', { NPCID: 'Anubis' }, '/NPCID'],
  ['without a name', { NPCID: '' }, '/NPCID'],
];

for (const [name, whole, cases] of [
  ['summonPal', anubis(), [...INVALID, ...INVALID_PALS]],
  ['summonNPC', person(), [...INVALID, ...INVALID_NPCS]],
] as const) {
  test(`${name} with a wrong value: VALIDATION_FAILED, and nothing is summoned`, async () => {
    for (const [why, more, at] of cases) {
      const refused = service.isRefused(name, { body: { ...whole, ...more } }, 'VALIDATION_FAILED', at);
      await assert.doesNotReject(refused, `${name} ${why}`);
    }
    for (const number of ['1e999', '-1e999', '1e308']) {
      const raw = JSON.stringify({ ...whole, X: 0 }).replace('"X":0', `"X":${number}`);
      await service.isRefused(name, { raw }, 'VALIDATION_FAILED', '/X');
    }
  });
}

test('all problems of a request are reported together', async () => {
  const body = { ...PLACE, Level: 81 };
  const { problems } = await service.isRefused('summonPal', { body }, 'VALIDATION_FAILED');
  assert.deepEqual(pluck(problems, 'Path'), ['/PalID', '/Level']);
});

test('a template with a path in its name, a missing one and one that does not import are PAL_TEMPLATE_IMPORT_FAILED', async () => {
  for (const PalTemplate of BAD_NAMES) {
    const code = PalTemplate === '' ? 'VALIDATION_FAILED' : 'PAL_TEMPLATE_IMPORT_FAILED';
    await service.isRefused('summonPal', { body: { PalTemplate, ...PLACE } }, code);
  }
  writePalFile(service, 'ImportRules/Default.json', importRules({ BannedPalIDs: ['Anubis'] }));
  const request = { body: { PalTemplate: 'Good', ...PLACE } };
  await service.isRefused('summonPal', request, 'PAL_TEMPLATE_IMPORT_FAILED');
  writePalFile(service, 'ImportRules/Default.json', importRules());
});

test('a summoning that fails summons nobody', async () => {
  await service.control({ FailNext: ['summon'] });
  await service.isRefused('summonPal', { body: anubis() }, 'SUMMON_PAL_FAILED');
  await service.control({ FailNext: ['summon'] });
  await service.isRefused('summonNPC', { body: person() }, 'SUMMON_NPC_FAILED');
});
