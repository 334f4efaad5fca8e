import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSave } from '@palatine/save/check-save';
import type { OpenSave } from '@palatine/save/open-save';
import { openSave } from '@palatine/save/read-save-folder';
import { levelOf, sharedSave, withLevel } from '@palatine/save/testing';
import { newViolations } from '@palatine/save/violation';

const { folder, skip } = sharedSave('v1_relics');

/** New violations, by code, when a section has an unknown name. They show how much is checked. */
const FOUND_WITHOUT = {
  CharacterSaveParameterMap: { C3: 2150, C7: 2167, P1: 9, W2: 83 },
  CharacterContainerSaveData: { B3: 15, C2: 2150, M2: 1, P2: 18 },
  ItemContainerSaveData: { G1: 10, I3: 436, M2: 3130, P2: 54 },
  DynamicItemSaveData: { I1: 436 },
  MapObjectSaveData: { B2: 15, C11: 99, W1: 452 },
  WorkSaveData: { M3: 227, W3: 219 },
} as const;

for (const [section, expected] of Object.entries(FOUND_WITHOUT)) {
  test(`v1_relics without its ${section} breaks every invariant that leads there`, { skip }, async () => {
    const { files } = await openSave(folder);
    const counts: Record<string, number> = {};
    for (const { code } of newViolations(checkSave(files), checkSave(without(files, section)))) {
      counts[code] = (counts[code] ?? 0) + 1;
    }
    assert.deepEqual(counts, expected);
  });
}

function without(files: OpenSave, section: string): OpenSave {
  const gvas = Buffer.from(levelOf(files));
  gvas.write('X', gvas.indexOf(`${section}\0`, 0, 'latin1'), 'latin1');
  return withLevel(files, gvas);
}
