import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Banlist } from '@palatine/contract';
import { startService, type TestService } from '../harness/start-service.ts';

const file = (service: TestService) => join(service.data, 'Banlist.json');
const read = (service: TestService) =>
  JSON.parse(readFileSync(file(service), 'utf8')) as Banlist & Record<string, unknown>;
const ban = (service: TestService, id: string) =>
  service.api.banPlayer({ params: { player_identifier: id } });
const activeUsers = async (service: TestService) => {
  const { Banlist: list } = await service.api.getBanlist({ query: { active: 'true' } });
  return list.UserEntries.map(({ UserId }) => UserId);
};
const empty: Banlist = { Version: 1, BannedMessage: 'Away', UserEntries: [], IPEntries: [] };

test('a ban does not write over a hand edit that nobody has reloaded yet', async () => {
  await using service = await startService({ banlist: empty });
  await ban(service, 'steam_1');
  const edited = read(service);
  const [entry] = edited.UserEntries;
  assert.ok(entry);
  const byHand = { ...entry, UserId: 'steam_2', Note: 'seen on the forum' };
  writeFileSync(file(service), JSON.stringify({ ...edited, Comment: 'mine', UserEntries: [entry, byHand] }));
  await ban(service, 'steam_3');
  assert.deepEqual(await activeUsers(service), ['steam_1', 'steam_2', 'steam_3']);
  const { Comment, UserEntries } = read(service);
  assert.equal(Comment, 'mine');
  assert.deepEqual(UserEntries[1], byHand);
  const answer = await service.api.getBanlist();
  assert.deepEqual(Object.keys(answer.Banlist.UserEntries[1] ?? {}), ['UserId', 'Active', 'BannedBy']);
});

test('a file that was broken by hand is kept aside by the next ban, and no ban is lost', async () => {
  await using service = await startService({ banlist: empty });
  await ban(service, 'steam_1');
  writeFileSync(file(service), '{"Version": 1, oops');
  await ban(service, 'steam_2');
  assert.deepEqual(await activeUsers(service), ['steam_1', 'steam_2']);
  assert.equal(read(service).UserEntries.length, 2);
  const aside = readdirSync(service.data).filter((name) => name.startsWith('Banlist.broken-'));
  assert.equal(aside.length, 1);
  assert.equal(readFileSync(join(service.data, aside[0] ?? ''), 'utf8'), '{"Version": 1, oops');
});

test('a file that is gone is written anew, and the bans in force stay', async () => {
  await using service = await startService({ banlist: empty });
  await ban(service, 'steam_1');
  rmSync(file(service));
  await service.api.reloadConfig();
  assert.deepEqual(await activeUsers(service), ['steam_1']);
  assert.equal(read(service).UserEntries.length, 1);
});

test('what is refused does not write the file', async () => {
  await using service = await startService({ banlist: empty });
  await ban(service, 'steam_1');
  const before = readFileSync(file(service), 'utf8');
  await assert.rejects(service.api.unbanPlayer({ params: { user_id: 'steam_2' } }), {
    code: 'BAN_NOT_FOUND',
  });
  assert.equal(readFileSync(file(service), 'utf8'), before);
});
