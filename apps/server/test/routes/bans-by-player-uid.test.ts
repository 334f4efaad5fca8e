import assert from 'node:assert/strict';
import fs, { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { before, mock, test } from 'node:test';
import type { Banlist, EventData } from '@palatine/contract';
import { testFolder } from '@palatine/platform/testing';
import { aGuid, twoPlayersOneCamp, writeSaveFolder } from '@palatine/save/testing';
import { aBan, aBanlist } from '@palatine/testing/banlist-builder';
import { pluck } from '@palatine/testing/pluck';
import { runCommand, runJson } from '@palatine/testing/run-cli';
import { newFolder, startService, type TestOptions, type TestService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { until } from '@palatine/testing/until';

// An imported world knows no UserIds. A simulation makes them up, as log-ins would bring them.

const save = testFolder();
before(() => writeSaveFolder(save, twoPlayersOneCamp(), { era: 'D' }));

/** A data folder with the imported world, and one start after another. */
function importedWorld() {
  const data = newFolder();
  let origin: TestOptions['origin'] = { from: 'save', folder: save, seed: 1 };
  return {
    data,
    start(simulate: 'Always' | 'Never', clock?: TestClock) {
      const options = { data, simulate, faults: true, ...(clock && { clock }), ...(origin && { origin }) };
      origin = undefined;
      return startService(options);
    },
    [Symbol.dispose]: () => rmSync(data, { recursive: true, force: true }),
  };
}

async function furyOf(service: TestService) {
  const { Players } = await service.api.getPlayers();
  return Players.find(({ Name }) => Name === 'Fury') ?? assert.fail('no Fury');
}

const PENDING = { Success: true, UserId: '', IP: false, BannedIP: '', Pending: true };

function ban(service: TestService, player_identifier: string, body: { Reason?: string; IP?: boolean } = {}) {
  return service.api.banPlayer({ params: { player_identifier }, body });
}
function unban(service: TestService, user_id: string) {
  return service.api.unbanPlayer({ params: { user_id } });
}
function logIn(service: TestService, player: string) {
  return service.api.controlSimulation({ body: { LogIn: player } });
}

function banlistOf(data: string): Banlist {
  return JSON.parse(readFileSync(join(data, 'Banlist.json'), 'utf8')) as Banlist;
}

/** The first `count` punishments of the world. */
async function punishments(service: TestService, count: number): Promise<EventData<'punishment'>[]> {
  const events: EventData<'punishment'>[] = [];
  for await (const event of service.api.events({ since: 0 })) {
    if (event.Type === 'punishment') events.push(event.Data);
    if (events.length === count) break;
  }
  return events;
}

test('a player of an imported world is banned by PlayerUID at once, and stays so after a restart', async () => {
  using world = importedWorld();
  let uid = '';
  {
    await using service = await world.start('Never');
    uid = (await furyOf(service)).PlayerUID;
    await logIn(service, uid);
    const expected = { ...PENDING, Kicked: 1 };
    assert.deepEqual(await ban(service, uid.replaceAll('-', ''), { Reason: 'Griefing' }), expected);
    assert.equal((await furyOf(service)).Status, 'Offline');
    assert.deepEqual((await service.api.getBanlist()).Banlist.UserEntries, []);
    await assert.rejects(logIn(service, uid), { code: 'REQUEST_FAILED' });
    assert.deepEqual(await punishments(service, 1), [
      { action: 'ban', userId: '', uid, name: 'Fury', ip: '', reason: 'Griefing', issuer: 'Administrator' },
    ]);
    const [entry] = (await service.api.getAudit({ query: { Target: uid.replaceAll('-', '') } })).Entries;
    assert.deepEqual([entry?.Outcome, entry?.Token], ['OK', 'Administrator']);
  }
  await using service = await world.start('Never');
  await assert.rejects(logIn(service, uid), { code: 'REQUEST_FAILED' });
  assert.deepEqual(await unban(service, uid.toLowerCase()), { Success: true, UserId: '' });
  await assert.rejects(unban(service, uid), { code: 'BAN_NOT_FOUND' });
  await logIn(service, uid);
  assert.equal((await furyOf(service)).Status, 'Online');
});

test('once the UserId is known, the ban stands in Banlist.json, and is lifted there', async () => {
  using world = importedWorld();
  {
    await using service = await world.start('Never');
    await ban(service, (await furyOf(service)).PlayerUID, { Reason: 'Griefing' });
  }
  await using service = await world.start('Always');
  const { UserId, PlayerUID } = await furyOf(service);
  const { Banlist } = await service.api.getBanlist();
  const [entry] = Banlist.UserEntries;
  assert.deepEqual([Banlist.UserEntries.length, entry?.UserId, entry?.Active], [1, UserId, true]);
  assert.partialDeepStrictEqual(entry?.BannedBy, { Reason: 'Griefing', NameValue: 'Administrator' });
  assert.deepEqual(banlistOf(world.data), Banlist);
  const whom = { userId: UserId, uid: PlayerUID, name: 'Fury', ip: '' };
  const punishment = { action: 'ban', ...whom, reason: 'Griefing' };
  assert.deepEqual((await punishments(service, 2))[1], { ...punishment, issuer: 'Administrator' });
  await assert.rejects(logIn(service, PlayerUID), { code: 'REQUEST_FAILED' });
  assert.deepEqual(await unban(service, PlayerUID), { Success: true, UserId });
  await logIn(service, PlayerUID);
});

test('a long edit of Banlist.json is read in another thread before a ban by PlayerUID gets its entry', async () => {
  using world = importedWorld();
  const clock = new TestClock();
  await using service = await world.start('Never', clock);
  const { PlayerUID } = await furyOf(service);
  await ban(service, PlayerUID);
  const account = service.game.reads.world.accounts.get(PlayerUID) ?? assert.fail('no account');
  service.game.reads.world.accounts.put({ ...account, userId: 'steam_fury' });
  const UserEntries = Array.from({ length: 2500 }, (_, at) => aBan({ UserId: `steam_${at}` }));
  writeFileSync(join(world.data, 'Banlist.json'), JSON.stringify(aBanlist({ UserEntries })));
  const opened = mock.method(fs, 'openSync');
  syncBuiltinESMExports();
  try {
    clock.advance(60_000);
    await until('the ban has its entry', () => service.game.reads.world.userBans.has('steam_fury'));
  } finally {
    opened.mock.restore();
    syncBuiltinESMExports();
  }
  assert.equal(service.game.reads.world.userBans.size, UserEntries.length + 1);
  const files = opened.mock.calls.map((call) => String(call.arguments[0]));
  assert.ok(!files.some((file) => file.endsWith('Banlist.json')), 'the main thread did not read it');
});

test('a ban whose entry was removed from Banlist.json by hand is none, also where the UserId is unknown again', async () => {
  using world = importedWorld();
  {
    await using service = await world.start('Never');
    await ban(service, (await furyOf(service)).PlayerUID);
  }
  {
    await using _service = await world.start('Always');
  }
  {
    await using service = await world.start('Never');
    await assert.rejects(logIn(service, (await furyOf(service)).PlayerUID), { code: 'REQUEST_FAILED' });
  }
  const text = JSON.stringify({ ...banlistOf(world.data), UserEntries: [] });
  writeFileSync(join(world.data, 'Banlist.json'), text);
  await using service = await world.start('Never');
  await logIn(service, (await furyOf(service)).PlayerUID);
});

test('a ban list that cannot be changed leaves the ban active by PlayerUID, and the next start writes it', async () => {
  using world = importedWorld();
  const UserEntries = Array.from({ length: 10_000 }, (_, at) => aBan({ UserId: `steam_${at}` }));
  const full = aBanlist({ UserEntries });
  {
    await using service = await world.start('Never');
    await ban(service, (await furyOf(service)).PlayerUID);
  }
  const file = join(world.data, 'Banlist.json');
  writeFileSync(file, JSON.stringify(full));
  {
    await using service = await world.start('Always');
    const { PlayerUID, UserId } = await furyOf(service);
    assert.notEqual(UserId, '');
    await assert.rejects(logIn(service, PlayerUID), { code: 'REQUEST_FAILED' });
    assert.equal(banlistOf(world.data).UserEntries.length, 10_000);
  }
  writeFileSync(file, JSON.stringify({ ...full, UserEntries: [] }));
  await using service = await world.start('Always');
  const { UserId } = await furyOf(service);
  assert.deepEqual(pluck(banlistOf(world.data).UserEntries, 'UserId'), [UserId]);
});

test('importing a newer save over the world keeps its bans by PlayerUID; a damaged world is said to lose them', async () => {
  using world = importedWorld();
  let uid = '';
  {
    await using service = await world.start('Never');
    uid = (await furyOf(service)).PlayerUID;
    await ban(service, uid, { Reason: 'Griefing' });
  }
  const imported = await runCommand(['world', 'import', save, '--replace', '--data', world.data]);
  assert.equal(imported.code, 0, imported.stderr);
  {
    await using service = await world.start('Never');
    await assert.rejects(logIn(service, uid), { code: 'REQUEST_FAILED' });
    assert.deepEqual(await unban(service, uid), { Success: true, UserId: '' });
  }
  writeFileSync(join(world.data, 'world.db'), 'no world '.repeat(1000));
  const over = await runCommand(['world', 'import', save, '--replace', '--data', world.data]);
  assert.equal(over.code, 0, over.stderr);
  assert.match(over.stdout + over.stderr, /if it had bans by PlayerUID, they are lost/);
});

test('a PlayerUID that the world does not know, and an unknown address, ban nobody', async () => {
  using world = importedWorld();
  await using service = await world.start('Never');
  const nobody = 'FFFFFFFF-00000000-00000000-00000001';
  await assert.rejects(ban(service, nobody), {
    code: 'REQUEST_FAILED',
    message: `this world knows no player with the PlayerUID ${nobody}`,
  });
  const { PlayerUID } = await furyOf(service);
  await assert.rejects(ban(service, PlayerUID, { IP: true }), { code: 'IP_UNAVAILABLE' });
  await assert.rejects(unban(service, PlayerUID), { code: 'BAN_NOT_FOUND' });
});

test('palatine ban list shows bans by PlayerUID, and ban remove and ban add change one at a running server', async () => {
  using world = importedWorld();
  await using service = await world.start('Never');
  const { PlayerUID } = await furyOf(service);
  await ban(service, PlayerUID, { Reason: 'Griefing' });
  const listed = await runCommand(['ban', 'list', '--data', world.data]);
  assert.match(listed.stdout, new RegExp(`^${PlayerUID}  banned  .*Griefing`, 'm'));
  assert.match(listed.stdout, /moves to Banlist\.json once the UserId of the player is known/);
  const args = ['ban', 'list', '--data', world.data];
  const { answer } = await runJson<{ Pending: { PlayerUID: string; BannedBy: { Reason: string } }[] }>(args);
  const actual = answer.Pending.map(({ PlayerUID: uid, BannedBy }) => [uid, BannedBy.Reason]);
  assert.deepEqual(actual, [[PlayerUID, 'Griefing']]);
  const nobody = /^Nobody is banned\.\n$/;
  for (const [verb, expected] of [
    ['remove', nobody],
    ['add', new RegExp(`^${PlayerUID}  banned  `, 'm')],
  ] as const) {
    const { code, stdout } = await runCommand(['ban', verb, PlayerUID, '--data', world.data]);
    assert.deepEqual([code, stdout.startsWith(`${PlayerUID} is `)], [0, true]);
    assert.match((await runCommand(['ban', 'list', '--data', world.data])).stdout, expected);
  }
  await unban(service, PlayerUID);
  assert.match((await runCommand(['ban', 'list', '--data', world.data])).stdout, nobody);
});

test('without a running server palatine ban add and ban remove refuse a PlayerUID, and say what takes it', async () => {
  using world = importedWorld();
  await (await world.start('Never'))[Symbol.asyncDispose]();
  for (const verb of ['add', 'remove']) {
    const { code, stderr } = await runCommand(['ban', verb, aGuid(1), '--data', world.data]);
    assert.equal(code, 1);
    assert.match(stderr, /is a PlayerUID, and Banlist\.json holds UserIds and addresses: a running server/);
  }
});
