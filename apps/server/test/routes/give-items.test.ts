import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INT32_MAX, type ItemsReply } from '@palatine/contract';
import { NO_AMOUNTS, testGrantRefusals } from '@palatine/testing/body-errors';
import { sharedChecked } from '@palatine/testing/checked-service';
import { aDemo, catalogue, of, spellingsOf } from '@palatine/testing/worlds';

const demo = aDemo();
const { loner, stuffed, veteran } = demo;

const service = await sharedChecked({ world: demo.world });

const wood = (Count: unknown = 1) => ({ ItemID: 'Wood', Count });

/** The count of an item in the whole inventory of a player. */
function units({ Inventory }: ItemsReply, itemId: string): number {
  return Object.values(Inventory)
    .flatMap(({ Slots }) => Object.values(Slots))
    .filter(({ ItemID }) => ItemID === itemId)
    .reduce((sum, { Count }) => sum + Count, 0);
}

async function granted(identifier: string, uid: string): Promise<void> {
  const before = await service.succeeds('getItems', of(uid));
  const body = { Items: [{ ItemID: 'wOOD', Count: 7 }, { ItemID: 'ClothArmor', Count: 2 }, wood(3)] };
  const reply = await service.succeeds('giveItems', { ...of(identifier), body });
  assert.deepEqual(reply, { Granted: { Items: 12 } });
  const now = await service.succeeds('getItems', of(uid));
  assert.equal(units(now, 'Wood'), units(before, 'Wood') + 10);
  assert.equal(units(now, 'ClothArmor'), units(before, 'ClothArmor') + 2);
  const { UsedSlots, FreeSlots, MaxSlots, Slots } = now.Inventory.Items;
  assert.equal(UsedSlots, Object.keys(Slots).length);
  assert.equal(FreeSlots, MaxSlots - UsedSlots);
  const [event, ...more] = await service.events();
  assert.deepEqual(more, []);
  assert.equal(event?.type, 'grant');
  assert.partialDeepStrictEqual(event?.data.player, { uid });
  assert.deepEqual(event?.data.granted, { Items: { Wood: 10, ClothArmor: 2 } });
  assert.equal(event?.data.issuer, 'Administrator');
}

test('given items are in the inventory, counted in units, by either identifier in any spelling', async () => {
  for (const identifier of [loner.userId, ...spellingsOf(loner.uid)]) {
    await granted(identifier, loner.uid);
  }
});

test('unknown keys of the body and of an entry are ignored', async () => {
  const body = { Items: [{ ...wood(), Quality: 5 }], Pals: 'none' };
  assert.deepEqual(await service.succeeds('giveItems', { ...of(veteran.uid), body }), {
    Granted: { Items: 1 },
  });
});

const anEgg = catalogue.items.all().find(({ dynamic }) => dynamic === 'egg')?.id ?? '';
const unlisted = catalogue.unlistedItems.all()[0]?.id ?? '';

const INVALID_VALUES: [why: string, body: unknown, at: string][] = [
  ['nothing to give', { Items: [] }, '/Items'],
  ['an entry without ItemID', { Items: [{ Count: 1 }] }, '/Items/0/ItemID'],
  ['an entry without Count', { Items: [wood(), { ItemID: 'Wood' }] }, '/Items/1/Count'],
  ['an empty ItemID', { Items: [{ ItemID: '', Count: 1 }] }, '/Items/0/ItemID'],
  ['an unknown ItemID', { Items: [wood(), { ItemID: 'NoSuchThing', Count: 1 }] }, '/Items/1/ItemID'],
  ['a name of JavaScript', { Items: [{ ItemID: '__proto__', Count: 1 }] }, '/Items/0/ItemID'],
  ['an egg, which needs a Pal inside', { Items: [{ ItemID: anEgg, Count: 1 }] }, '/Items/0/ItemID'],
  ['an item of another game version', { Items: [{ ItemID: unlisted, Count: 1 }] }, '/Items/0/ItemID'],
  ...NO_AMOUNTS.map((Count): (typeof INVALID_VALUES)[0] => [
    `a Count of ${JSON.stringify(Count)}`,
    { Items: [wood(), wood(Count)] },
    '/Items/1/Count',
  ]),
];

test('more than fits, and a total beyond 32 bits: VALIDATION_FAILED, and nothing is given', async () => {
  const refuse = (Items: object[], at: string) =>
    service.isRefused('giveItems', { ...of(loner.userId), body: { Items } }, 'VALIDATION_FAILED', at);
  await refuse([wood(), { ItemID: 'ClothArmor', Count: 100 }], '/Items/1');
  await refuse([{ ItemID: 'ClothArmor', Count: INT32_MAX }], '/Items/0'); // two billion of what does not stack
  await refuse([wood(), { ItemID: 'Money', Count: INT32_MAX }], '/Items');
});

testGrantRefusals(service, demo, 'giveItems', {
  body: { Items: [wood()] },
  values: INVALID_VALUES,
  failure: 'GRANT_FAILED',
});

test('a number that JSON allows and JavaScript cannot hold is VALIDATION_FAILED', async () => {
  for (const Count of ['1e999', '-1e999', '1e-400', '9007199254740993', '0.1', '-0']) {
    const raw = `{"Items":[{"ItemID":"Wood","Count":${Count}}]}`;
    await service.isRefused('giveItems', { ...of(loner.userId), raw }, 'VALIDATION_FAILED', '/Items/0/Count');
  }
});

test('entries that fit alone but not together are given to nobody', async () => {
  const { FreeSlots } = (await service.succeeds('getItems', of(stuffed.uid))).Inventory.Items;
  assert.ok(FreeSlots > 0);
  const Items = Array.from({ length: FreeSlots + 1 }, () => ({ ItemID: 'ClothArmor', Count: 1 }));
  const tooMany = { ...of(stuffed.uid), body: { Items } };
  await service.isRefused('giveItems', tooMany, 'VALIDATION_FAILED', `/Items/${FreeSlots}`);
  const body = { Items: Items.slice(1) };
  await service.succeeds('giveItems', { ...of(stuffed.uid), body });
  assert.equal((await service.succeeds('getItems', of(stuffed.uid))).Inventory.Items.FreeSlots, 0);
});
