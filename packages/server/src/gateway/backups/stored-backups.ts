import type { FleetBackup } from '@palatine/contract';
import type { WorldKey } from '@palatine/fleet';
import { ConfigError } from '../../data-folder/config-error.ts';
import { sha256Of } from '../../data-folder/sha256.ts';
import { MANIFEST } from '../../maintenance/backup-paths.ts';
import type { Manifest } from '../../maintenance/manifest.ts';
import { PORTABLE, parsePortable, totalBytes } from '../../maintenance/portable-manifest.ts';
import type { Bucket } from './bucket.ts';
import { inParallel } from './in-parallel.ts';
import { type BackupId, keysOf, keysOfBackup, objectKey, orderedAt, parseObjectKey } from './object-keys.ts';

/** What the objects of one backup show without being read. */
export interface StoredBackup extends BackupId {
  /** Whether its manifest is there, which is uploaded last: without it, it is no backup. */
  readonly whole: boolean;
}

/** A listing ends after so many pages of 1,000 objects each; whoever reads on starts after the last one. */
const MOST_PAGES = 10_000;

/**
 * The backups below a prefix, whole or not, in the order of worlds and names.
 * @param after goes on after this backup
 * @param world of this world only
 */
export async function* storedBackups(
  bucket: Bucket,
  { world, after }: { world?: WorldKey | undefined; after?: BackupId | undefined } = {},
): AsyncGenerator<StoredBackup> {
  const prefix = keysOf(bucket.prefix, world);
  let current: StoredBackup | undefined;
  let next: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const listed = await bucket.list(prefix, { next, after: after && endOf(bucket, after) });
    for (const { key } of listed.objects) {
      const found = parseObjectKey(bucket.prefix, key);
      if (found === undefined) continue; // somebody else's
      if (current !== undefined && !isSame(current, found)) yield current;
      const whole: boolean =
        found.path === MANIFEST || (current !== undefined && isSame(current, found) && current.whole);
      current = { world: found.world, backup: found.backup, whole };
    }
    next = listed.next;
    if (next === undefined) break;
  }
  if (current !== undefined) yield current;
}

/** Sorts behind all keys of a backup: 0 comes after the slash. */
function endOf({ prefix }: Bucket, id: BackupId): string {
  return `${keysOfBackup(prefix, id).slice(0, -1)}0`;
}

function isSame(one: BackupId, other: BackupId): boolean {
  return one.world === other.world && one.backup === other.backup;
}

/** The manifest of a stored backup, with the digest of its bytes. */
export interface StoredManifest {
  readonly manifest: Manifest;
  readonly bytes: number;
  readonly sha256: string;
}

/** Reads the manifest of a backup; undefined where there is none, or none of ours. Throws a StorageError. */
export async function readStoredManifest(bucket: Bucket, id: BackupId): Promise<StoredManifest | undefined> {
  const key = objectKey(bucket.prefix, id, MANIFEST);
  const bytes = key === undefined ? undefined : await bucket.read(key, PORTABLE.manifestBytes);
  if (bytes === undefined) return undefined;
  try {
    const manifest = parsePortable(bytes.toString('utf8'), id.backup);
    return { manifest, bytes: bytes.byteLength, sha256: sha256Of(bytes) };
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

const MOST_SUMMARIES = 10_000;
const READS_AT_ONCE = 8;

/** The backups of a bucket for people. A manifest never changes, so it is read once. */
export class BackupList {
  readonly #bucket: Bucket;
  readonly #summaries = new Map<string, FleetBackup>();

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  /** A page of the whole backups of worlds that `sees` lets through. Throws a StorageError. */
  async page(
    { world, after, limit }: { world?: WorldKey | undefined; after?: BackupId | undefined; limit: number },
    sees: (world: WorldKey) => boolean,
  ): Promise<{ backups: FleetBackup[]; more: BackupId | undefined }> {
    const found: BackupId[] = [];
    let more: BackupId | undefined;
    for await (const { whole, ...id } of storedBackups(this.#bucket, { world, after })) {
      if (!whole || !sees(id.world)) continue;
      if (found.length === limit) {
        more = found.at(-1);
        break;
      }
      found.push(id);
    }
    const summaries = new Map<BackupId, FleetBackup>();
    await inParallel(found, READS_AT_ONCE, async (id) => {
      const summary = await this.#summary(id);
      if (summary !== undefined) summaries.set(id, summary);
    });
    const backups = found.flatMap((id) => summaries.get(id) ?? []);
    return { backups, more };
  }

  async #summary(id: BackupId): Promise<FleetBackup | undefined> {
    const name = `${id.world} ${id.backup}`;
    const known = this.#summaries.get(name);
    if (known !== undefined) return known;
    const stored = await readStoredManifest(this.#bucket, id);
    if (stored === undefined) return undefined;
    const summary = summaryOf(id, stored);
    const oldest = this.#summaries.keys().next();
    if (this.#summaries.size >= MOST_SUMMARIES && !oldest.done) this.#summaries.delete(oldest.value);
    this.#summaries.set(name, summary);
    return summary;
  }
}

function summaryOf({ world, backup }: BackupId, { manifest, bytes }: StoredManifest): FleetBackup {
  const { version, files } = manifest;
  const madeAtMs = Date.parse(manifest.madeAt);
  return {
    World: world,
    Backup: backup,
    MadeAt: new Date(Number.isNaN(madeAtMs) ? (orderedAt(backup) ?? 0) : madeAtMs).toISOString(),
    Version: version,
    Bytes: bytes + totalBytes(files),
    Files: files.length,
    Name: manifest.world.name,
    Players: manifest.world.players,
    Guilds: manifest.world.guilds,
    Problems: manifest.problems.length,
  };
}
