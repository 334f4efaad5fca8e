import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INT32_MAX, RELIC_TYPES } from '@palatine/contract';
import { NO_AMOUNTS, testGrantRefusals } from '@palatine/testing/body-errors';
import { sharedChecked } from '@palatine/testing/checked-service';
import { aDemo, catalogue, of } from '@palatine/testing/worlds';

const demo = aDemo();
const { loner, beginner, veteran, showcase } = demo;

const service = await sharedChecked({ world: demo.world });

const progression = async (uid: string) => (await service.succeeds('getProgression', of(uid))).Progression;

async function granted(identifier: string, uid: string): Promise<void> {
  await service.events();
  const { Currencies: before, Player: younger } = await progression(uid);
  const Relics = { CapturePower: 4, MoveSpeed: 1 };
  const body = { EXP: 10, TechnologyPoints: 3, AncientTechnologyPoints: 2, Relics };
  const reply = await service.succeeds('giveProgression', { ...of(identifier), body });
  assert.deepEqual(reply, {
    Granted: body,
    Totals: {
      Relics: { CapturePower: before.relics.CapturePower + 4, MoveSpeed: before.relics.MoveSpeed + 1 },
      TechnologyPoints: before.technologyPoints + 3,
      AncientTechnologyPoints: before.ancientTechnologyPoints + 2,
    },
  });
  const { Currencies: now, Player: older } = await progression(uid);
  assert.deepEqual(now, {
    relics: { ...before.relics, ...reply.Totals.Relics },
    lifmunks: before.relics.CapturePower + 4,
    technologyPoints: reply.Totals.TechnologyPoints,
    ancientTechnologyPoints: reply.Totals.AncientTechnologyPoints,
  });
  assert.equal(older.exp, Math.min(younger.exp + 10, Math.max(younger.exp, totalOf(80))));
  const [event, ...more] = await service.events();
  assert.deepEqual(more, []);
  assert.deepEqual([event?.type, event?.data.granted], ['grant', body]);
}

const totalOf = (level: number) => catalogue.experience.find(String(level))?.playerTotal ?? 0;

test('EXP, points and relics are added, emitted, and answered with their totals', async () => {
  await granted(loner.userId, loner.uid);
  await granted(showcase.uid.toLowerCase(), showcase.uid);
});

test('the answer holds only the requested kinds; EXP alone has no totals', async () => {
  const give = (body: object) => service.succeeds('giveProgression', { ...of(loner.uid), body });
  assert.deepEqual(await give({ EXP: 1 }), { Granted: { EXP: 1 }, Totals: {} });
  const { Currencies } = await progression(loner.uid);
  assert.deepEqual(await give({ TechnologyPoints: 1, Unknown: 0 }), {
    Granted: { TechnologyPoints: 1 },
    Totals: { TechnologyPoints: Currencies.technologyPoints + 1 },
  });
  for (const type of RELIC_TYPES) {
    const total = Currencies.relics[type] + 5;
    const expected = { Granted: { Relics: { [type]: 5 } }, Totals: { Relics: { [type]: total } } };
    assert.deepEqual(await give({ Relics: { [type]: 5 } }), expected);
  }
});

test('Lifmunks, the older name of CapturePower, are given and answered under that name, also beside Relics', async () => {
  const give = (body: object) => service.succeeds('giveProgression', { ...of(loner.uid), body });
  const relicsBefore = (await progression(loner.uid)).Currencies.relics.CapturePower;
  await service.events();
  assert.deepEqual(await give({ Lifmunks: 3 }), {
    Granted: { Lifmunks: 3 },
    Totals: { Lifmunks: relicsBefore + 3 },
  });
  assert.deepEqual(await give({ Lifmunks: 1, Relics: { CapturePower: 2 } }), {
    Granted: { Lifmunks: 1, Relics: { CapturePower: 2 } },
    Totals: { Lifmunks: relicsBefore + 6, Relics: { CapturePower: relicsBefore + 6 } },
  });
  const { Currencies } = await progression(loner.uid);
  assert.deepEqual(
    [Currencies.lifmunks, Currencies.relics.CapturePower],
    [relicsBefore + 6, relicsBefore + 6],
  );
  const granted = (await service.events()).map(({ data }) => data.granted);
  assert.deepEqual(granted, [{ Relics: { CapturePower: 3 } }, { Relics: { CapturePower: 3 } }]);
});

