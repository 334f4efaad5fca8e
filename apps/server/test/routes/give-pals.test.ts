import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Pal, PalsReply } from '@palatine/contract';
import { NO_AMOUNTS, testGrantRefusals } from '@palatine/testing/body-errors';
import { type CheckedService, startChecked } from '@palatine/testing/checked-service';
import { pluck } from '@palatine/testing/pluck';
import { aDemo, catalogue, of, playerWithRoom, testImported } from '@palatine/testing/worlds';

const demo = aDemo();
const { loner, beginner, veteran } = demo;
const CAP = 80;

const service = await startChecked({ world: demo.world });
after(() => service[Symbol.asyncDispose]());

const anubis = (Level: unknown = 5) => ({ PalID: 'Anubis', Level });

/** The Pals added since `before`, the team first. */
function arrivals(before: PalsReply, now: PalsReply): Pal[] {
  const fresh = (box: 'Team' | 'Palbox') =>
    Object.entries(now.Pals[box])
      .filter(([id]) => !(id in before.Pals[box]))
      .map(([, pal]) => pal);
  return [...fresh('Team'), ...fresh('Palbox')];
}

async function granted(on: CheckedService, identifier: string, uid: string): Promise<void> {
  await on.events();
  const before = await on.succeeds('getPals', of(uid));
  const boss = { PalID: 'BOSS_Anubis', Level: CAP };
  const body = { Pals: [{ PalID: 'aNUBIS', Level: 1 }, boss] };
  assert.deepEqual(await on.succeeds('givePals', { ...of(identifier), body }), { Granted: { Pals: 2 } });
  const now = await on.succeeds('getPals', of(uid));
  const [first, second, ...more] = arrivals(before, now).sort((one, other) => one.Level - other.Level);
  assert.deepEqual(more, []);
  assert.deepEqual([first?.PalID, first?.Level], ['Anubis', 1]);
  assert.deepEqual([second?.PalID, second?.Level], ['BOSS_Anubis', CAP]);
  for (const pal of [first, second]) {
    assert.ok(pal && (pal.Gender === 'Male' || pal.Gender === 'Female'));
    assert.ok(Object.values(pal.IVs).every((iv) => iv >= 0 && iv <= 100));
    assert.equal(pal.Hunger, pal.MaxHunger);
    assert.ok(pal.HP > 0 && !pal.Shiny && !pal.ImportedCharacter);
  }
  assert.equal(now.Meta.TeamCount, Object.keys(now.Pals.Team).length);
  assert.equal(
    now.Meta.TeamCount + now.Meta.PalboxCount,
    before.Meta.TeamCount + before.Meta.PalboxCount + 2,
  );
  const [event, ...others] = await on.events();
  assert.deepEqual(others, []);
  assert.deepEqual(event?.data.granted, { Pals: [{ PalID: 'Anubis', Level: 1 }, boss] });
}

test('given Pals are in the team or the Palbox, complete and in full health', async () => {
  await granted(service, loner.userId, loner.uid);
  await granted(service, veteran.uid.toLowerCase(), veteran.uid);
});

test('the team fills up before the Palbox, and a grant may fill both', async () => {
  const room = 5 + 960;
  const all = (count: number) => {
    const Pals = Array.from({ length: count }, () => ({ PalID: 'Sheepball', Level: 1 }));
    return { ...of(beginner.uid), body: { Pals } };
  };
  await service.isRefused('givePals', all(room + 1), 'VALIDATION_FAILED', `/Pals/${room}`);
  await service.succeeds('givePals', all(6));
  const { Meta, Pals } = await service.succeeds('getPals', of(beginner.uid));
  assert.deepEqual([Meta.TeamCount, Meta.PalboxCount], [5, 1]);
  assert.deepEqual(pluck(Object.values(Pals.Team), 'team_slot_index'), [0, 1, 2, 3, 4]);
  assert.deepEqual(pluck(Object.values(Pals.Palbox), 'page', 'slot'), [[0, 0]]);
  await service.succeeds('givePals', all(room - 6));
  await service.isRefused('givePals', all(1), 'VALIDATION_FAILED', '/Pals/0');
});

const INVALID_VALUES: [why: string, body: unknown, at: string][] = [
  ['nothing to give', { Pals: [] }, '/Pals'],
  ['an entry that is no object', { Pals: [anubis(), 'Anubis'] }, '/Pals/1'],
  ['an entry without PalID', { Pals: [{ Level: 1 }] }, '/Pals/0/PalID'],
  ['an entry without Level', { Pals: [anubis(), { PalID: 'Anubis' }] }, '/Pals/1/Level'],
  ['a PalID that is a number', { Pals: [{ PalID: 5, Level: 1 }] }, '/Pals/0/PalID'],
  ['an empty PalID', { Pals: [{ PalID: '', Level: 1 }] }, '/Pals/0/PalID'],
  ['an unknown PalID', { Pals: [anubis(), { PalID: 'NoSuchPal', Level: 1 }] }, '/Pals/1/PalID'],
  ['a name of JavaScript', { Pals: [{ PalID: 'constructor', Level: 1 }] }, '/Pals/0/PalID'],
  ...[...NO_AMOUNTS, CAP + 1, 2147483647].map((Level): (typeof INVALID_VALUES)[0] => {
    return [`a Level of ${JSON.stringify(Level)}`, { Pals: [anubis(), anubis(Level)] }, '/Pals/1/Level'];
  }),
];

testGrantRefusals(service, demo, 'givePals', {
  body: { Pals: [anubis()] },
  requests: [{}, { pals: [anubis()] }, { Pals: null }, { Pals: {} }, { Pals: 'Anubis' }, { Pals: 1 }].map(
    (body) => [`the body ${JSON.stringify(body)}`, body],
  ),
  values: INVALID_VALUES,
  failure: 'REQUEST_FAILED',
});

test('every kind of Pal can be given', async () => {
  const Pals = catalogue.pals.all().map(({ id }) => ({ PalID: id, Level: 7 }));
  const before = await service.succeeds('getPals', of(veteran.uid));
  await service.succeeds('givePals', { ...of(veteran.uid), body: { Pals } });
  const now = arrivals(before, await service.succeeds('getPals', of(veteran.uid)));
  assert.deepEqual(now.map(({ PalID }) => PalID).sort(), Pals.map(({ PalID }) => PalID).sort());
});

testImported('Pals are given and refused', async (imported) => {
  const { PlayerUID } = await playerWithRoom(imported);
  await granted(imported, PlayerUID, PlayerUID);
  const refuse = (body: unknown, code: 'VALIDATION_FAILED' | 'INVALID_REQUEST', at?: string) =>
    imported.isRefused('givePals', { ...of(PlayerUID), body }, code, at);
  const unknown = { Pals: [anubis(), { PalID: 'NoSuchPal', Level: 1 }] };
  await refuse(unknown, 'VALIDATION_FAILED', '/Pals/1/PalID');
  await refuse({ Pals: Array.from({ length: 1000 }, () => anubis()) }, 'VALIDATION_FAILED');
  await refuse({}, 'INVALID_REQUEST');
  await imported.isRefused('givePals', { ...of('steam_1'), body: { Pals: [anubis()] } }, 'REQUEST_FAILED');
});
