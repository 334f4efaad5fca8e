import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unresolvable } from '@palatine/testing/body-errors';
import { type CheckedService, sharedChecked } from '@palatine/testing/checked-service';
import { aDemo, catalogue, of, playerWithRoom, testImported } from '@palatine/testing/worlds';

const demo = aDemo();
const { loner, beginner, veteran, showcase } = demo;
const ALL = catalogue.technologies.all().map(({ id }) => id);
const knownTo = (uid: string) => demo.world.players.get(uid)?.technologies ?? [];
/** The veteran knows it; the beginner and the loner do not. */
const BANNED =
  knownTo(veteran.uid).find((id) => ![...knownTo(loner.uid), ...knownTo(beginner.uid)].includes(id)) ?? '';

const service = await sharedChecked({
  world: demo.world,
  config: { bannedTechnologies: [BANNED.toUpperCase(), 'NotKnownToThisVersion'] },
});

const unlocked = async (uid: string, on: CheckedService = service) =>
  (await on.succeeds('getTechnologies', of(uid))).Techs.Unlocked;

async function learntAndForgotten(on: CheckedService, uid: string): Promise<void> {
  await on.events();
  const before = await on.succeeds('getTechnologies', of(uid));
  const unlockedBefore = before.Techs.Unlocked;
  const [first = '', second = ''] = ALL.filter((id) => !unlockedBefore.includes(id) && id !== BANNED);
  const body = { Technology: [second.toUpperCase(), first, second] };
  const learn = (body: object) => on.succeeds('learnTechnologies', { ...of(uid), body });
  const forget = (body: object) => on.succeeds('forgetTechnologies', { ...of(uid), body });
  assert.deepEqual(await learn(body), { UnlockedCount: 2, Unlocked: [second, first], Skipped: [] });
  const learnt = await on.succeeds('getTechnologies', of(uid));
  assert.deepEqual(learnt.Techs.Unlocked, [...unlockedBefore, second, first]);
  const { UnlockedCount, LockedCount, TotalCount } = before.Meta;
  const counts = { UnlockedCount: UnlockedCount + 2, LockedCount: LockedCount - 2, TotalCount };
  assert.partialDeepStrictEqual(learnt.Meta, counts);
  assert.deepEqual(await learn({ Technology: first }), { UnlockedCount: 0, Unlocked: [], Skipped: [first] });
  assert.deepEqual(await forget(body), { ForgottenCount: 2, Forgotten: [second, first], Skipped: [] });
  const none = { ForgottenCount: 0, Forgotten: [], Skipped: [second] };
  assert.deepEqual(await forget({ Technology: second }), none);
  assert.deepEqual(await unlocked(uid, on), unlockedBefore);
  const [learning, forgetting, ...more] = await on.events();
  assert.deepEqual(
    [learning?.type, learning?.data.learnt, learning?.data.forgotten],
    ['technologies', [second, first], []],
  );
  assert.partialDeepStrictEqual(learning?.data, { player: { uid }, issuer: 'Administrator' });
  assert.deepEqual([forgetting?.type, forgetting?.data.learnt, more], ['technologies', [], []]);
  assert.deepEqual(forgetting?.data.forgotten, [second, first]);
}

test('technologies are learned and forgotten, each once, in the spelling of the catalogue', async () => {
  for (const uid of [loner.uid, beginner.uid]) await learntAndForgotten(service, uid);
});

test('All teaches every technology that is neither known nor banned, and answers which were known', async () => {
  const unlockedBefore = await unlocked(loner.uid);
  const all = { ...of(loner.userId), body: { Technology: 'All' } };
  const reply = await service.succeeds('learnTechnologies', all);
  assert.deepEqual(reply.Skipped, unlockedBefore);
  const expected = [...new Set([...ALL.filter((id) => id !== BANNED), ...unlockedBefore])].sort();
  assert.deepEqual([...reply.Unlocked, ...unlockedBefore].sort(), expected);
  assert.equal(reply.UnlockedCount, reply.Unlocked.length);
  const again = await service.succeeds('learnTechnologies', all);
  assert.deepEqual(
    [again.UnlockedCount, again.Skipped.length],
    [0, unlockedBefore.length + reply.UnlockedCount],
  );
});

