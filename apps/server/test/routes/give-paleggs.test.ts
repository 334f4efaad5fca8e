import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_AMOUNTS, testGrantRefusals } from '@palatine/testing/body-errors';
import { sharedChecked } from '@palatine/testing/checked-service';
import { BAD_NAMES, importRules, writePalFile, writeTemplates } from '@palatine/testing/pal-templates';
import { aDemo, catalogue, of } from '@palatine/testing/worlds';

const demo = aDemo();
const { loner, stuffed, beginner, veteran } = demo;
const EGGS = catalogue.items.all().filter(({ dynamic }) => dynamic === 'egg');
const EGG = EGGS[0]?.id ?? '';

const service = await sharedChecked({ world: demo.world });
writeTemplates(service);

const egg = (more: object = { PalID: 'Anubis' }) => ({ EggID: EGG, ...more });

async function eggsOf(uid: string): Promise<string[]> {
  const { Inventory } = await service.succeeds('getItems', of(uid));
  const stacks = Object.values(Inventory.Items.Slots);
  const eggs = stacks.filter(({ ItemID }) => catalogue.items.find(ItemID)?.dynamic === 'egg');
  assert.ok(eggs.every(({ Count }) => Count === 1));
  return eggs.map(({ ItemID }) => ItemID);
}

async function granted(uid: string): Promise<void> {
  await service.events();
  const before = await eggsOf(uid);
  const PalEggs = [
    { EggID: EGG.toUpperCase(), PalID: 'aNUBIS' },
    egg({ PalID: 'Sheepball', Level: 80 }),
    egg({ PalTemplate: 'Good.json' }),
  ];
  const reply = await service.succeeds('givePalEggs', { ...of(uid), body: { PalEggs } });
  assert.deepEqual(reply, { Granted: { PalEggs: 3 } });
  assert.deepEqual(await eggsOf(uid), [...before, EGG, EGG, EGG]);
  const [event, ...more] = await service.events();
  assert.deepEqual(more, []);
  assert.deepEqual(event?.data.granted, {
    PalEggs: [
      { EggID: EGG, PalID: 'Anubis', Level: 1 },
      { EggID: EGG, PalID: 'Sheepball', Level: 80 },
      { EggID: EGG, PalID: 'Anubis', Level: 12 },
    ],
  });
}

test('each egg takes a slot of Items; the default level is 1, and a template has its own', async () => {
  await granted(beginner.uid);
});

test('every egg can be given, with a Pal inside', async () => {
  for (let at = 0; at < EGGS.length; at += 20) {
    const PalEggs = EGGS.slice(at, at + 20).map(({ id }) => ({ EggID: id, PalID: 'Sheepball' }));
    if (PalEggs.length > (await freeSlots(veteran.uid))) return;
    await service.succeeds('givePalEggs', { ...of(veteran.uid), body: { PalEggs } });
  }
});

async function freeSlots(uid: string): Promise<number> {
  return (await service.succeeds('getItems', of(uid))).Inventory.Items.FreeSlots;
}

test('when not all eggs fit, none is given', async () => {
  const free = await freeSlots(stuffed.uid);
  assert.ok(free > 0);
  const PalEggs = Array.from({ length: free + 1 }, () => egg());
  const request = { ...of(stuffed.uid), body: { PalEggs } };
  await service.isRefused('givePalEggs', request, 'VALIDATION_FAILED', `/PalEggs/${free}`);
  await service.succeeds('givePalEggs', { ...of(stuffed.uid), body: { PalEggs: PalEggs.slice(1) } });
  assert.equal(await freeSlots(stuffed.uid), 0);
});

const INVALID_EGGS: [why: string, entry: unknown, at: string][] = [
  ['without EggID', { PalID: 'Anubis' }, '/PalEggs/1/EggID'],
  ['with an unknown EggID', { EggID: 'NoSuchEgg', PalID: 'Anubis' }, '/PalEggs/1/EggID'],
  ['with an item that is no egg', { EggID: 'Wood', PalID: 'Anubis' }, '/PalEggs/1/EggID'],
  ['with neither PalID nor PalTemplate', egg({}), '/PalEggs/1'],
  ['with both PalID and PalTemplate', egg({ PalID: 'Anubis', PalTemplate: 'Good' }), '/PalEggs/1'],
  ['with an unknown PalID', egg({ PalID: 'NoSuchPal' }), '/PalEggs/1/PalID'],
  ['with an empty PalID', egg({ PalID: '' }), '/PalEggs/1/PalID'],
  ['with a person inside', egg({ PalID: demo.aPerson }), '/PalEggs/1/PalID'],
  ...BAD_NAMES.map((PalTemplate): (typeof INVALID_EGGS)[0] => {
    const title = `with the template ${JSON.stringify(PalTemplate).slice(0, 40)}`;
    return [title, egg({ PalTemplate }), '/PalEggs/1/PalTemplate'];
  }),
  ...[...NO_AMOUNTS, 81].map((Level): (typeof INVALID_EGGS)[0] => {
    return [`with a Level of ${JSON.stringify(Level)}`, egg({ PalID: 'Anubis', Level }), '/PalEggs/1/Level'];
  }),
];

testGrantRefusals(service, demo, 'givePalEggs', {
  body: { PalEggs: [egg()] },
  values: [
    ...INVALID_EGGS.map(([why, entry, at]): (typeof INVALID_EGGS)[0] => {
      return [`an egg ${why}`, { PalEggs: [egg(), entry] }, at];
    }),
    ['an empty array', { PalEggs: [] }, '/PalEggs'],
  ],
  failure: 'REQUEST_FAILED',
});

test('an egg of a template the import rules block is not given', async () => {
  writePalFile(service, 'ImportRules/Default.json', importRules({ BannedPalIDs: ['Anubis'] }));
  const request = { ...of(loner.userId), body: { PalEggs: [egg({ PalTemplate: 'Good' })] } };
  await service.isRefused('givePalEggs', request, 'VALIDATION_FAILED', '/PalEggs/0/PalTemplate');
  writePalFile(service, 'ImportRules/Default.json', importRules());
});
