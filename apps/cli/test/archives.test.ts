import assert from 'node:assert/strict';
import { statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import type { ArchivesPage } from '@palatine/contract';
import { pluck } from '@palatine/testing/pluck';
import { runCommand, runJson } from '@palatine/testing/run-cli';
import { startService } from '@palatine/testing/start-service';
import { testFolder } from '@palatine/testing/test-folder';

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

    const again = await runCommand(['archive', 'restore', file, ...at]);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /ARCHIVE_CONFLICT: .* the base camp .* is there; nothing was restored/);
  }
  const { code, answer } = await runJson<ArchivesPage>(['archive', 'list', ...at]);
  assert.equal(code, 0);
  assert.deepEqual(pluck(answer.Archives, 'File', 'Problem'), [[file, undefined]]);
  const stopped = await runCommand(['archive', 'restore', file, ...at]);
  assert.equal(stopped.code, 1);
  assert.match(stopped.stderr, /no server is running on /);

  const damaged = 'deletebase-20200101T000000000Z-0123ABCD-00000000-00000000-00000000.json.gz';
  writeFileSync(join(data, 'Archives', damaged), 'no gzip data');
  const both = await runCommand(['archive', 'list', ...at]);
  assert.match(
    both.stdout,
    new RegExp(`${damaged.replaceAll('.', '\\.')}  cannot be restored: it is damaged`),
  );
  const one = await runCommand(['archive', 'list', '--limit', '1', ...at]);
  assert.ok(!one.stdout.includes(damaged));
  assert.match(one.stdout, /There are more; --limit 2 shows them/);

  const demo = await runCommand(['world', 'demo', '--replace', ...at]);
  assert.equal(demo.code, 0, demo.stderr);
  const foreign = await runCommand(['archive', 'list', ...at]);
  assert.match(foreign.stdout, /cannot be restored: it is of another world/);
  assert.doesNotMatch(foreign.stdout, /brings a base back/);
});

test('a name of no archive, a wrong limit and a missing folder are refused', async () => {
  const data = testFolder();
  for (const [args, message] of [
    [['archive', 'restore', 'x', '--data', data], /"x" is not the name of an archive; palatine archive list/],
    [['archive', 'list', '--limit', '0', '--data', data], /--limit must be a whole number from 1 to 1000/],
    [['archive', 'list', '--data', join(data, 'none')], /there is no data folder/],
    [['world', 'list', '--data', join(data, 'none')], /there is no data folder/],
  ] as const) {
    const { code, stdout, stderr } = await runCommand([...args]);
    assert.notEqual(code, 0);
    assert.equal(stdout, '');
    assert.match(stderr, message);
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
  const expected = /^To restore one: stop the server, move world\.db away .* rename the file to world\.db/;
  assert.match(hint, expected);
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
