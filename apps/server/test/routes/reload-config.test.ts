import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Banlist } from '@palatine/contract';
import { aBan, aBanlist, anIssuer } from '@palatine/testing/banlist-builder';
import { sharedChecked, startChecked } from '@palatine/testing/checked-service';
import { logOf } from '@palatine/testing/log-lines';
import { pluck } from '@palatine/testing/pluck';
import { startService } from '@palatine/testing/start-service';
import { aDemo, catalogue, of } from '@palatine/testing/worlds';

const demo = aDemo();
const { offline, loner, beginner, showcase } = demo;
const [TECH = ''] = catalogue.technologies.all().map(({ id }) => id);

const service = await sharedChecked({ world: demo.world });

const fileOf = (name: string, on: { data: string } = service) => join(on.data, name);

function write(name: string, content: unknown, on: { data: string } = service): void {
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 4);
  writeFileSync(fileOf(name, on), text);
}

async function reload(on = service): Promise<void> {
  assert.deepEqual(await on.succeeds('reloadConfig'), { Success: true });
}

/** Reloads where one file is wrong. @returns the reason that the event gives. */
async function reloadRejecting(file: string, on = service): Promise<string> {
  const since = on.game.reads.newestEventId;
  assert.deepEqual(await on.succeeds('reloadConfig'), { Success: false });
  const { events } = on.game.reads.eventsSince(since);
  const rejected = events.filter((event) => event.type === 'config.rejected').map(({ data }) => data);
  assert.deepEqual(pluck(rejected, 'file'), [file]);
  return rejected[0]?.reason ?? '';
}

const banlistFile = () =>
  JSON.parse(readFileSync(fileOf('Banlist.json'), 'utf8')) as Banlist & { Note?: string };

const issuer = anIssuer();

test('bannedTechnologies take effect at the reload', async () => {
  await service.succeeds('forgetTechnologies', { ...of(beginner.uid), body: { Technology: 'All' } });
  write('Config.json', { bannedTechnologies: [TECH.toLowerCase()] });
  await reload();
  const learn = { ...of(beginner.uid), body: { Technology: TECH } };
  await service.isRefused('learnTechnologies', learn, 'VALIDATION_FAILED', '/Technology');
  const request = { ...of(beginner.uid), body: { Technology: 'All' } };
  const all = await service.succeeds('learnTechnologies', request);
  assert.ok(!all.Unlocked.includes(TECH));
  write('Config.json', {});
  await reload();
  assert.deepEqual((await service.succeeds('learnTechnologies', learn)).Unlocked, [TECH]);
});

test('banned technologies that nothing has reject Config.json, unless ids of a newer game are accepted', async () => {
  write('Config.json', { bannedTechnologies: [TECH, 'PALBOXX'] });
  const expected = /^Config\.json: bannedTechnologies names an unknown technology "PALBOXX"; did you mean /;
  assert.match(await reloadRejecting('Config.json'), expected);
  const learn = { ...of(beginner.uid), body: { Technology: [TECH] } };
  await service.succeeds('learnTechnologies', learn);
  write('Config.json', { bannedTechnologies: ['PALBOXX'], unknownIds: 'Accept' });
  await reload();
  write('Config.json', {});
  await reload();
});

test('a technology that a player of this world has may be banned, also when the catalogue does not list it', async () => {
  const { world, showcase: player } = aDemo();
  const account = world.players.get(player.uid) ?? assert.fail('no player');
  world.players.put({ ...account, technologies: [...account.technologies, 'Tech_Of_A_Mod'] });
  world.technologies.put({ id: 'Tech_Of_A_Mod' });
  await using modded = await startChecked({ world });
  write('Config.json', { bannedTechnologies: ['tech_of_a_mod'] }, modded);
  await reload(modded);
});

test('a file of import rules that would not do what it says is rejected, by its name', async () => {
  const rules = 'Pals/ImportRules/Default.json';
  const before = readFileSync(fileOf(rules), 'utf8');
  write(rules, { BannedPalIDs: ['Jetragon'], Maxlevel: 5 });
  assert.equal(
    await reloadRejecting(rules),
    `${rules}: BannedPalIDs names an unknown PalID "Jetragon"; did you mean JetDragon (Jetragon)?; Maxlevel is not a rule; did you mean MaxLevel?`,
  );
  write(rules, before);
  const stray = 'Pals/ImportRules/Jetragon.json';
  write(stray, { MaxLevel: 5 });
  assert.match(await reloadRejecting(stray), /no import reads it: unknown PalID "Jetragon"/);
  rmSync(fileOf(stray));
  await reload();
});

