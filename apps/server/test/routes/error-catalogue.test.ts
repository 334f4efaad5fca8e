import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import {
  ERROR_CODES,
  ERRORS,
  type ErrorCode,
  type ErrorEnvelope,
  fillPath,
  ROUTES,
} from '@palatine/contract';
import { type CheckedService, sharedChecked, startChecked } from '@palatine/testing/checked-service';
import { TestClock } from '@palatine/testing/test-clock';
import { until } from '@palatine/testing/until';
import { aDemo, of } from '@palatine/testing/worlds';

const MAX_BODY_BYTES = 2048;
const MAX_QUEUE = 4;
const DEADLINE_MS = 300;

const clock = new TestClock();
const demo = aDemo();
const { showcase, beginner, loner, newcomer, veteran } = demo;
const campId = demo.world.camps.values().next().value?.id ?? '';

const service = await sharedChecked({
  world: demo.world,
  clock,
  deadlineMs: DEADLINE_MS,
  restConfig: { Limits: { 'Max-Body-Bytes': MAX_BODY_BYTES, 'Max-Queue': MAX_QUEUE } },
});

type Answered = { status: number; answer: unknown };

const say = (...ask: Parameters<CheckedService['call']>) => service.call(...ask);

async function fetched(path: string, init: RequestInit = {}): Promise<Answered> {
  const response = await service.fetch(path, init);
  return { status: response.status, answer: await response.json() };
}

/** Makes the work fail once, and asks for it. */
async function failing(
  work: 'grant' | 'alert' | 'message' | 'summon' | 'deletebase',
  ...ask: Parameters<CheckedService['call']>
): Promise<Answered> {
  await service.control({ FailNext: [work] });
  return say(...ask);
}

const UNKNOWN_DELIVERY = '7D1E2F30-4A5B6C7D-8E9FA0B1-C2D3E4F5';
/** Met beside a running game server only, in packages/sidecar/test. */
const ATTACHED_CODES: readonly ErrorCode[] = ['DELIVERY_ENDED', 'MAINTENANCE_RUNNING', 'BACKUP_NOT_FOUND'];
/** Met at a gateway only, in apps/gateway/test. */
const GATEWAY_CODES: readonly ErrorCode[] = [
  'JOIN_REFUSED',
  'LIST_NOT_FOUND',
  'OFFER_NOT_FOUND',
  'OUTCOME_UNKNOWN',
  'WORLD_ANSWER_INVALID',
  'WORLD_NOT_FOUND',
];

const PLACE = { X: 1, Y: 2, Z: 3 };
const WOOD = { Items: [{ ItemID: 'Wood', Count: 1 }] };

