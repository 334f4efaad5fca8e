import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { until } from '@palatine/testing/until';
import { callGame, rawCall } from '../src/call-game.ts';
import { openGameServer } from '../src/open-game-server.ts';
import { DEFAULT_VARIANTS, type Variants } from '../src/variants.ts';
import { generatePlayers } from '../src/world/generated-players.ts';

const USERS = generatePlayers().map(({ userId }) => userId);
const [ZOE = '', FURY = '', LILY = '', AXEL = ''] = USERS;
const QUIET: Partial<Variants> = { autosaveMs: 0, loadingMs: 0 };

const game = await openGameServer({ variants: QUIET });
after(() => game[Symbol.asyncDispose]());
beforeEach(async () => {
  await game.control('variants', { ...DEFAULT_VARIANTS, ...QUIET });
  await game.control('leaveAll');
});

async function post(endpoint: string, body: unknown): Promise<[number, string]> {
  const { status, text } = await callGame(game, endpoint, { body });
  return [status, text];
}

async function online(): Promise<string[]> {
  return (await game.control('audit')).sessions.map(({ userId }) => userId);
}

function banlist(): string {
  const file = join(game.root, 'Pal', 'Saved', 'SaveGames', 'banlist.txt');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

test('announce answers OK, save an empty body', async () => {
  assert.deepEqual(await post('announce', { message: 'hello' }), [200, 'OK']);
  assert.deepEqual(await post('save', ''), [200, '']);
  assert.deepEqual(await post('save', {}), [200, '']);
});

test('a missing field and invalid JSON are 400', async () => {
  for (const [endpoint, body] of [
    ['announce', {}],
    ['announce', '{"message":'],
    ['announce', '[1]'],
    ['kick', {}],
    ['ban', { message: 'no userid' }],
    ['unban', {}],
    ['shutdown', { message: 'no waittime' }],
    ['shutdown', { waittime: 'ten' }],
  ] as const) {
    assert.deepEqual(await post(endpoint, body), [400, 'Bad Request'], `${endpoint} ${JSON.stringify(body)}`);
  }
  assert.equal((await game.control('status')).state, 'running');
});

test('a POST without a length is 411 by the engine', async () => {
  const token = Buffer.from(`admin:${game.password}`).toString('base64');
  const head = `POST /v1/api/save HTTP/1.1\r\nHost: game\r\nAuthorization: Basic ${token}\r\nConnection: close\r\n`;
  const answer = await rawCall(game.port, `${head}\r\n`);
  assert.match(answer, /^HTTP\/1\.1 411 /);
  assert.match(answer, /errors\.com\.epicgames\.httpserver\.missing_content_length_header/);
  assert.match(await rawCall(game.port, `${head}Content-Length: 0\r\n\r\n`), /^HTTP\/1\.1 200 /);
});

test('a kick disconnects a player who is online, and no other', async () => {
  await game.control('join', { userId: ZOE });
  assert.deepEqual(await post('kick', { userid: FURY }), [400, 'Bad Request']);
  assert.deepEqual(await post('kick', { userid: ZOE, message: 'bye' }), [200, '']);
  assert.deepEqual(await online(), []);
});

test('what a kick does to a loading player is a variant', async () => {
  await game.control('variants', { loadingMs: 60_000 });
  await game.control('join', { userId: ZOE });
  await game.control('variants', { kickWhileLoading: 'refused' });
  assert.deepEqual(await post('kick', { userid: ZOE }), [400, 'Bad Request']);
  await game.control('variants', { kickWhileLoading: 'ignored' });
  assert.deepEqual(await post('kick', { userid: ZOE }), [200, '']);
  assert.deepEqual(await online(), [ZOE]);
  await game.control('variants', { kickWhileLoading: 'works' });
  assert.deepEqual(await post('kick', { userid: ZOE }), [200, '']);
  assert.deepEqual(await online(), []);
});

test('a ban is kept in banlist.txt with digits that are not the player’s, and unban blanks it', async () => {
  await game.control('join', { userId: FURY });
  assert.deepEqual(await post('ban', { userid: FURY, message: 'griefing' }), [200, '']);
  assert.deepEqual(await online(), []);
  const [, digits = ''] = new RegExp(`^${FURY},([0-9A-F]{32})$`, 'm').exec(banlist()) ?? [];
  assert.notEqual(digits, '');
  assert.notEqual(digits, generatePlayers()[1]?.playerId);
  assert.ok(game.output().includes(`] [LOG] ${FURY}(${digits}) banned by REST. griefing\n`));

  assert.deepEqual(await post('unban', { userid: FURY }), [200, '']);
  assert.deepEqual(await post('unban', { userid: FURY }), [200, ''], 'again is no error');
  assert.doesNotMatch(banlist(), new RegExp(FURY));
  assert.ok(game.output().includes(`] [LOG] ${FURY}(${digits}) unbanned by REST.\n`));
  await game.control('join', { userId: FURY });
  assert.deepEqual(await online(), [FURY]);
});

test('a player who was never here can be banned, of any platform', async () => {
  assert.deepEqual(await post('ban', { userid: 'ps5_1234567890123456789' }), [200, '']);
  assert.match(banlist(), /^ps5_1234567890123456789,[0-9A-F]{32}$/m);
  await post('unban', { userid: 'ps5_1234567890123456789' });
});

test('a banned player is seen while connecting and never gets in', async () => {
  await post('ban', { userid: LILY });
  await game.control('variants', { bannedVisibleMs: 60_000 });
  await game.control('join', { userId: LILY });
  const [seen] = (await game.control('audit')).sessions;
  assert.deepEqual([seen?.userId, seen?.loading], [LILY, true]);
  await game.control('leave', { userId: LILY });
  await game.control('variants', { bannedVisibleMs: 20 });
  await game.control('join', { userId: LILY });
  await until('the banned player is gone', async () => (await online()).length === 0);
  await post('unban', { userid: LILY });
});

test('whether a ban disconnects at once is a variant', async () => {
  await game.control('variants', { banKicks: false });
  await game.control('join', { userId: AXEL });
  await post('ban', { userid: AXEL });
  assert.deepEqual(await online(), [AXEL]);
  await post('kick', { userid: AXEL });
  assert.deepEqual(await online(), []);
  await post('unban', { userid: AXEL });
});

test('a waittime of 0 is accepted and has no effect, as reported', async () => {
  assert.deepEqual(await post('shutdown', { waittime: 0 }), [200, '']);
  assert.equal((await game.control('status')).state, 'running');
});

test('the body of a success is a variant', async () => {
  await game.control('variants', { successBody: '{}' });
  assert.deepEqual(await post('unban', { userid: ZOE }), [200, '{}']);
});