test('the level follows the EXP up to the cap, and each level brings one status point', async () => {
  const before = await progression(beginner.uid);
  assert.equal(before.Player.level, 1);
  const { unusedStatusPoints } = before.Player;
  const give = (EXP: number) => service.succeeds('giveProgression', { ...of(beginner.uid), body: { EXP } });
  await give(totalOf(5) - before.Player.exp);
  const now = (await progression(beginner.uid)).Player;
  assert.deepEqual(now, { level: 5, exp: totalOf(5), unusedStatusPoints: unusedStatusPoints + 4 });
  await give(totalOf(80));
  const grown = (await progression(beginner.uid)).Player;
  assert.deepEqual([grown.level, grown.unusedStatusPoints], [80, unusedStatusPoints + 79]);
  await service.succeeds('giveProgression', { ...of(veteran.uid), body: { EXP: 1000 } });
  assert.equal((await progression(veteran.uid)).Player.level, 80);
});

const NAMES = ['EXP', 'Lifmunks', 'TechnologyPoints', 'AncientTechnologyPoints'] as const;

for (const value of NO_AMOUNTS) {
  test(`an amount of ${JSON.stringify(value)} is VALIDATION_FAILED, and nothing is given`, async () => {
    for (const name of NAMES) {
      const body = { Relics: { SwimSpeed: 1 }, [name]: value };
      await service.isRefused('giveProgression', { ...of(loner.uid), body }, 'VALIDATION_FAILED', `/${name}`);
    }
    const request = { ...of(loner.uid), body: { EXP: 1, Relics: { SwimSpeed: 1, JumpPower: value } } };
    await service.isRefused('giveProgression', request, 'VALIDATION_FAILED', '/Relics/JumpPower');
  });
}

test('Relics that are not an object, empty, or of an unknown type are VALIDATION_FAILED', async () => {
  for (const Relics of [null, [], {}, 5, 'CapturePower', true, ['CapturePower']]) {
    const body = { EXP: 1, Relics };
    await service.isRefused('giveProgression', { ...of(loner.uid), body }, 'VALIDATION_FAILED', '/Relics');
  }
  for (const type of ['Nope', 'capturepower', '__proto__', 'constructor', '']) {
    const raw = `{"EXP":1,"Relics":{"CapturePower":1,${JSON.stringify(type)}:1}}`;
    await service.isRefused('giveProgression', { ...of(loner.uid), raw }, 'VALIDATION_FAILED');
  }
});

test('a total beyond 32 bits is VALIDATION_FAILED, and none of the others is given', async () => {
  const max = { TechnologyPoints: INT32_MAX, AncientTechnologyPoints: INT32_MAX };
  const { Currencies } = await progression(veteran.uid);
  assert.ok(Currencies.technologyPoints > 0 && Currencies.relics.CapturePower > 0);
  const Relics = { SwimSpeed: 1, CapturePower: INT32_MAX };
  for (const [body, ...paths] of [
    [{ EXP: 1, TechnologyPoints: INT32_MAX }, '/TechnologyPoints'],
    [{ TechnologyPoints: 1, Relics }, '/Relics/CapturePower'],
    [{ Lifmunks: INT32_MAX, SwimSpeed: 1 }, '/Lifmunks'],
    [{ Lifmunks: INT32_MAX, Relics: { CapturePower: 1 } }, '/Relics/CapturePower'],
    [{ EXP: INT32_MAX }, '/EXP'],
    [
      { EXP: INT32_MAX, ...max, Relics },
      '/Relics/CapturePower',
      '/TechnologyPoints',
      '/AncientTechnologyPoints',
      '/EXP',
    ],
  ] as const) {
    const request = { ...of(veteran.uid), body };
    const { problems } = await service.isRefused('giveProgression', request, 'VALIDATION_FAILED');
    const Message = 'the total would pass 2147483647';
    assert.deepEqual(
      problems,
      paths.map((Path) => ({ Path, Message })),
    );
  }
});

test('a body with none of the five is INVALID_REQUEST', async () => {
  for (const body of [{}, { exp: 1, lifmunks: 5 }])
    await service.isRefused('giveProgression', { ...of(loner.uid), body }, 'INVALID_REQUEST');
});

testGrantRefusals(service, demo, 'giveProgression', { body: { EXP: 1 }, failure: 'REQUEST_FAILED' });
