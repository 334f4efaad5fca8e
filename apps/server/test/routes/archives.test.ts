import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type ArchivesPage, type AuditPage, fillPath, getArchives, getAudit } from '@palatine/contract';
import { loadWorld } from '@palatine/engine/store';
import { testFolder } from '@palatine/platform/testing';
import { type CheckedService, startChecked } from '@palatine/testing/checked-service';
import { pluck } from '@palatine/testing/pluck';
import { TestClock } from '@palatine/testing/test-clock';
import { walkPages } from '@palatine/testing/walk-pages';
import { aDemo, testImported } from '@palatine/testing/worlds';
import { checkWorld } from '@palatine/world/check-world';
import { TABLE_NAMES, type World } from '@palatine/world/world';

const NOBODYS = 'deletebase-20200101T000000000Z-0123ABCD-00000000-00000000-00000000.json.gz';

const on = (file: string) => ({ params: { file } });

async function listed(service: CheckedService, query: Record<string, string> = {}): Promise<ArchivesPage> {
  return service.json<ArchivesPage>(`${fillPath(getArchives)}?${new URLSearchParams(query)}`);
}

async function campIds(service: CheckedService): Promise<string[]> {
  const guilds = Object.values(await service.succeeds('getGuilds'));
  return guilds.flatMap(({ camps }) => camps.map(({ id }) => id));
}

/** @returns the file name of the archive. */
async function deleted(service: CheckedService, campId: string): Promise<string> {
  const { Archive } = await service.succeeds('deleteBase', { params: { base_camp_id: campId } });
  return basename(Archive);
}

/** Every record of the stored world but its events. */
function storedTables(world: World): object {
  const tables = TABLE_NAMES.filter((name) => name !== 'events');
  return Object.fromEntries(tables.map((name) => [name, new Map<string, object>(world[name].entries())]));
}

function readWorld(data: string): World {
  return loadWorld(join(data, 'world.db')).world;
}

test('a deleted base comes back as it was, also after a restart; the audit and an event say so', async () => {
  const data = testFolder();
  const { world } = aDemo();
  let [before, file, campId, guildId] = [{}, '', '', ''];
  {
    await using service = await startChecked({ data, world });
    before = storedTables(readWorld(data));
    [campId = assert.fail()] = await campIds(service);
    guildId = world.camps.get(campId)?.guildId ?? assert.fail();
    file = await deleted(service, campId);
  }
  {
    await using service = await startChecked({ data });
    assert.ok(!(await campIds(service)).includes(campId));
    await service.events();
    const { BaseCamp, Restored, File } = await service.succeeds('restoreBase', { ...on(file), body: {} });
    assert.deepEqual([BaseCamp.Id, File, Restored.PalBox], [campId, file, true]);
    assert.ok((await campIds(service)).includes(campId));

    const [event, ...more] = await service.events();
    assert.deepEqual(more, []);
    const { Summary: summary } = BaseCamp;
    const restored = { campId, guildId, summary, restored: Restored, file, issuer: 'Administrator' };
    const { code, values, ...said } = event?.data ?? {};
    assert.deepEqual([event?.type, code, said], ['base.restored', 'base.ofGuild', restored]);
    assert.equal((values as { guild?: string }).guild, world.guilds.get(guildId)?.name);
    const response = await service.fetch(`${fillPath(getAudit)}?Limit=1`);
    const [entry] = ((await response.json()) as AuditPage).Entries;
    const expected = ['POST /v1/palatine/archives/:file/restore', file, 'OK', BaseCamp.Summary, event?.id];
    assert.deepEqual([entry?.Route, entry?.Target, entry?.Outcome, entry?.Summary, entry?.EventId], expected);
    await service.isRefused('restoreBase', on(file), 'ARCHIVE_CONFLICT');
  }
  const after = readWorld(data);
  assert.deepEqual(storedTables(after), before);
  assert.deepEqual(checkWorld(after), []);
});

testImported('bases come back as they were', async (service) => {
  const before = storedTables(readWorld(service.data));
  const files: string[] = [];
  for (const campId of (await campIds(service)).slice(0, 3)) files.push(await deleted(service, campId));
  for (const file of files) await service.succeeds('restoreBase', on(file));
  assert.deepEqual(storedTables(readWorld(service.data)), before);
});

test('archives are listed newest first, page by page', async () => {
  const clock = new TestClock();
  const { world } = aDemo();
  await using service = await startChecked({ world, clock });
  assert.deepEqual(await listed(service), { Archives: [] });
  const camps = await campIds(service);
  const guilds = await service.succeeds('getGuilds');
  const files: string[] = [];
  for (const campId of camps) {
    files.unshift(await deleted(service, campId));
    clock.advance(1000);
  }
  const { Archives, Next } = await listed(service);
  assert.equal(Next, undefined);
  assert.deepEqual(pluck(Archives, 'File'), files);
  for (const [index, entry] of Archives.toReversed().entries()) {
    const [guildId, guild] = Object.entries(guilds).find(([id]) => id === entry.GuildId) ?? assert.fail();
    assert.deepEqual([entry.CampId, entry.GuildName, entry.Problem], [camps[index], guild.name, undefined]);
    assert.ok(guild.camps.some(({ id }) => id === entry.CampId) && entry.GuildId === guildId);
    assert.match(entry.Summary, /^Base camp of the guild .* at map position /);
    assert.equal(Date.parse(entry.DeletedAt), clock.now() - 1000 * (camps.length - index));
  }
  const pages = await walkPages((cursor) => listed(service, { Limit: '3', ...cursor }));
  const allFiles = pages.flatMap((page) => pluck(page.Archives, 'File'));
  assert.deepEqual(allFiles, files);
  for (const query of ['Limit=0', 'Limit=101', 'Limit=x', 'Cursor=../x', 'Limits=1']) {
    const response = await service.fetch(`${fillPath(getArchives)}?${query}`);
    assert.equal(response.status, 400, query);
    await response.text();
  }
});