test('with a broken Config.json its last valid state stays active, and the file as it is', async () => {
  write('Config.json', { playerResolution: 'Known' });
  await reload();
  for (const broken of ['{', '[]', '', { playerResolution: 'Everybody' }, { bannedTechnologies: 'All' }]) {
    write('Config.json', broken);
    assert.match(await reloadRejecting('Config.json'), /^Config\.json: /);
    assert.equal((await service.call('getItems', of(offline.userId))).code, 'OK');
    const text = readFileSync(fileOf('Config.json'), 'utf8');
    assert.equal(text, typeof broken === 'string' ? broken : JSON.stringify(broken, null, 4));
  }
  rmSync(fileOf('Config.json'));
  await reload();
  assert.equal((await service.call('getItems', of(offline.userId))).code, 'REQUEST_FAILED', 'defaults again');
});

test('a hand edit of Banlist.json takes effect at the reload, and keys it adds survive later bans', async () => {
  await service.succeeds('banPlayer', of('steam_first'));
  const list = banlistFile();
  const edited = aBan({ UserId: loner.userId, BannedBy: { ...issuer, Badge: 7 }, Ticket: 42 });
  const UserEntries = [...list.UserEntries, edited];
  const IP = demo.world.sessions.get(showcase.uid)?.ip ?? assert.fail();
  const IPEntries = [aBan({ IP, Ticket: 43 })];
  write('Banlist.json', { ...list, Note: 'mine', BannedMessage: 'Go away', UserEntries, IPEntries });
  await reload();
  const { Banlist: answer } = await service.succeeds('getBanlist');
  assert.equal(answer.BannedMessage, 'Go away');
  const actual = answer.UserEntries.filter(({ Active }) => Active).map(({ UserId }) => UserId);
  assert.deepEqual(actual, ['steam_first', loner.userId]);
  assert.deepEqual(answer.UserEntries.at(-1)?.BannedBy, issuer);
  const { Players } = await service.succeeds('getPlayers');
  const status = (uid: string) => Players.find(({ PlayerUID }) => PlayerUID === uid)?.Status;
  assert.deepEqual([status(loner.uid), status(showcase.uid)], ['Offline', 'Offline'], 'and gone');

  await service.succeeds('banPlayer', of('steam_second'));
  await service.succeeds('unbanPlayer', { params: { user_id: loner.userId } });
  await service.succeeds('unbanIP', { params: { ip: IP } });
  const unchanged = banlistFile();
  assert.equal(unchanged.Note, 'mine');
  const [user, ip] = [
    unchanged.UserEntries.find(({ UserId }) => UserId === loner.userId),
    unchanged.IPEntries[0],
  ];
  assert.deepEqual([user?.Active, (user as unknown as { Ticket: number }).Ticket], [false, 42]);
  assert.deepEqual(user?.BannedBy, { ...issuer, Badge: 7 });
  assert.equal((ip as unknown as { Ticket: number }).Ticket, 43);
  assert.ok(unchanged.UserEntries.some(({ UserId }) => UserId === 'steam_second'));
});

test('an entry removed by hand is no longer a ban', async () => {
  const list = banlistFile();
  write('Banlist.json', { ...list, UserEntries: [], IPEntries: [] });
  await reload();
  await service.isRefused('unbanPlayer', { params: { user_id: 'steam_first' } }, 'BAN_NOT_FOUND');
  assert.deepEqual((await service.succeeds('getBanlist')).Banlist.UserEntries, []);
});

