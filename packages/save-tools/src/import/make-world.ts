import { existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Banlist, IPBan, UserBan } from '@palatine/contract';
import { readBanlist, writeBanlist } from '@palatine/data-dir/banlist-file';
import { type DataFolder, type DataPaths, holdsWorld } from '@palatine/data-dir/data-folder';
import { carryBases, type KnownState } from '@palatine/engine/base-states';
import { readWorldOrigin } from '@palatine/engine/open-world-file';
import { WorldFileError } from '@palatine/engine/world-file-error';
import { copyFileAtomically } from '@palatine/platform/atomic-write';
import { systemClock } from '@palatine/platform/clock';
import { counted } from '@palatine/platform/format';
import { runJob } from '@palatine/platform/run-job';
import type { SaveWarning } from '@palatine/save';
import { coopWarnings, saveFolderBytes } from '@palatine/save/folder-files';
import type { DemoSizes } from '@palatine/world';
import { assertNotInterrupted } from '../folder/finish-interrupted.ts';
import { locateSave } from '../folder/locate-save.ts';
import {
  type CarriedAttached,
  carriedAttachedText,
  migrateAttached,
  migratePlayerBans,
} from './migrate-attached.ts';
import { type CarriedAudit, carriedText, migrateAudit } from './migrate-audit.ts';
import {
  assertNoChangedWorld,
  assertNoWorld,
  freeStamp,
  removeWorldFile,
  swapWorldFile,
} from './swap-world-file.ts';

export type Origin = { from: 'demo'; seed: number; sizes: DemoSizes } | SaveOrigin;

interface SaveOrigin {
  from: 'save';
  folder: string;
  seed: number;
  /** Name of the world; by default the save's. */
  name?: string | undefined;
  /** Lists each warning instead of the first of each kind with a count. */
  allWarnings?: boolean;
}

export interface DraftedWorld {
  banlist: Banlist | undefined;
  warnings: SaveWarning[];
}

export interface CreatedWorld extends DraftedWorld {
  /** New name of the replaced world, relative to the data folder. */
  keptAside: string | undefined;
  removedBans: RemovedBans | undefined;
  audit: CarriedAudit | undefined;
  attached: CarriedAttached;
}

export interface MakeWorldInput {
  origin: Origin;
  file: string;
  catalogueFolder: string;
}

export interface ProgressCalls {
  progress(progress: Progress): void;
}

export interface Progress {
  doing: string;
  done?: number;
  of?: number;
}

/** The largest worlds take seconds; a longer import hangs. */
const TIME_LIMIT_MS = 120_000;

// Real saves need 16 bytes of heap per byte of their files, synthetic ones of equal records 150. The reader refuses
// what would need more, so this limit is the last safeguard (docs/decisions/0003).
const HEAP_BYTES_PER_SAVE_BYTE = 256;
const HEAP_FLOOR_BYTES = 256 * 1024 ** 2;

/**
 * Creates a world file and moves it into place with one rename, so that an interruption leaves either world whole. A
 * separate thread does the work, which frees its memory. The bans of a replaced demo world are removed. Throws a
 * ConfigError if a world exists and may not be replaced, if the save cannot be read within the memory and
 * time for its size, or if an edit of it was interrupted. `applied`: the new world is the save into which the
 * changes of the present one were written, which was `former` before.
 */
export async function makeWorld(
  data: DataFolder,
  origin: Origin,
  replace: boolean,
  onProgress: (progress: Progress) => void = () => {},
  applied?: { command: string; former: KnownState },
): Promise<CreatedWorld> {
  const source = origin.from === 'save' ? { ...origin, folder: await locateSave(origin.folder) } : origin;
  if (source.from === 'save') assertNotInterrupted(source.folder);
  if (!replace && source.from === 'save') assertNoChangedWorld(data);
  else if (!replace) assertNoWorld(data);
  const draft = `${data.world}.making`;
  removeWorldFile(draft);
  try {
    const { banlist, warnings } = await runJob<MakeWorldInput, DraftedWorld, ProgressCalls>(
      new URL('./make-world-job.ts', import.meta.url),
      { origin: source, file: draft, catalogueFolder: data.catalogue },
      {
        name: source.from === 'save' ? `${source.folder}: importing the save` : 'making the demo world',
        calls: { progress: onProgress },
        limit: { ms: TIME_LIMIT_MS, clock: systemClock },
        ...(source.from === 'save' && { maxHeapBytes: await heapBytesOf(source.folder) }),
      },
    );
    const banWarnings = migratePlayerBans(data, draft);
    const attached = migrateAttached(data, draft, Date.now());
    carryBases(data.world, draft, applied?.former);
    const command = applied?.command ?? (source.from === 'save' ? 'world import' : 'world demo');
    const audit = migrateAudit(data.world, draft, { command });
    const installed = installFiles(data, draft);
    const coop = source.from === 'save' ? coopWarnings(source.folder) : [];
    return { ...installed, banlist, warnings: [...coop, ...warnings, ...banWarnings], audit, attached };
  } finally {
    removeWorldFile(draft);
  }
}

