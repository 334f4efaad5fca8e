import type { CampObjectCells } from '@palatine/contract';

/** How many objects of a kind stand at a base, and how many of them are damaged. */
export interface ObjectCount {
  readonly objectId: string;
  readonly count: number;
  readonly hurt: number;
}

/** The objects of a base by kind, the most frequent first. */
export function countObjects(rows: readonly CampObjectCells[]): ObjectCount[] {
  const counts = new Map<string, { count: number; hurt: number }>();
  for (const [, objectId, , , , , , hp, maxHp] of rows) {
    const found = counts.get(objectId) ?? { count: 0, hurt: 0 };
    found.count += 1;
    if (hp < maxHp) found.hurt += 1;
    counts.set(objectId, found);
  }
  return [...counts]
    .map(([objectId, each]) => ({ objectId, ...each }))
    .sort((one, other) => other.count - one.count || (one.objectId < other.objectId ? -1 : 1));
}
