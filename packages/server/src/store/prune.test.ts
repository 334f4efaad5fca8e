import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { World } from '@palatine/world';
import { createStore, openStore } from './store.ts';

test('the audit deletes entries older than its retention, however many, and none when it keeps all', () => {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-store-'));
  const file = join(folder, 'world.db');
  createStore(file, new World({ name: 'W', origin: 'demo', createdAtMs: 0, seed: 1 }));
  const store = openStore(file);
  try {
    const written = (atMs: number) => ({
      atMs,
      Token: 'T',
      IP: '',
      Route: 'POST /kick',
      Target: '',
      Outcome: 'OK',
      Status: 200,
      Reason: '',
      request: `${atMs}`,
    });
    store.commit({ changes: [], audit: Array.from({ length: 5000 }, (_, atMs) => written(atMs)) });
    store.prune(10_000, 0);
    assert.equal(store.audit.page({ limit: 10_000 }).Entries.length, 5000);
    store.prune(10_000, 10_000 - 4990);
    const left = store.audit.page({ limit: 10_000 }).Entries.map(({ Time }) => Date.parse(Time));
    assert.deepEqual(left, [4999, 4998, 4997, 4996, 4995, 4994, 4993, 4992, 4991, 4990]);
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
