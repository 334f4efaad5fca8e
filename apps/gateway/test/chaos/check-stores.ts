import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { takeDiskSnapshot } from '@palatine/testing/store-snapshot';
import type { CallerResults } from './callers.ts';

/** Differences between the answers and the worlds. */
export interface StoreErrors {
  /** Confirmed, and not on disk. */
  lost: string[];
  /** Applied more than once. */
  doubled: string[];
  /** Applied although the caller was told that it never would be. */
  late: string[];
}

/** Compares the data folder of a world, whose process has ended, with the answers. */
export function checkStore(
  data: string,
  world: string,
  { confirmed, notApplied }: CallerResults,
  { itemsBefore, player }: { itemsBefore: number; player: string },
): StoreErrors {
  const errors: StoreErrors = { lost: [], doubled: [], late: [] };
  const applied = appliedKeys(data);
  for (const key of confirmed.get(world) ?? []) if (!applied.has(key)) errors.lost.push(key);
  for (const key of notApplied.get(world) ?? []) if (applied.has(key)) errors.late.push(key);
  for (const [key, times] of applied) if (times > 1) errors.doubled.push(key);
  const added = itemsOf(data, player) - itemsBefore;
  const expected = (confirmed.get(world)?.size ?? 0) + errors.late.length;
  for (let extra = expected; extra < added; extra++)
    errors.doubled.push(`${world}: an item more than answered`);
  for (let missing = added; missing < expected; missing++)
    errors.lost.push(`${world}: an item less than answered`);
  return errors;
}

/** How many spheres a player has, by the file of the world. */
export function itemsOf(data: string, player: string): number {
  const { balances, contradictions } = takeDiskSnapshot(data);
  if (contradictions.length > 0) throw new Error(contradictions.join('\n'));
  return balances.get(`item/${player}/PalSphere`) ?? 0;
}

/** How often a write was applied, by its key. */
export function appliedKeys(data: string): Map<string, number> {
  using database = new DatabaseSync(join(data, 'world.db'), { readOnly: true });
  const rows = database
    .prepare(
      "select idempotency_key as key, count(*) as times from audit where outcome = 'OK' and idempotency_key <> '' group by 1",
    )
    .all() as { key: string; times: number }[];
  return new Map(rows.map(({ key, times }) => [key, times]));
}
