import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '@palatine/testing/start-service';

const DAY_MS = 24 * 3_600_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

test('a demo world has 30 days of past: sessions, series, trails, events, audit and backups', async () => {
  await using service = await startService({ origin: { from: 'demo', seed: 1, sizes: {} } });
  const { api } = service;

  const { Values } = await api.getSeries({ query: { Names: 'online', From: ago(29), Points: 1000 } });
  assert.ok(Values[0]?.every((value, at, all) => value !== null || at === all.length - 1));
  assert.ok(new Set(Values[0]).size > 5);
  const { Trails } = await api.getTrails({ query: { From: ago(1) } });
  assert.ok(Trails.length > 8, `${Trails.length} players have walked today`);
  assert.ok((await api.getHeat({ query: { From: ago(29) } })).TotalSeconds > 100 * 3600);

  const { Rows } = await api.searchPlayers({ query: { Limit: 100 } });
  const histories = await Promise.all(Rows.map(({ Uid }) => api.getPlayerSessions({ params: { uid: Uid } })));
  const online = Rows.filter((row) => row.Online);
  assert.equal(online.length, 10);
  for (const [at, { Sessions }] of histories.entries()) {
    const open = Sessions.filter(({ To }) => To === undefined);
    assert.equal(open.length, Number(Rows[at]?.Online), 'a start soon after keeps those who are online');
    for (const [index, { From }] of Sessions.entries())
      assert.ok(index === 0 || (Sessions[index - 1]?.From ?? '') >= From, 'newest first');
  }
  assert.ok(histories.filter(({ Total }) => Total > 5).length > 10);

  const { Entries } = await api.getAudit({ query: { Limit: 100 } });
  for (const part of ['/kick/', '/ban/', '/unban/', '/give/', '/Broadcast'])
    assert.ok(
      Entries.some(({ Route, Outcome }) => Route.includes(part) && Outcome === 'OK'),
      part,
    );
  for (const type of ['player.joined', 'player.left', 'punishment', 'grant', 'message'])
    assert.ok((await api.getPastEvents({ query: { Type: type, Limit: 1 } })).Matching > 0, type);
  assert.deepEqual(
    (await api.getBackups()).Backups.map(({ MadeAt }) =>
      Math.round((Date.now() - Date.parse(MadeAt)) / DAY_MS),
    ),
    [1, 8],
  );
});