/** How each code is met over HTTP. */
const PROVOCATIONS: Partial<Record<ErrorCode, () => Promise<Answered>>> = {
  NOT_ATTACHED: () => fetched('/v1/palatine/server/save', { method: 'POST' }),
  TOKEN_NOT_FOUND: () => fetched('/v1/palatine/tokens/nobody', { method: 'DELETE' }),
  PAL_NOT_FOUND: () => fetched('/v1/palatine/pals/0'),
  DELIVERY_NOT_FOUND: () => fetched(`/v1/palatine/deliveries/${UNKNOWN_DELIVERY}/cancel`, { method: 'POST' }),
  INVALID_TOKEN: () => say('broadcast', { authorization: '', body: { Message: 'x' } }),
  MISSING_PERMISSION: () => {
    const alertToken = service.addToken('REST.Alert.Nothing');
    return say('broadcast', { authorization: `Bearer ${alertToken}`, body: { Message: 'x' } });
  },
  async RATE_LIMITED() {
    const options = { world: aDemo().world, restConfig: { Limits: { 'Requests-Per-Second': 1 } } };
    await using limited = await startChecked(options);
    // At once: one after the other may take longer than the second that allows another.
    const calls = Array.from({ length: 5 }, () => limited.call('broadcast', { body: { Message: 'x' } }));
    const answers = await Promise.all(calls);
    return answers.find(({ status }) => status === 429) ?? assert.fail('none was refused');
  },
  ROUTE_NOT_FOUND: () => fetched('/v1/pdapi/nothing'),
  METHOD_NOT_ALLOWED: () => fetched('/v1/pdapi/Broadcast'),
  PAYLOAD_TOO_LARGE: () => say('broadcast', { body: { Message: 'x'.repeat(MAX_BODY_BYTES) } }),
  UNSUPPORTED_ENCODING: () => say('broadcast', { raw: '{}', headers: { 'content-encoding': 'gzip' } }),
  INVALID_JSON: () => say('broadcast', { raw: '{' }),
  EMPTY_BODY: () => say('sendPlayerMessage'),
  INVALID_REQUEST: () => say('giveItems', { ...of(beginner.userId), body: {} }),
  VALIDATION_FAILED: () => say('broadcast', { body: { Message: '' } }),
  REQUEST_FAILED: () => say('giveItems', { ...of('steam_1'), body: WOOD }),
  async REQUEST_TIMEOUT() {
    await service.control({ FreezeMs: DEADLINE_MS * 2 });
    const late = say('broadcast', { body: { Message: 'too late' } });
    await until('it waits', () => service.game.writes.queue.depth === 1);
    clock.advance(DEADLINE_MS * 2);
    return await late;
  },
  async SERVER_BUSY() {
    await service.control({ FreezeMs: DEADLINE_MS / 2 });
    const waiting = Array.from({ length: MAX_QUEUE + 1 }, (_, index) =>
      say('giveItems', { ...of(`steam_${index}`), body: WOOD }),
    );
    const turnedAway = await Promise.race(waiting); // the others wait until the clock is moved
    clock.advance(DEADLINE_MS / 2);
    await Promise.all(waiting);
    return turnedAway;
  },
  async IDEMPOTENCY_KEY_REUSED() {
    const headers = { 'idempotency-key': 'order-1' };
    await service.succeeds('broadcast', { body: { Message: 'one' }, headers });
    return say('broadcast', { body: { Message: 'two' }, headers });
  },
  async INTERNAL_ERROR() {
    // A folder blocks the second name of the former file: the ban list cannot be written.
    const blocked = join(service.data, 'Banlist.json.former.writing');
    await service.succeeds('banPlayer', of('steam_2')); // there is a file
    mkdirSync(blocked);
    const failed = await say('banPlayer', of('steam_1'));
    rmSync(blocked, { recursive: true });
    return failed;
  },
  async PLAYER_MANAGER_UNAVAILABLE() {
    await service.succeeds('getPlayers'); // an answer from memory does not count any more
    await service.control({ PlayerManagerAvailable: false });
    const answer = await say('getPlayers');
    await service.control({ PlayerManagerAvailable: true });
    return answer;
  },
  SIGN_IN_REFUSED: () => fetched('/v1/palatine/sign-in', { method: 'POST', body: '{"Code":"x"}' }),
  PLAYER_NOT_FOUND: () => say('kickPlayer', of('steam_1')),
  async PLAYER_STATE_NOT_FOUND() {
    await service.control({ LoadCharacter: { Player: loner.userId, Loaded: false } });
    return say('getPals', of(loner.userId));
  },
  async PLAYER_ACCOUNT_NOT_FOUND() {
    await service.control({ ForgetAccount: newcomer.uid });
    return say('getPlayer', of(newcomer.uid));
  },
  GUILD_NOT_FOUND: () => say('getGuild', { params: { guild_id: showcase.uid } }),
  BAN_NOT_FOUND: () => say('unbanPlayer', { params: { user_id: 'steam_1' } }),
  IP_UNAVAILABLE: () => say('banPlayer', { ...of(demo.offline.userId), body: { IP: true } }),
  GRANT_FAILED: () => failing('grant', 'giveItems', { ...of(veteran.userId), body: WOOD }),
  PAL_TEMPLATE_IMPORT_FAILED: () => say('summonPal', { body: { PalTemplate: 'Gone', ...PLACE } }),
  SUMMON_PAL_FAILED: () => failing('summon', 'summonPal', { body: { PalID: 'Anubis', ...PLACE } }),
  SUMMON_NPC_FAILED: () => failing('summon', 'summonNPC', { body: { NPCID: demo.aPerson, ...PLACE } }),
  SEND_MESSAGE_FAILED: () =>
    failing('message', 'sendPlayerMessage', {
      body: { SendType: 'PlayerChat', Message: 'x', UserID: veteran.userId },
    }),
  BROADCAST_ALERT_FAILED: () => failing('alert', 'alert', { body: { Message: 'x' } }),
  INVALID_BASE_CAMP_ID: () => say('deleteBase', { params: { base_camp_id: 'x' } }),
  async BASE_CAMP_MANAGER_UNAVAILABLE() {
    await service.control({ BaseCampManagerAvailable: false });
    const answer = await say('deleteBase', { params: { base_camp_id: campId } });
    await service.control({ BaseCampManagerAvailable: true });
    return answer;
  },
  BASE_CAMP_NOT_FOUND: () => say('deleteBase', { params: { base_camp_id: showcase.uid } }),
  DELETE_BASE_FAILED: () => failing('deletebase', 'deleteBase', { params: { base_camp_id: campId } }),
  ARCHIVE_NOT_FOUND: () => say('restoreBase', { params: { file: 'x' } }),
  ARCHIVE_UNREADABLE() {
    const file = `deletebase-20260101T000000000Z-${campId}.json.gz`;
    writeFileSync(join(service.data, 'Archives', file), 'no gzip data');
    return say('restoreBase', { params: { file } });
  },
  async ARCHIVE_CONFLICT() {
    const { Archive } = await service.succeeds('deleteBase', { params: { base_camp_id: campId } });
    const params = { file: basename(Archive) };
    await service.succeeds('restoreBase', { params });
    return say('restoreBase', { params });
  },
  PRECONDITION_REQUIRED: () => say('putTemplate', ONE_TEMPLATE),
  async FILE_CHANGED() {
    const headers = { 'if-none-match': '*' };
    await service.succeeds('putTemplate', { ...ONE_TEMPLATE, headers });
    const body = { Template: { PalID: 'Anubis' } };
    return say('putTemplate', { ...ONE_TEMPLATE, body, headers });
  },
  TEMPLATE_NOT_FOUND: () => say('getTemplate', { params: { name: 'Gone' } }),
  SETTINGS_NOT_FOUND: () =>
    say('putSettings', {
      params: { file: 'Other.json' },
      headers: { 'if-none-match': '*' },
      body: { Values: { a: 1 } },
    }),
  async BACKUP_RUNNING() {
    await service.succeeds('makeBackup');
    const refused = await say('makeBackup');
    await until('it is made', async () => (await service.api.getBackups()).Running === undefined);
    return refused;
  },
  RULES_NOT_FOUND: () => say('getImportRule', { params: { name: 'Gone' } }),
};

