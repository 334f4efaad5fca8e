import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { PlayerEntry } from '@palatine/contract';
import { serialize } from '@palatine/platform/response-bytes';
import { testFolder } from '@palatine/platform/testing';
import { startService, type TestService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { loadCatalogue } from '@palatine/world/catalogue';
import { makeDemoWorld } from '@palatine/world/demo';
import pino from 'pino';
import type { HistoryQueries } from '../src/history/history-book.ts';
import { HistoryClient } from '../src/history/history-client.ts';

function aLargeWorld() {
  const sizes = { players: 4500, online: 4500, palsPerPlayer: 0, guilds: 1, camps: 1 };
  return makeDemoWorld({ catalogue: loadCatalogue(), seed: 3, nowMs: Date.UTC(2026, 6, 12), sizes }).world;
}

async function kick(service: TestService, player: Pick<PlayerEntry, 'UserId'> | undefined): Promise<void> {
  await service.api.kickPlayer({ params: { player_identifier: player?.UserId ?? assert.fail('nobody') } });
}

test('a long player list requested after a write shows it, even while an older list is in progress', async () => {
  await using service = await startService({ world: aLargeWorld() });
  const { Players } = await service.api.getPlayers();
  assert.equal(Players.length, 4500);
  for (const [turn, { UserId }] of Players.slice(0, 5).entries()) {
    await kick(service, Players[100 + turn]); // no list is cached from here on
    const earlier = service.api.getPlayers();
    await kick(service, { UserId });
    const later = await service.api.getPlayers();
    assert.equal(later.Players.find((player) => player.UserId === UserId)?.Status, 'Offline');
    assert.equal((await earlier).Players.length, 4500);
  }
});

test('many concurrent requests for a long player list get the same', async () => {
  await using service = await startService({ world: aLargeWorld() });
  const lists = Array.from({ length: 8 }, () => service.fetch('/v1/pdapi/players'));
  const tags = (await Promise.all(lists)).map(({ headers }) => headers.get('etag'));
  assert.equal(new Set(tags).size, 1);
});

test('the history answers lists of any length from its thread', async () => {
  const clock = new TestClock();
  const history = new HistoryClient({
    file: join(testFolder(), 'history.db'),
    clock,
    log: pino({ level: 'silent' }),
  });
  const count = 150;
  const uids = Array.from({ length: count }, (_, n) => `${n}-00000000-00000000-00000000`);
  const places = Int32Array.from(uids.flatMap((_, n) => [n * 100_000, 0, 0]));
  const fromMs = clock.now();
  const session = { uid: uids[0] ?? '', ip: '', platform: 'Steam' };
  for (let n = 0; n < count; n++) {
    const atMs = fromMs + n * 10_000;
    history.record({ kind: 'places', atMs, uids, places });
    history.record({ kind: 'mark', atMs, mark: 'Reloaded' });
    history.record({ kind: 'session', atMs, session: { ...session, connectedAtMs: atMs } });
  }
  clock.advance(count * 10_000);
  const range = { fromMs, toMs: clock.now() };
  const page = { limit: 1000, before: Number.MAX_SAFE_INTEGER, withAddress: false };
  const queries: HistoryQueries = {
    series: { ...range, names: ['online'], points: 500 },
    trails: { ...range, uids: undefined, stepSeconds: 10, after: 0 },
    heat: { ...range, factor: 1, region: undefined },
    sessions: { ...range, uid: session.uid, ...page },
    presence: { ...range, uid: undefined, ...page },
  };
  const lists = {
    series: 'Marks',
    trails: 'Trails',
    heat: 'Rows',
    sessions: 'Sessions',
    presence: 'Sessions',
  };
  for (const kind of Object.keys(queries) as (keyof HistoryQueries)[]) {
    const { bytes } = await history.ask(kind, queries[kind]);
    const list = (JSON.parse(Buffer.from(bytes).toString()) as Record<string, unknown[]>)[lists[kind]];
    assert.ok((list ?? []).length > 100, kind);
    assert.ok(bytes.length < 32 * 1024, `${kind} would fit into the buffer that Node shares`);
  }
  await history.stop();
});

test('a response owns its buffer, whatever its size', () => {
  for (const rows of [0, 99, 101, 3000]) {
    const { bytes } = serialize({ Rows: Array.from({ length: rows }, (_, row) => [row, 'ü']) });
    assert.equal(bytes.buffer.byteLength, bytes.length, `${rows} rows`);
  }
});
