import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startOnFastClock } from '@palatine/testing/start-attached-service';
import { until } from '@palatine/testing/until';

const attached = await startOnFastClock({
  gameServerOptions: { variants: { loadingMs: 50 } },
  server: { Polls: { PlayersWhenEmptySeconds: 2 } },
});
after(() => attached[Symbol.asyncDispose]());

const [MEMBER, STRANGER] = ['gdk_2535400000000001', 'ps5_1234567890123456789'];
const ADMIN = 'steam_76561198000000199';

function write(whitelist: object): void {
  writeFileSync(join(attached.data, 'AllowList.json'), JSON.stringify(whitelist));
}

async function connected(): Promise<string[]> {
  const { sessions } = await attached.gameServer.control('audit');
  return sessions.map(({ userId }) => userId).sort();
}

async function events(type: string) {
  const page = attached.service.game.reads.eventsSince(0);
  return page.events.filter((event) => event.type === type).map(({ data }) => data);
}

test('a whitelist reports in a dry run, and kicks unlisted players once active', async () => {
  for (const userId of [MEMBER, STRANGER, ADMIN]) await attached.gameServer.control('join', { userId });
  const whitelist = { Enabled: true, Players: [MEMBER], Grace: [ADMIN], Message: 'members only' };
  write({ ...whitelist, DryRun: true });
  await until('the stranger is reported', async () => (await events('whitelist.unlisted')).length === 1);
  assert.deepEqual(await connected(), [MEMBER, STRANGER, ADMIN].sort());
  const { Unlisted, ...list } = await attached.service.api.getWhitelist();
  const unlisted = Unlisted.map(({ UserId }) => UserId);
  assert.deepEqual(unlisted, [STRANGER]);
  assert.deepEqual(list, { ...whitelist, DryRun: true, Problems: [] });
  const requests = () => attached.gameServer.control('requests');
  const kicks = (await requests()).filter(({ path }) => path.endsWith('/kick'));
  assert.deepEqual(kicks, []);
  write(whitelist);
  await until('the stranger is gone', async () => !(await connected()).includes(STRANGER));
  assert.deepEqual(await connected(), [MEMBER, ADMIN].sort());
  const kicked = (await requests()).filter(({ path }) => path.endsWith('/kick')).map(({ body }) => body);
  assert.deepEqual(kicked, [{ userid: STRANGER, message: 'members only' }]);
});

test('a request adds and removes entries, and leaves the rest of the file', async () => {
  const { api } = attached.service;
  const change = (body: Parameters<typeof api.changeWhitelist>[0]['body']) => api.changeWhitelist({ body });
  const added = await change({ Add: [STRANGER, ' 203.0.113.0/24 ', MEMBER] });
  assert.deepEqual(added.Players, [MEMBER, STRANGER, '203.0.113.0/24']);
  await attached.gameServer.control('join', { userId: STRANGER });
  const removed = await change({ Remove: [STRANGER, '203.0.113.0/24'], Enabled: true });
  assert.deepEqual([removed.Players, removed.Grace, removed.Message], [[MEMBER], [ADMIN], 'members only']);
  await until('the removed player is gone', async () => !(await connected()).includes(STRANGER));
  for (const body of [{ Add: ['Gustav'] }, { Remove: [STRANGER] }]) {
    await assert.rejects(change(body), { code: 'VALIDATION_FAILED' });
  }
  const helper = attached.service.clientFor('Palatine.Server.Read');
  await assert.rejects(helper.changeWhitelist({ body: {} }), { code: 'MISSING_PERMISSION' });
  assert.deepEqual((await api.getWhitelist()).Players, [MEMBER]);
});

test('while the file is invalid its last valid version is used, and the status reports it', async () => {
  writeFileSync(join(attached.data, 'AllowList.json'), '{ "Enabled": fal');
  await until('the status warns', async () => {
    const { Warnings } = await attached.service.api.getServer();
    return Warnings.some((warning) => warning.Message.includes('AllowList.json'));
  });
  const { Problems, Players } = await attached.service.api.getWhitelist();
  assert.match(Problems.join(), /AllowList\.json/);
  assert.deepEqual(Players, [MEMBER]);
  await attached.gameServer.control('join', { userId: STRANGER });
  await until('the stranger is gone again', async () => !(await connected()).includes(STRANGER));
});

test('PalDefender’s WhiteList.json keeps strangers out once a reload has applied useWhitelist', async () => {
  const { api } = attached.service;
  write({ Enabled: false });
  writeFileSync(join(attached.data, 'WhiteList.json'), JSON.stringify([MEMBER]));
  await until('no whitelist is active', async () => {
    const { Enabled, Problems } = await api.getWhitelist();
    return !Enabled && Problems.length === 0;
  });
  await attached.gameServer.control('join', { userId: STRANGER });
  assert.ok((await connected()).includes(STRANGER));
  const config = { useWhitelist: true, whitelistMessage: 'not on WhiteList.json' };
  writeFileSync(join(attached.data, 'Config.json'), JSON.stringify(config));
  assert.deepEqual(await api.reloadConfig(), { Success: true });
  await until('the stranger is gone', async () => !(await connected()).includes(STRANGER));
  assert.ok((await connected()).includes(MEMBER));
  const kicks = (await attached.gameServer.control('requests'))
    .filter(({ path }) => path.endsWith('/kick'))
    .map(({ body }) => body as { userid: string; message: string });
  const messages = kicks.filter(({ userid }) => userid === STRANGER).map(({ message }) => message);
  assert.equal(messages.at(-1), config.whitelistMessage);
});
