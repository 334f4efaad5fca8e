import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { type CheckedService, sharedChecked } from '@palatine/testing/checked-service';
import { aDemo, spellingsOf, testImported } from '@palatine/testing/worlds';

const demo = aDemo();

const service = await sharedChecked({ world: demo.world });

const camp = (base_camp_id: string) => ({ params: { base_camp_id } });

async function camps(on: CheckedService): Promise<{ campId: string; guildId: string }[]> {
  return Object.entries(await on.succeeds('getGuilds')).flatMap(([guildId, guild]) =>
    guild.camps.map(({ id }) => ({ campId: id, guildId })),
  );
}

const archivesOf = (on: CheckedService) => readdirSync(join(on.data, 'Archives'));

/** Deletes a camp by one spelling of its id, and asserts that all of it is gone and nothing else. */
async function deleted(on: CheckedService, target: { campId: string; guildId: string }, spelling: string) {
  const { campId, guildId } = target;
  const before = await on.succeeds('getGuild', { params: { guild_id: guildId } });
  const others = (await camps(on)).filter((camp) => camp.campId !== campId);
  const archives = archivesOf(on).length;
  await on.events();

  const reply = await on.succeeds('deleteBase', camp(spelling));
  assert.equal(reply.BaseCamp.Id, campId);
  assert.notEqual(reply.BaseCamp.Summary, '');
  const pals = before.camps.find(({ id }) => id === campId)?.pals ?? {};
  assert.equal(reply.Deleted.BaseCampPals, Object.keys(pals).length);
  assert.ok(Object.values(reply.Deleted).every((count) => Number(count) >= 0));

  const now = await on.succeeds('getGuild', { params: { guild_id: guildId } });
  assert.deepEqual(await camps(on), others);
  assert.deepEqual(now, {
    ...before,
    camp_count: before.camp_count - 1,
    camps: before.camps.filter(({ id }) => id !== campId),
  });
  const { members } = now;
  for (const { player_uid } of members) {
    const { status, answer } = await on.call('getPals', { params: { player_identifier: player_uid } });
    if (status === 200) assert.ok(!JSON.stringify(answer).includes(campId));
  }

  assert.match(reply.Archive, /^Archives\/[\w.-]+\.json\.gz$/);
  assert.equal(archivesOf(on).length, archives + 1);
  const archive = JSON.parse(gunzipSync(readFileSync(join(on.data, reply.Archive))).toString()) as {
    counts: object;
    camp: { id: string };
    pals: { id: string }[];
    storage: { stacks: { count: number }[] }[];
    deletedBy: { token: string };
  };
  assert.deepEqual(archive.counts, reply.Deleted);
  assert.equal(archive.camp.id, campId);
  assert.equal(archive.deletedBy.token, 'Administrator');
  assert.deepEqual(archive.pals.map(({ id }) => id).sort(), Object.keys(pals).sort());
  const stacks = archive.storage.flatMap((storage) => storage.stacks);
  assert.equal(archive.storage.length, reply.Deleted.StorageContainers);
  assert.equal(stacks.length, reply.Deleted.ItemStacks);
  const total = stacks.reduce((sum, { count }) => sum + count, 0);
  assert.equal(total, reply.Deleted.ItemCount);

  const [event, ...more] = await on.events();
  assert.deepEqual(more, []);
  assert.equal(event?.type, 'base.deleted');
  assert.partialDeepStrictEqual(event.data, { campId, archive: reply.Archive });
  await on.isRefused('deleteBase', camp(spelling), 'BASE_CAMP_NOT_FOUND');
  return reply;
}

const NO_GUIDS = ['x', '0', 'constructor', '(5574162C-0000-0000-0000-000000000000)', '5574162C00000000'];
const UNKNOWN = '12345678-00000000-00000000-00000000';
const NO_CAMPS = [UNKNOWN, '00000000-0000-0000-0000-000000000000', demo.loner.uid];

test('an id that is not a GUID is INVALID_BASE_CAMP_ID, before any other check', async () => {
  await service.control({ BaseCampManagerAvailable: false });
  for (const id of NO_GUIDS) await service.isRefused('deleteBase', camp(id), 'INVALID_BASE_CAMP_ID');
  await service.control({ BaseCampManagerAvailable: true });
});

test('a GUID of no camp is BASE_CAMP_NOT_FOUND; of a guild or a player too', async () => {
  const [{ guildId } = assert.fail()] = await camps(service);
  for (const id of [...NO_CAMPS, guildId]) {
    await service.isRefused('deleteBase', camp(id), 'BASE_CAMP_NOT_FOUND');
  }
});

test('without the base camp manager nothing is deleted', async () => {
  const [{ campId } = assert.fail()] = await camps(service);
  await service.control({ BaseCampManagerAvailable: false });
  for (const id of [campId, ...NO_CAMPS]) {
    await service.isRefused('deleteBase', camp(id), 'BASE_CAMP_MANAGER_UNAVAILABLE');
  }
  await service.control({ BaseCampManagerAvailable: true });
});

test('a deletion that fails deletes nothing and leaves no archive', async () => {
  const [{ campId } = assert.fail()] = await camps(service);
  await service.control({ FailNext: ['deletebase'] });
  await service.isRefused('deleteBase', camp(campId), 'DELETE_BASE_FAILED');
  assert.deepEqual(archivesOf(service), []);
});

test('a camp that cannot be archived is not deleted', async () => {
  const [{ campId } = assert.fail()] = await camps(service);
  const folder = join(service.data, 'Archives');
  renameSync(folder, `${folder}-away`);
  writeFileSync(folder, 'a file where the folder should be');
  await service.isRefused('deleteBase', camp(campId), 'DELETE_BASE_FAILED');
  rmSync(folder);
  mkdirSync(folder);
});

test('every camp of the demo goes with all that is in it, by any spelling of its id', async () => {
  const all = await camps(service);
  assert.equal(all.length, 4);
  const replies: Awaited<ReturnType<typeof deleted>>[] = [];
  for (const [index, target] of all.entries()) {
    replies.push(await deleted(service, target, spellingsOf(target.campId)[index] ?? ''));
  }
  const sum = (name: 'Buildings' | 'ItemCount' | 'BaseCampPals') =>
    replies.reduce((total, reply) => total + reply.Deleted[name], 0);
  assert.ok(sum('Buildings') > 0 && sum('ItemCount') > 0 && sum('BaseCampPals') > 0);
  assert.ok(replies.some(({ Deleted }) => Deleted.PalBox));
  assert.deepEqual(await camps(service), []);
});

testImported('camps are deleted, and refused', async (imported) => {
  const all = await camps(imported);
  assert.ok(all.length > 0);
  await imported.isRefused('deleteBase', camp('x'), 'INVALID_BASE_CAMP_ID');
  const [first = assert.fail()] = all;
  await imported.isRefused('deleteBase', { ...camp(first.campId), body: [] }, 'VALIDATION_FAILED');
  for (const target of all.slice(0, 3)) await deleted(imported, target, target.campId);
});
