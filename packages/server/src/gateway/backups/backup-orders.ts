import { createHash, randomBytes } from 'node:crypto';
import { type BackupOrderKind, type FleetBackupOrder, Refusal } from '@palatine/contract';
import type { BackupProgress } from '@palatine/fleet';
import type { Clock } from '../../game/clock.ts';
import type { Manifest } from '../../maintenance/manifest.ts';
import { totalBytes } from '../../maintenance/portable-manifest.ts';
import type { BackupId } from './object-keys.ts';
import type { SignedContent } from './signing.ts';

/** What a gateway has ordered, while the world works on it. */
export interface BackupOrder {
  readonly id: BackupId;
  readonly kind: BackupOrderKind;
  /** By path: of an upload the files that got URLs, of a fetch those that the manifest names. */
  readonly files: Map<string, SignedContent>;
  /** Of all these files together. */
  bytes: number;
  /** Requests for URLs that are being answered. */
  asking: number;
}

interface KeptOrder {
  readonly order: BackupOrder;
  shown: FleetBackupOrder;
  /** elapsed() of the clock when the world was last heard of. */
  heardMs: number;
  readonly startedMs: number;
}

const MOST_RUNNING = 64;
const MOST_ENDED = 100;
const CHECK_MS = 60_000;
const SILENT_MS = 15 * 60_000;
const LONGEST_MS = 24 * 3_600_000;
/** 128 bits, so that nobody guesses one. */
const SECRET_BYTES = 16;

/**
 * The orders of this gateway, in memory. A world shows the secret of its order, and which world it is follows from the
 * order: it was sent on the subject of that world alone. So a world gets URLs for no other's files, whatever it says.
 */
export class BackupOrders implements Disposable {
  /** By the digest of their secret, so that looking one up says nothing about it. */
  readonly #running = new Map<string, KeptOrder>();
  #ended: FleetBackupOrder[] = [];
  readonly #clock: Clock;
  readonly #cancel: () => void;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#cancel = clock.every(CHECK_MS, () => this.#endSilent());
  }

  /** Notes a new order. Throws BACKUP_RUNNING, and SERVER_BUSY when enough are under way. */
  begin(
    { id, kind, manifest }: Pick<BackupOrder, 'id' | 'kind'> & { manifest?: Manifest | undefined },
    by: string,
  ): { secret: string; shown: FleetBackupOrder } {
    const { world, backup } = id;
    const running = [...this.#running.values()];
    if (running.some(({ shown }) => shown.World === world)) throw new Refusal('BACKUP_RUNNING');
    if (running.length >= MOST_RUNNING) {
      throw new Refusal('SERVER_BUSY', `${MOST_RUNNING} backups are under way`, { Reason: 'ORDERS' });
    }
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const shown: FleetBackupOrder = {
      World: world,
      Kind: kind,
      Backup: backup,
      By: by,
      StartedAt: new Date(this.#clock.now()).toISOString(),
      State: 'Running',
      Doing: kind === 'Upload' ? 'making the backup' : 'fetching',
    };
    const nowMs = this.#clock.elapsed();
    const files = manifest?.files ?? [];
    this.#running.set(digest(secret), {
      order: {
        id,
        kind,
        files: new Map(files.map((file) => [file.path, file])),
        bytes: totalBytes(files),
        asking: 0,
      },
      shown,
      heardMs: nowMs,
      startedMs: nowMs,
    });
    return { secret, shown };
  }

  /** The order with this secret, of which the world has just been heard; undefined for one that has ended. */
  find(secret: string): BackupOrder | undefined {
    const kept = this.#running.get(digest(secret));
    if (kept !== undefined) kept.heardMs = this.#clock.elapsed();
    return kept?.order;
  }

  /** Shows how far a running order is. */
  progress(secret: string, { doing, done, of }: Pick<BackupProgress, 'doing' | 'done' | 'of'>): void {
    const kept = this.#running.get(digest(secret));
    if (kept === undefined) return;
    kept.heardMs = this.#clock.elapsed();
    const { Done: _, Of: __, ...rest } = kept.shown;
    kept.shown = {
      ...rest,
      Doing: doing,
      ...(done !== undefined && { Done: done }),
      ...(of !== undefined && { Of: of }),
    };
  }

  /** Ends an order, with the reason when it failed. Its secret counts no more. */
  end(secret: string, { failed, local }: { failed?: string; local?: string | undefined } = {}): void {
    this.#end(digest(secret), { failed, local });
  }

  /** Takes back an order that never reached its world. */
  withdraw(secret: string): void {
    this.#running.delete(digest(secret));
  }

  /** Whether an order works on this backup. */
  inUse({ world, backup }: BackupId): boolean {
    return [...this.#running.values()].some(({ shown }) => shown.World === world && shown.Backup === backup);
  }

  /** What runs and what has ended, the newest first. */
  list(): FleetBackupOrder[] {
    const running = [...this.#running.values()].map(({ shown }) => shown).toReversed();
    return [...running, ...this.#ended];
  }

  [Symbol.dispose](): void {
    this.#cancel();
  }

  #end(key: string, { failed, local }: { failed?: string | undefined; local?: string | undefined }): void {
    const kept = this.#running.get(key);
    if (kept === undefined) return;
    this.#running.delete(key);
    const ended: FleetBackupOrder = {
      ...kept.shown,
      EndedAt: new Date(this.#clock.now()).toISOString(),
      State: failed === undefined ? 'Done' : 'Failed',
      ...(failed !== undefined && { Message: failed }),
      ...(local !== undefined && { Local: local }),
    };
    this.#ended = [ended, ...this.#ended].slice(0, MOST_ENDED);
  }

  #endSilent(): void {
    const nowMs = this.#clock.elapsed();
    for (const [key, { heardMs, startedMs }] of this.#running) {
      if (nowMs - heardMs > SILENT_MS)
        this.#end(key, { failed: 'nothing was heard of the world for 15 minutes' });
      else if (nowMs - startedMs > LONGEST_MS) this.#end(key, { failed: 'it took longer than a day' });
    }
  }
}

function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
