import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditPage } from '@palatine/contract';
import { lockAsReader } from '../data-folder/readers-lock.ts';
import type { AuditQuery } from './audit-pages.ts';
import { auditPages } from './audit-pages.ts';
import { assertWorld, assertWorldFile, isOlder, openWorldFile } from './open-world-file.ts';
import { onWorldFile } from './world-file-error.ts';
import { copyWorld, openForReading } from './world-readers.ts';

/** Reads the audit of a world file, also while a server writes. */
export interface AuditReader extends Disposable {
  page(query: AuditQuery): AuditPage;
}

/** Where a world is: the folder with its locks, and its file. */
interface WorldPaths {
  path: string;
  world: string;
}

/**
 * Each page is read by itself, so that a slow reader of the output keeps nobody from replacing the world. The audit of
 * an older version is read from a copy that is brought to the present one.
 */
export async function openAuditReader(paths: WorldPaths): Promise<AuditReader> {
  if (!isOlderWorld(paths)) return { page: (query) => readPage(paths, query), [Symbol.dispose]() {} };
  const folder = mkdtempSync(join(tmpdir(), 'palatine-audit-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = { path: folder, world: join(folder, 'world.db') };
    await copyWorld(paths, copy.world);
    onWorldFile(paths.world, () => openWorldFile(copy.world).close());
    return { page: (query) => readPage(copy, query), [Symbol.dispose]: remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function isOlderWorld({ path, world }: WorldPaths): boolean {
  using _lock = lockAsReader(path);
  assertWorldFile(world);
  using database = openForReading(world);
  return onWorldFile(world, () => {
    assertWorld(world, database);
    return isOlder(database);
  });
}

function readPage({ path, world }: WorldPaths, query: AuditQuery): AuditPage {
  using _lock = lockAsReader(path);
  assertWorldFile(world);
  using database = openForReading(world);
  return onWorldFile(world, () => auditPages(database)(query));
}