const ONE_TEMPLATE = { params: { name: 'One' }, body: { Template: { PalID: 'SheepBall' } } };

for (const [code, provoke] of Object.entries(PROVOCATIONS) as [ErrorCode, () => Promise<Answered>][]) {
  test(`${code} is met over HTTP, with its status and its envelope`, async () => {
    const { status, answer } = await provoke();
    assert.deepEqual(Object.keys(answer as object), ['Error'], JSON.stringify(answer).slice(0, 200));
    const { Code, Message, Details, ...more } = (answer as { Error: Record<string, unknown> }).Error;
    assert.deepEqual(more, {});
    assert.equal(Code, code, String(Message));
    assert.equal(status, ERRORS[code].status);
    assert.ok(typeof Message === 'string' && Message !== '');
    assert.ok(typeof Details === 'object' && Details !== null && !Array.isArray(Details));
  });
}

test('without a player manager what needs the players is refused with REQUEST_FAILED', async () => {
  await service.control({ PlayerManagerAvailable: false });
  const body = { Message: 'x', SendType: 'PlayerChat', UserID: veteran.userId, EXP: 1, ...WOOD };
  const params = { player_identifier: veteran.userId, ip: '192.0.2.9' };
  for (const name of [
    ...(['banPlayer', 'banIP', 'kickPlayer', 'broadcast', 'alert', 'sendPlayerMessage'] as const),
    ...(['giveItems', 'legacyGive'] as const),
  ]) {
    const { status, answer } = await say(name, { params, body });
    assert.deepEqual([status, (answer as ErrorEnvelope).Error.Code], [400, 'REQUEST_FAILED'], name);
  }
  await service.control({ PlayerManagerAvailable: true });
});

test('the service still works after all of it', async () => {
  await service.succeeds('giveItems', { ...of(veteran.userId), body: WOOD });
  await service.succeeds('deleteBase', { params: { base_camp_id: campId } });
  assert.equal((await service.fetch(fillPath(ROUTES.getPlayers))).status, 200);
});

test('every code of the catalogue is met above', () => {
  const missing = ERROR_CODES.filter((code) => PROVOCATIONS[code] === undefined);
  assert.deepEqual(new Set(missing), new Set([...ATTACHED_CODES, ...GATEWAY_CODES]));
});