/** Replaces the present world, and first removes the bans of a demo world. */
function installFiles(data: DataFolder, draft: string): Pick<CreatedWorld, 'keptAside' | 'removedBans'> {
  const stamp = freeStamp(data.path);
  const removedBans = removeDemoBans(data, stamp);
  try {
    return { keptAside: swapWorldFile(data, draft, stamp), removedBans };
  } catch (error) {
    if (removedBans !== undefined) restoreDemoBans(data, removedBans);
    throw error;
  }
}

async function heapBytesOf(folder: string): Promise<number> {
  const saveBytes = await saveFolderBytes(folder).catch(() => 0); // reading it reports the error
  return HEAP_FLOOR_BYTES + saveBytes * HEAP_BYTES_PER_SAVE_BYTE;
}

/** Writes the bans of a new demo world, unless the ban list has other entries than those of the last demo. */
export function writeFirstBanlist(
  { banlist: file }: DataPaths,
  { banlist, removedBans }: CreatedWorld,
  bannedMessage: string,
): void {
  if (banlist === undefined) return;
  const { UserEntries, IPEntries } = banlist;
  if (existsSync(file) && removedBans === undefined) return;
  const present = readBanlist(file, bannedMessage);
  if (present.UserEntries.length + present.IPEntries.length > 0) return;
  writeBanlist(file, { ...present, UserEntries, IPEntries });
}

/** Lines for an operator about a new world: the name of the former one, and who is banned. */
export function createdText(
  { banlist, keptAside, removedBans, audit, attached }: CreatedWorld,
  bansInForce: number,
): string[] {
  const lines: string[] = [];
  if (keptAside !== undefined) lines.push(`The former world is kept as ${keptAside}.`);
  lines.push(...carriedText(audit), ...carriedAttachedText(attached));
  if (removedBans !== undefined) {
    const count = counted(removedBans.count, 'ban');
    lines.push(`${count} of the demo world were removed with it, and are kept in ${removedBans.keptAside}.`);
  }
  if (banlist === undefined && bansInForce > 0) {
    lines.push(`Banlist.json bans ${bansInForce} users and addresses from it; palatine ban list shows them.`);
  }
  return lines;
}

export interface RemovedBans {
  count: number;
  /** Name of the Banlist.json that still has them, in the data folder. */
  keptAside: string;
}

/**
 * Removes the original bans of the present demo world from Banlist.json; those that an operator added stay. Called
 * before the world is replaced: a crash in between leaves a demo world without its bans, and never another world
 * with them (e2e/crash/demo-bans.test.ts). Throws a ConfigError, with nothing changed, for a broken Banlist.json.
 */
export function removeDemoBans(data: DataPaths, stamp: string): RemovedBans | undefined {
  const demo = demoBansOf(data);
  if (demo === undefined) return undefined;
  const present = readBanlist(data.banlist, '');
  const remaining = withoutBansOf(present, demo);
  const count = entriesIn(present) - entriesIn(remaining);
  if (count === 0) return undefined;
  const aside = join(data.path, `Banlist-${stamp}.json`);
  copyFileAtomically(data.banlist, aside);
  writeBanlist(data.banlist, remaining);
  return { count, keptAside: basename(aside) };
}

/** Restores the changes of `removeDemoBans` for a demo world that stays. */
export function restoreDemoBans(data: DataPaths, { keptAside }: RemovedBans): void {
  const aside = join(data.path, keptAside);
  copyFileAtomically(aside, data.banlist);
  rmSync(aside);
}

/** Undefined also for a damaged world, whose origin is unknown. */
function demoBansOf(data: DataPaths): Banlist | undefined {
  try {
    return holdsWorld(data) ? readWorldOrigin(data.world).demoBans : undefined;
  } catch (error) {
    if (error instanceof WorldFileError) return undefined;
    throw error;
  }
}

function withoutBansOf(present: Banlist, demo: Banlist): Banlist {
  return {
    ...present,
    UserEntries: present.UserEntries.filter(
      (entry) => !demo.UserEntries.some((one) => one.UserId === entry.UserId && isSameBan(one, entry)),
    ),
    IPEntries: present.IPEntries.filter(
      (entry) => !demo.IPEntries.some((one) => one.IP === entry.IP && isSameBan(one, entry)),
    ),
  };
}

/** Whether it is the same ban, even if lifted. A renewed one has another issuer and time. */
function isSameBan(one: UserBan | IPBan, other: UserBan | IPBan): boolean {
  return isDeepStrictEqual(one.BannedBy, other.BannedBy);
}

function entriesIn({ UserEntries, IPEntries }: Banlist): number {
  return UserEntries.length + IPEntries.length;
}
