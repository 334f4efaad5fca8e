import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Pal, PalsReply } from '@palatine/contract';
import { NO_AMOUNTS, testGrantRefusals } from '@palatine/testing/body-errors';
import { sharedChecked } from '@palatine/testing/checked-service';
import { aDemo, of } from '@palatine/testing/worlds';

const demo = aDemo();
const { loner, veteran } = demo;
const CAP = 80;

const service = await sharedChecked({ world: demo.world });

const anubis = (Level: unknown = 5) => ({ PalID: 'Anubis', Level });

/** The Pals added since `before`, the team first. */
function arrivals(before: PalsReply, now: PalsReply): Pal[] {
  const fresh = (box: 'Team' | 'Palbox') =>
    Object.entries(now.Pals[box])
      .filter(([id]) => !(id in before.Pals[box]))
      .map(([, pal]) => pal);
  return [...fresh('Team'), ...fresh('Palbox')];
}

async function granted(identifier: string, uid: string): Promise<void> {
  await service.events();
  const before = await service.succeeds('getPals', of(uid));
  const boss = { PalID: 'BOSS_Anubis', Level: CAP };
  const body = { Pals: [{ PalID: 'aNUBIS', Level: 1 }, boss] };
  assert.deepEqual(await service.succeeds('givePals', { ...of(identifier), body }), { Granted: { Pals: 2 } });
  const now = await service.succeeds('getPals', of(uid));
  const [first, second, ...more] = arrivals(before, now).sort((a, b) => a.Level - b.Level);
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
  const [event, ...others] = await service.events();
  assert.deepEqual(others, []);
  assert.deepEqual(event?.data.granted, { Pals: [{ PalID: 'Anubis', Level: 1 }, boss] });
}

test('given Pals are in the team or the Palbox, complete and in full health', async () => {
  await granted(loner.userId, loner.uid);
  await granted(veteran.uid.toLowerCase(), veteran.uid);
});

const INVALID_VALUES: [why: string, body: unknown, at: string][] = [
  ['nothing to give', { Pals: [] }, '/Pals'],
  ['an entry without PalID', { Pals: [{ Level: 1 }] }, '/Pals/0/PalID'],
  ['an entry without Level', { Pals: [anubis(), { PalID: 'Anubis' }] }, '/Pals/1/Level'],
  ['an empty PalID', { Pals: [{ PalID: '', Level: 1 }] }, '/Pals/0/PalID'],
  ['an unknown PalID', { Pals: [anubis(), { PalID: 'NoSuchPal', Level: 1 }] }, '/Pals/1/PalID'],
  ['a name of JavaScript', { Pals: [{ PalID: 'constructor', Level: 1 }] }, '/Pals/0/PalID'],
  ...[...NO_AMOUNTS, CAP + 1, 2147483647].map((Level): (typeof INVALID_VALUES)[0] => {
    return [`a Level of ${JSON.stringify(Level)}`, { Pals: [anubis(), anubis(Level)] }, '/Pals/1/Level'];
  }),
];

testGrantRefusals(service, demo, 'givePals', {
  body: { Pals: [anubis()] },
  values: INVALID_VALUES,
  failure: 'REQUEST_FAILED',
});