test('what is no archive is not listed; a damaged, foreign or linked one is listed with its problem', async () => {
  await using service = await startChecked({ world: aDemo().world });
  const [campId = ''] = await campIds(service);
  const file = await deleted(service, campId);
  const folder = join(service.data, 'Archives');
  const good = readFileSync(join(folder, file));
  const text = gunzipSync(good).toString();
  const archiveName = (number: number) => `deletebase-2020011${number}T000000000Z-${campId}.json.gz`;
  const problems: [content: Buffer | string, problem: RegExp, code: string][] = [
    ['no gzip data', /damaged/, 'ARCHIVE_UNREADABLE'],
    [gzipSync('{"archive": "something else"}\n'), /not an archive/, 'ARCHIVE_UNREADABLE'],
    [gzipSync(text.replace('"version": 3', '"version": 1')), /another version/, 'ARCHIVE_UNREADABLE'],
    [gzipSync(text.replace(/"createdAtMs": \d+/, '"createdAtMs": 5')), /another world/, 'ARCHIVE_CONFLICT'],
    [gzipSync(Buffer.alloc(160 * 1024 * 1024)), /damaged|not an archive/, 'ARCHIVE_UNREADABLE'],
    [Buffer.alloc(33 * 1024 * 1024), /bytes/, 'ARCHIVE_UNREADABLE'],
  ];
  for (const [index, [content]] of problems.entries())
    writeFileSync(join(folder, archiveName(index)), content);
  symlinkSync(join(folder, file), join(folder, archiveName(8)));
  mkdirSync(join(folder, archiveName(9)));
  for (const stray of ['notes.txt', 'base.json.gz', `${file}.part`, archiveName(1).toLowerCase()]) {
    writeFileSync(join(folder, stray), good);
  }
  const { Archives } = await listed(service);
  const inOrder = [
    file,
    archiveName(9),
    archiveName(8),
    ...problems.map((_, index) => archiveName(index)).reverse(),
  ];
  assert.deepEqual(pluck(Archives, 'File'), inOrder);
  const problemOf = (name: string) => Archives.find(({ File }) => File === name)?.Problem ?? '';
  assert.equal(problemOf(file), '');
  for (const [index, [, problem, code]] of problems.entries()) {
    assert.match(problemOf(archiveName(index)), problem);
    await service.isRefused('restoreBase', on(archiveName(index)), code as 'ARCHIVE_UNREADABLE');
  }
  for (const special of [archiveName(8), archiveName(9)]) {
    assert.notEqual(problemOf(special), '');
    await service.isRefused('restoreBase', on(special), 'ARCHIVE_UNREADABLE');
  }
  writeFileSync(join(folder, file), good.subarray(0, good.length - 100));
  await service.isRefused('restoreBase', on(file), 'ARCHIVE_UNREADABLE');
  writeFileSync(join(folder, file), good);
  await service.succeeds('restoreBase', on(file));
});

test('a base that was restored and deleted again comes back from its newer archive only', async () => {
  await using service = await startChecked({ world: aDemo().world });
  const [campId = ''] = await campIds(service);
  const older = await deleted(service, campId);
  const { Restored } = await service.succeeds('restoreBase', on(older));
  const again = await service.succeeds('deleteBase', { params: { base_camp_id: campId } });
  assert.deepEqual(again.Deleted, Restored);
  const newer = basename(again.Archive);
  const { Archives } = await listed(service);
  assert.deepEqual(pluck(Archives, 'File'), [newer, older]);
  assert.deepEqual(pluck(Archives, 'Problem'), [undefined, `${newer} holds a later state of the same base`]);
  await service.isRefused('restoreBase', on(older), 'ARCHIVE_CONFLICT');
  await service.succeeds('restoreBase', on(newer));
});

test('a name that is no name of an archive, or leads elsewhere, is ARCHIVE_NOT_FOUND', async () => {
  await using service = await startChecked({ world: aDemo().world });
  const [campId = ''] = await campIds(service);
  const file = await deleted(service, campId);
  const names = ['x', `../Archives/${file}`, `Archives/${file}`, `${file}/`, file.toLowerCase(), `${file}\0`];
  for (const name of [...names, NOBODYS, 'constructor', file.replace('.gz', '')]) {
    await service.isRefused('restoreBase', on(name), 'ARCHIVE_NOT_FOUND');
  }
  rmSync(join(service.data, 'Archives'), { recursive: true });
  await service.isRefused('restoreBase', on(file), 'ARCHIVE_NOT_FOUND');
  assert.deepEqual(await listed(service), { Archives: [] });
});

test('a restore that is sent again with its key is answered again and done once', async () => {
  await using service = await startChecked({ world: aDemo().world });
  const [campId = ''] = await campIds(service);
  const request = { ...on(await deleted(service, campId)), headers: { 'idempotency-key': 'bring-back-1' } };
  const first = await service.call('restoreBase', request);
  const second = await service.call('restoreBase', request);
  assert.deepEqual([first.status, second.status], [200, 200]);
  assert.deepEqual(second.answer, first.answer);
  assert.equal((await campIds(service)).filter((id) => id === campId).length, 1);
});