test('a Banlist.json that does not parse is ignored, and the active bans stay active', async () => {
  await service.succeeds('banPlayer', of('steam_stays'));
  const before = (await service.succeeds('getBanlist')).Banlist;
  const text = readFileSync(fileOf('Banlist.json'), 'utf8');
  const wrong = { ...before, UserEntries: [{ UserId: 5 }] };
  for (const broken of ['{ "Version": 1,', '[]', '', { Version: 1 }, wrong]) {
    write('Banlist.json', broken);
    const written = readFileSync(fileOf('Banlist.json'), 'utf8');
    const leftAsItWas = /^Banlist\.json: .+; the file was left as it is, and the active bans stay$/;
    assert.match(await reloadRejecting('Banlist.json'), leftAsItWas);
    assert.deepEqual((await service.succeeds('getBanlist')).Banlist, before);
    assert.equal(readFileSync(fileOf('Banlist.json'), 'utf8'), written);
  }
  write('Banlist.json', text);
  await reload();
  await service.succeeds('unbanPlayer', { params: { user_id: 'steam_stays' } });
});

test('with a broken RESTConfig.json its last valid state stays active', async () => {
  write('RESTAPI/RESTConfig.json', { Limits: { 'Max-Body-Bytes': 1024 } });
  await reload();
  const long = { body: { Message: 'x'.repeat(2000) } };
  await service.isRefused('broadcast', long, 'PAYLOAD_TOO_LARGE');
  write('RESTAPI/RESTConfig.json', '{');
  await reloadRejecting('RESTAPI/RESTConfig.json');
  await service.isRefused('broadcast', long, 'PAYLOAD_TOO_LARGE');
  write('RESTAPI/RESTConfig.json', {});
  await reload();
  await service.succeeds('broadcast', long);
});

test('a reload makes an event with its token and the files that say something else', async () => {
  await using fresh = await startChecked({ world: aDemo().world });
  const reloaded = async (Success: boolean) => {
    const since = fresh.game.reads.newestEventId;
    assert.deepEqual(await fresh.succeeds('reloadConfig'), { Success });
    const { events } = fresh.game.reads.eventsSince(since);
    return events.flatMap(({ type, data }) => (type === 'config.reloaded' ? [data] : []));
  };
  const issuer = 'Administrator';
  await reloaded(true); // takes over what the start has written
  assert.deepEqual(await reloaded(true), [{ files: [], issuer }]);
  write('Config.json', { playerResolution: 'Known' }, fresh);
  write('RESTAPI/RESTConfig.json', { AnswerForm: 'Wrapped' }, fresh);
  write('Banlist.json', aBanlist({ BannedMessage: 'Edited' }), fresh);
  const files = ['Config.json', 'RESTAPI/RESTConfig.json', 'Banlist.json'];
  assert.deepEqual(await reloaded(true), [{ files, issuer }]);
  write('Config.json', '{', fresh);
  assert.deepEqual(await reloaded(false), [], 'nothing was applied');
  write('RESTAPI/RESTConfig.json', {}, fresh);
  assert.deepEqual(await reloaded(false), [{ files: ['RESTAPI/RESTConfig.json'], issuer }]);
});

test('a value of a closed set counts in any case', async () => {
  write('RESTAPI/RESTConfig.json', { AnswerForm: 'wrapped' });
  write('Config.json', { playerResolution: 'KNOWN', unknownIds: 'accept' });
  await reload();
  const wrapped = await (await service.fetch('/v1/pdapi/guilds')).json();
  assert.deepEqual(Object.keys(wrapped as object), ['Meta', 'Guilds']);
  const unknown = { ...of(offline.uid), body: { Items: [{ ItemID: 'FutureItem', Count: 1 }] } };
  await service.succeeds('giveItems', unknown);
  write('RESTAPI/RESTConfig.json', {});
  write('Config.json', {});
  await reload();
});

