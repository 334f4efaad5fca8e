import assert from 'node:assert/strict';
import type { LevelFacts } from '../check/level-facts.ts';
import { readLevelFacts } from '../check/read-level-facts.ts';
import { ViolationList } from '../check/violation.ts';

export type { LevelFacts } from '../check/level-facts.ts';

/** Ids in the records of Level.sav, read by the code of the checks: edits do not use it. */
export function levelFacts(gvas: Buffer): LevelFacts {
  const violations = new ViolationList('Level.sav');
  const facts = readLevelFacts(gvas, violations);
  assert.deepEqual(violations.list, []);
  return facts;
}