test('forgetting All always answers All, with count 0 when nothing was known', async () => {
  const { length } = await unlocked(loner.uid);
  const all = { ...of(loner.uid), body: { Technology: 'All' } };
  const forget = () => service.succeeds('forgetTechnologies', all);
  assert.deepEqual(await forget(), { ForgottenCount: length, Forgotten: 'All', Skipped: [] });
  assert.deepEqual(await unlocked(loner.uid), []);
  for (const Technology of ['All', 'ALL', 'all']) {
    const request = { ...of(loner.uid), body: { Technology } };
    const none = { ForgottenCount: 0, Forgotten: 'All', Skipped: [] };
    assert.deepEqual(await service.succeeds('forgetTechnologies', request), none);
  }
});

test('what is not known is learned, and what is known already is skipped, in one request', async () => {
  const [known = '', fresh = ''] = ALL.filter((id) => id !== BANNED);
  const learn = (Technology: string[]) =>
    service.succeeds('learnTechnologies', { ...of(loner.uid), body: { Technology } });
  await learn([known]);
  assert.deepEqual(await learn([fresh, known]), { UnlockedCount: 1, Unlocked: [fresh], Skipped: [known] });
});

test('a banned technology is not learned by name, alone or among others, in any case', async () => {
  const allowed = ALL[0] ?? '';
  for (const [Technology, at] of [
    [BANNED, '/Technology'],
    [BANNED.toLowerCase(), '/Technology'],
    [[allowed, BANNED], '/Technology/1'],
  ] as const) {
    const request = { ...of(beginner.uid), body: { Technology } };
    await service.isRefused('learnTechnologies', request, 'VALIDATION_FAILED', at);
  }
});

test('a player who knows a banned technology can forget it', async () => {
  assert.ok((await unlocked(veteran.uid)).includes(BANNED));
  const request = { ...of(veteran.uid), body: { Technology: BANNED.toLowerCase() } };
  assert.deepEqual((await service.succeeds('forgetTechnologies', request)).Forgotten, [BANNED]);
});

const INVALID: [why: string, technology: unknown, at: string][] = [
  ['an empty array', [], '/Technology'],
  ['an unknown id', 'NoSuchTechnology', '/Technology'],
  ['an empty text', '', '/Technology'],
  ['a name of JavaScript', '__proto__', '/Technology'],
  ['an array with an unknown id', [ALL[0], 'NoSuchTechnology'], '/Technology/1'],
  ['an array that holds All', [ALL[0], 'All'], '/Technology/1'],
  ['an array of All alone', ['All'], '/Technology/0'],
  ['an array that holds All in another case', [ALL[0], 'aLL'], '/Technology/1'],
];

for (const name of ['learnTechnologies', 'forgetTechnologies'] as const) {
  for (const [why, Technology, at] of INVALID) {
    test(`${name} of ${why}: VALIDATION_FAILED, also for an unknown player, and nothing changes`, async () => {
      for (const identifier of [showcase.userId, 'steam_nobody']) {
        const request = { ...of(identifier), body: { Technology } };
        await service.isRefused(name, request, 'VALIDATION_FAILED', at);
      }
    });
  }

  test(`${name} of a player who cannot be resolved is REQUEST_FAILED`, async () => {
    for (const identifier of unresolvable(demo)) {
      await service.isRefused(name, { ...of(identifier), body: { Technology: 'All' } }, 'REQUEST_FAILED');
    }
  });
}

testImported(
  'technologies are learned, forgotten and refused',
  async (imported) => {
    const { PlayerUID } = await playerWithRoom(imported);
    const all = { ...of(PlayerUID), body: { Technology: 'All' } };
    await imported.succeeds('forgetTechnologies', all);
    await learntAndForgotten(imported, PlayerUID);
    const unlockedBefore = await imported.succeeds('learnTechnologies', all);
    assert.equal(unlockedBefore.UnlockedCount, ALL.length - 1);
    const refuse = (Technology: unknown, code: 'VALIDATION_FAILED' | 'INVALID_REQUEST') =>
      imported.isRefused('forgetTechnologies', { ...of(PlayerUID), body: { Technology } }, code);
    await refuse([ALL[0], 'NoSuchTechnology'], 'VALIDATION_FAILED');
    await refuse(5, 'INVALID_REQUEST');
    const request = { ...of('steam_1'), body: { Technology: 'All' } };
    await imported.isRefused('learnTechnologies', request, 'REQUEST_FAILED');
  },
  { config: { bannedTechnologies: [BANNED] } },
);