test('a misspelled value is refused with the allowed ones: nothing of its file is taken, all of the others', async () => {
  const Limits = { 'Max-Body-Bytes': 1024 };
  write('RESTAPI/RESTConfig.json', { AnswerForm: 'Wraped', Limits });
  write('Config.json', { playerResolution: 'Known' });
  const reason = await reloadRejecting('RESTAPI/RESTConfig.json');
  assert.equal(reason, 'RESTAPI/RESTConfig.json: AnswerForm must be "Flat" or "Wrapped", not "Wraped"');
  const guilds = await (await service.fetch('/v1/pdapi/guilds')).json();
  assert.ok(!Object.hasOwn(guilds as object, 'Guilds'));
  await service.succeeds('broadcast', { body: { Message: 'x'.repeat(2000) } });
  assert.equal((await service.call('getItems', of(offline.userId))).code, 'OK', 'Config.json is taken');

  write('RESTAPI/RESTConfig.json', {});
  write('Config.json', { playerResolution: 'All', unknownIds: 'Maybe' });
  assert.equal(
    await reloadRejecting('Config.json'),
    'Config.json: playerResolution must be "Online" or "Known", not "All"; unknownIds must be "Refuse" or "Accept", not "Maybe"',
  );
  assert.equal((await service.call('getItems', of(offline.userId))).code, 'OK', 'the last good state');
  write('Config.json', {});
  await reload();
});

test('TrustedProxies take effect at the reload, and one that is no address is refused with what would be right', async () => {
  const addressOf = async () => {
    const headers = { 'x-forwarded-for': '198.51.100.7' };
    await service.succeeds('broadcast', { body: { Message: 'x' }, headers });
    return (await service.api.getAudit({ query: { Limit: 1 } })).Entries[0]?.IP;
  };
  assert.equal(await addressOf(), '127.0.0.1');
  write('RESTAPI/RESTConfig.json', { TrustedProxies: ['127.0.0.1', '::1/128'] });
  await reload();
  assert.equal(await addressOf(), '198.51.100.7');
  for (const wrong of ['localhost', '10.0.0.0/33', '', '127.1', 7]) {
    write('RESTAPI/RESTConfig.json', { TrustedProxies: ['127.0.0.1', wrong] });
    const right =
      typeof wrong === 'string' ? 'an address or a range, such as "127.0.0.1" or "10.0.0.0/8"' : '';
    const reason = await reloadRejecting('RESTAPI/RESTConfig.json');
    assert.ok(reason.startsWith(`RESTAPI/RESTConfig.json: TrustedProxies.1 must be ${right}`), reason);
    assert.ok(reason.endsWith(`, not ${JSON.stringify(wrong)}`), reason);
  }
  write('RESTAPI/RESTConfig.json', {});
  await reload();
});

test('the log names a misspelled key, a file that is wrong, and the settings that wait for the next start', async () => {
  const { log, lines } = logOf('debug');
  await using logged = await startService({ log, config: { playerresolution: 'Known' } });
  /** The lines since the last call that have a field. */
  const linesWith = (field: string) => {
    const all = lines.splice(0).map((line) => JSON.parse(line) as Record<string, unknown>);
    return all.filter((line) => field in line);
  };
  const inConfig =
    'Config.json: playerresolution is unknown and has no effect; did you mean playerResolution?';
  assert.equal(linesWith('warning').at(-1)?.warning, inConfig);
  write('RESTAPI/RESTConfig.json', { Limits: { max_queue: 5 } }, logged);
  assert.deepEqual(await logged.api.reloadConfig(), { Success: true });
  const inLimits =
    'RESTAPI/RESTConfig.json: Limits.max_queue is unknown and has no effect; did you mean Limits.Max-Queue?';
  assert.equal(linesWith('warning').at(-1)?.warning, inLimits);
  write('RESTAPI/RESTConfig.json', { Cors: { 'Allowed-Origins': ['https://panel.example'] } }, logged);
  assert.deepEqual(await logged.api.reloadConfig(), { Success: true });
  assert.deepEqual(pluck(linesWith('pending'), 'pending'), [['Cors.Allowed-Origins']]);
  write('Config.json', { playerResolution: 'All' }, logged);
  assert.deepEqual(await logged.api.reloadConfig(), { Success: false });
  const [rejected] = linesWith('reason');
  assert.equal(rejected?.file, 'Config.json');
  assert.match(String(rejected?.reason), /playerResolution must be "Online" or "Known"/);
});

test('a reload whose body is refused reads nothing', async () => {
  write('Config.json', { playerResolution: 'Known' });
  await service.isRefused('reloadConfig', { body: [] }, 'VALIDATION_FAILED');
  await service.isRefused('reloadConfig', { raw: '{' }, 'INVALID_JSON');
  assert.equal((await service.call('getItems', of(offline.userId))).code, 'REQUEST_FAILED');
  write('Config.json', {});
});
