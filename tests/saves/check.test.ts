import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSave, openSave } from '@palatine/save';
import { sharedSave } from '@palatine/save/testing';

/**
 * What the game itself leaves behind, by code. Everything else holds in every save: I3 are items that were used up or
 * despawned with their holder, W3 finished works, C3 slots of Pals that were sold or butchered, M2 and M3 containers and
 * works of objects that lost them, M6 eggs of a ranch that is gone.
 */
const HABITS = {
  ref2024: { W3: 25 },
  // The file of the co-op host, left behind when the world moved to a dedicated server: its player is not in the world.
  tayaki: { I3: 552, M6: 17, P1: 1, P2: 8 },
  // A player whose status points were edited: 250 spent at level 65.
  world1: { I3: 26, P6: 1, W3: 10 },
  v1_relics: { C3: 5, I3: 1025, M2: 4, M3: 11, W3: 181 },
} as const;

for (const [name, expected] of Object.entries(HABITS)) {
  const { folder, skip } = sharedSave(name);
  test(`${name} breaks only the invariants that the game itself breaks`, { skip }, async () => {
    const { files } = await openSave(folder);
    const counts: Record<string, number> = {};
    for (const { code } of checkSave(files)) counts[code] = (counts[code] ?? 0) + 1;
    assert.deepEqual(counts, expected);
  });
}
