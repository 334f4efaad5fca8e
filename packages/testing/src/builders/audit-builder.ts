import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { NewAuditEntry } from '@palatine/contract/audit-records';
import { createStore, openStore, type Store } from '@palatine/engine/store';
import { World } from '@palatine/world/world';

/** The store of an empty world in a new folder. `fleet`: it keeps rows that the streams of a fleet lack. */
export function anEmptyStore({ fleet = false } = {}): { store: Store; file: string } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-store-'));
  const file = join(folder, 'world.db');
  createStore(file, new World({ name: 'W', origin: 'demo', createdAtMs: 0, seed: 1 }));
  const store = openStore(file, { fleet });
  return {
    store,
    file,
    [Symbol.dispose]() {
      store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function testOf(fleet: boolean) {
  return (name: string, check: (store: Store, file: string) => void) => {
    void test(name, () => {
      using world = anEmptyStore({ fleet });
      check(world.store, world.file);
    });
  };
}

/** Tests of the store of an empty world, in no fleet and in one. */
export const [storeTest, fleetTest] = [testOf(false), testOf(true)];

export function anAuditEntry(overrides: Partial<NewAuditEntry> = {}): NewAuditEntry {
  return {
    atMs: 0,
    Token: 'Admin',
    IP: '10.0.0.1',
    Route: 'POST /v1/pdapi/kick/:player_identifier',
    Target: 'steam_1',
    Outcome: 'OK',
    Status: 200,
    Reason: '',
    request: 'r-1',
    requestId: 'id-1',
    idempotencyKey: '',
    summary: '',
    player: undefined,
    eventId: undefined,
    ...overrides,
  };
}

export function addAuditEntries(store: Store, entries: readonly NewAuditEntry[]): void {
  store.commit({ changes: [], audit: entries });
}
