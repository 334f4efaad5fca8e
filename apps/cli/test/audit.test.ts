import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { AuditEntry, AuditPage } from '@palatine/contract';
import { createStore, openStore } from '@palatine/engine/store';
import { testFolder } from '@palatine/platform/testing';
import { addAuditEntries, anAuditEntry } from '@palatine/testing/audit-builder';
import { isRefused, runCommand, runJson } from '@palatine/testing/run-cli';
import { startService } from '@palatine/testing/start-service';
import { World } from '@palatine/world/world';

const folder = testFolder();
const data = join(folder, 'data');

const aWorld = () => new World({ name: 'W', origin: 'save', createdAtMs: 0, seed: 1 });
const player = { uid: '00000000-0000-0000-0000-000000000001', userId: 'steam_7', name: 'Zoë' };
const GIVE = 'POST /v1/pdapi/give/items/:player_identifier';

/** Kicks of every minute, then four entries that differ. */
const KICKS = 1200;
const ENTRIES = [
  ...Array.from({ length: KICKS }, (_, at) => anAuditEntry({ atMs: at * 60_000, request: `r${at}` })),
  anAuditEntry({
    atMs: Date.UTC(2026, 0, 2),
    Route: GIVE,
    Target: 'steam_7',
    summary: '10 × PalSphere',
    player,
  }),
  anAuditEntry({ atMs: Date.UTC(2026, 0, 3), Token: 'Shop', Outcome: 'PLAYER_NOT_FOUND', Status: 404 }),
  anAuditEntry({ atMs: Date.UTC(2026, 0, 4), IP: '192.0.2.9', Target: 'xbox_9', Reason: 'rude' }),
  anAuditEntry({ atMs: Date.UTC(2026, 0, 5), summary: 'Alert: \u001b[31mred\nline \u202e' }),
];
const NEWEST = ENTRIES.length;

mkdirSync(data);
createStore(join(data, 'world.db'), aWorld());
const store = openStore(join(data, 'world.db'));
addAuditEntries(store, ENTRIES);
store.close();

interface Listed {
  entries: AuditEntry[];
  more: boolean;
}

const run = (...args: string[]) => runCommand(['audit', '--data', data, ...args]);
async function list(...args: string[]): Promise<{ ids: number[]; more: boolean }> {
  const { code, answer } = await runJson<Listed>(['audit', '--data', data, ...args]);
  assert.equal(code, 0);
  return { ids: answer.entries.map(({ Id }) => Id), more: answer.more };
}

test('palatine audit lists the newest entries, and what they changed, with hidden characters made visible', async () => {
  const { code, stdout, stderr } = await run('--limit', '5');
  assert.deepEqual([code, stderr], [0, '']);
  assert.deepEqual(stdout.split('\n'), [
    'Time                      Token  Route                                         Target   PlayerName  Outcome           Summary                              Reason',
    '2026-01-05T00:00:00.000Z  Admin  POST /v1/pdapi/kick/:player_identifier        steam_1  -           OK                Alert: \\u{1B}[31mred\\nline \\u{202E}  -',
    '2026-01-04T00:00:00.000Z  Admin  POST /v1/pdapi/kick/:player_identifier        xbox_9   -           OK                -                                    rude',
    '2026-01-03T00:00:00.000Z  Shop   POST /v1/pdapi/kick/:player_identifier        steam_1  -           PLAYER_NOT_FOUND  -                                    -',
    '2026-01-02T00:00:00.000Z  Admin  POST /v1/pdapi/give/items/:player_identifier  steam_7  Zoë         OK                10 × PalSphere                       -',
    '1970-01-01T19:59:00.000Z  Admin  POST /v1/pdapi/kick/:player_identifier        steam_1  -           OK                -                                    -',
    'There are more; --limit 10 shows them, --format csv all.',
    '',
  ]);
  const { ids, more } = await list();
  assert.deepEqual([ids.length, ids[0], more], [20, NEWEST, true]);
});

test('each filter chooses its entries, and filters combine', async () => {
  const filters: [args: string[], ids: number[]][] = [
    [['--token', 'Shop'], [NEWEST - 2]],
    [['--route', 'give'], [NEWEST - 3]],
    [['--target', 'xbox'], [NEWEST - 1]],
    [['--player', 'zoë'], [NEWEST - 3]],
    [['--outcome', 'PLAYER_NOT_FOUND'], [NEWEST - 2]],
    [['--ip', '192.0.2.9'], [NEWEST - 1]],
    [['--text', 'palsphere'], [NEWEST - 3]],
    [
      ['--from', '2026-01-03', '--to', '2026-01-05T00:00:00Z'],
      [NEWEST - 1, NEWEST - 2],
    ],
    [['--token', 'Shop', '--route', 'give'], []],
  ];
  for (const [args, ids] of filters) {
    assert.deepEqual(await list(...args), { ids, more: false }, args.join(' '));
  }
  assert.equal((await run('--token', 'Unknown')).stdout, 'No entry matches.\n');
});

test('csv and jsonl have every entry over all pages, unless --limit says how many', async () => {
  const lines = (await run('--format', 'jsonl')).stdout.trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as AuditEntry).Id),
    ENTRIES.map((_, at) => NEWEST - at),
  );
  assert.equal((JSON.parse(lines[0] ?? '') as AuditEntry).Summary, ENTRIES.at(-1)?.summary);
  assert.ok(!lines[0]?.includes('\u202e'));
  const csv = (await run('--format', 'csv', '--limit', '501')).stdout.trimEnd().split('\n');
  assert.equal(csv.length, 502);
  assert.match(csv[0] ?? '', /^Id,Time,Token,/);
  assert.match(csv[1] ?? '', new RegExp(`^${NEWEST},"2026-01-05T`));
  assert.ok(!csv[1]?.includes('\u001b'));
});

test('a value that a flag cannot take is refused, with what would be right', async () => {
  const wrong: [args: string[], message: RegExp][] = [
    [['--limit', '0'], /audit: --limit must be a whole number from 1 to 10000, not "0"/],
    [['--format', 'xml'], /--format must be one of table, csv, jsonl, not "xml"/],
    [
      ['--from', 'yesterday'],
      /--from must be a day or a time of ISO 8601, such as 2026-11-22, .*, not "yesterday"/,
    ],
    [['--to', '2026-02-30'], /--to must be a day or a time .*, not "2026-02-30"/],
    [['--json', '--format', 'csv'], /--json prints one JSON value and takes no --format/],
  ];
  for (const [args, message] of wrong) {
    const { code, stdout, stderr } = await run(...args);
    assert.equal(code, 2, args.join(' '));
    assert.match(stdout + stderr, message);
  }
  await isRefused(['audit', '--data', join(folder, 'none')], /there is no data folder/);
});

test('what a running server has answered is listed', async () => {
  const served = testFolder();
  createStore(join(served, 'world.db'), aWorld());
  await using service = await startService({ data: served });
  assert.equal((await runCommand(['audit', '--data', served])).stdout, 'The audit has no entries.\n');
  await service.api.banPlayer({ params: { player_identifier: 'steam_5' }, body: { Reason: 'duping' } });
  const { answer } = await runJson<Listed>(['audit', '--data', served]);
  const { Entries } = await service.json<AuditPage>('/v1/palatine/audit');
  assert.equal(answer.entries[0]?.Target, 'steam_5');
  assert.deepEqual(answer.entries, Entries);
});
