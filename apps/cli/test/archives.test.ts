import assert from 'node:assert/strict';
import { statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import type { ArchivesPage } from '@palatine/contract';
import { testFolder } from '@palatine/platform/testing';
import { pluck } from '@palatine/testing/pluck';
import { isRefused, runCommand, runJson, succeeds } from '@palatine/testing/run-cli';
import { startService } from '@palatine/testing/start-service';

test('a deleted base is listed without a server, and restored through the running one', async () => {
  const data = testFolder();
  const at = ['--data', data];
  let file: string;
  {
    await using service = await startService({ data });
    const none = await runCommand(['archive', 'list', ...at]);
    assert.deepEqual([none.code, none.stderr], [0, '']);
    assert.match(none.stdout, /holds no archive of a deleted base/);
    const guilds = Object.values(await service.api.getGuilds());
    const [camp = assert.fail()] = guilds.flatMap(({ camps }) => camps);
    const { Archive, BaseCamp } = await service.api.deleteBase({ params: { base_camp_id: camp.id } });
    file = basename(Archive);

    const listed = await runCommand(['archive', 'list', ...at]);
    assert.deepEqual([listed.code, listed.stderr], [0, '']);
    assert.ok(listed.stdout.startsWith(`${file}  ${BaseCamp.Summary}\n`), listed.stdout);
    assert.match(listed.stdout, /palatine archive restore FILE restores a base/);

    const restored = await runCommand(['archive', 'restore', Archive, ...at]);
    assert.deepEqual(
      [restored.code, restored.stdout, restored.stderr],
      [0, `Restored: ${BaseCamp.Summary}\n`, ''],
    );
    const now = Object.values(await service.api.getGuilds()).flatMap(({ camps }) => camps);
    assert.ok(now.some(({ id }) => id === camp.id));

    const conflict = /ARCHIVE_CONFLICT: .* the base camp .* is there; nothing was restored/;
    await isRefused(['archive', 'restore', file, ...at], conflict);
  }
  const { code, answer } = await runJson<ArchivesPage>(['archive', 'list', ...at]);
  assert.equal(code, 0);
  assert.deepEqual(pluck(answer.Archives, 'File', 'Problem'), [[file, undefined]]);
  await isRefused(['archive', 'restore', file, ...at], /no server is running on /);

  const damaged = 'deletebase-20200101T000000000Z-0123ABCD-00000000-00000000-00000000.json.gz';
  writeFileSync(join(data, 'Archives', damaged), 'no gzip data');
  const both = await runCommand(['archive', 'list', ...at]);
  assert.match(
    both.stdout,
    new RegExp(`${damaged.replaceAll('.', '\\.')}  cannot be restored: it is damaged`),
  );
  const limited = await runCommand(['archive', 'list', '--limit', '1', ...at]);
  assert.ok(!limited.stdout.includes(damaged));
  assert.match(limited.stdout, /There are more; --limit 2 shows them/);

  await succeeds(['world', 'demo', '--replace', ...at]);
  const foreign = await runCommand(['archive', 'list', ...at]);
  assert.match(foreign.stdout, /cannot be restored: it is of another world/);
  assert.doesNotMatch(foreign.stdout, /brings a base back/);
});

test('a name of no archive, a wrong limit and a missing folder are refused', async () => {
  const data = testFolder();
  for (const [args, message, code] of [
    [
      ['archive', 'restore', 'x', '--data', data],
      /"x" is not the name of an archive; palatine archive list/,
      2,
    ],
    [['archive', 'list', '--limit', '0', '--data', data], /--limit must be a whole number from 1 to 1000/, 2],
    [['archive', 'list', '--data', join(data, 'none')], /there is no data folder/, 1],
    [['world', 'list', '--data', join(data, 'none')], /there is no data folder/, 1],
  ] as const) {
    const { stdout } = await isRefused(args, message, { code });
    assert.equal(stdout, '');
  }
});

test('the worlds of a folder are listed: the present one, and those kept aside, newest first', async () => {
  const data = testFolder();
  const at = ['--data', data];
  assert.match((await runCommand(['world', 'list', ...at])).stdout, /holds no world/);
  {
    await using _service = await startService({ data });
    const { stdout } = await runCommand(['world', 'list', ...at]);
    assert.match(stdout, /^world\.db +.* +20.*Z +present, in use by a server\n$/);
  }
  writeFileSync(join(data, 'world-20200101T000000.db'), 'x'.repeat(2000));
  writeFileSync(join(data, 'world-20250101T000000.damaged.db'), 'x');
  writeFileSync(join(data, 'world-notes.txt'), 'x');
  const { code, stdout, stderr } = await runCommand(['world', 'list', ...at]);
  assert.deepEqual([code, stderr], [0, '']);
  const [present = '', damaged = '', old = '', hint = ''] = stdout.split('\n');
  assert.match(present, /^world\.db .*present$/);
  assert.match(damaged, /^world-20250101T000000\.damaged\.db .*kept aside, damaged$/);
  assert.match(old, /^world-20200101T000000\.db .*kept aside$/);
  assert.match(hint, /^To restore one: stop the server, move world\.db away .* rename the file to world\.db/);
  const args = ['world', 'list', ...at];
  const { answer } = await runJson<{ inUse: boolean; worlds: { file: string; bytes: number }[] }>(args);
  assert.equal(answer.inUse, false);
  assert.deepEqual(
    answer.worlds.map(({ file, bytes }) => [file, bytes]),
    ['world.db', 'world-20250101T000000.damaged.db', 'world-20200101T000000.db'].map((name) => [
      name,
      statSync(join(data, name)).size,
    ]),
  );
});
