import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SaveCharacter } from '@palatine/save/save-types';
import { byTier, sharedSave } from '@palatine/save/testing';
import { loadCatalogue } from '../catalogue/catalogue.ts';
import { characterOf } from '../import/characters.ts';
import { spellingOf } from '../import/import-job.ts';
import { importSave } from '../import/import-save.ts';
import { importedSave } from '../testing/save-builder.ts';
import { saveChangesOf } from './save-changes.ts';
import { toSaveCharacter } from './to-save-character.ts';
import { worldDifferences } from './world-differences.ts';
import { recordsOf } from './world-records.ts';

const catalogue = loadCatalogue();
const spelling = spellingOf(catalogue);

for (const name of byTier(['world1'], ['ref2024', 'tayaki', 'world1', 'v1_relics'])) {
  test(
    `every character of ${name} is turned back into its record, and again into itself`,
    sharedSave(name),
    async () => {
      const { save, world } = await importedSave(name);
      const { characters } = world;
      const stored = new Map(save.characters.map((character) => [character.instanceId, character]));
      assert.ok(characters.size >= 3);
      for (const character of characters.values()) {
        const record = stored.get(character.id);
        assert.ok(record);
        const back = toSaveCharacter(character, save.era, record);
        assert.deepEqual(characterOf({ catalogue, spelling }, back, character.place), character);
        assert.deepEqual(
          comparable(back),
          comparable({ ...record, slot: character.playerUid === null ? record.slot : null }),
        );
      }
    },
  );

  test(
    `an unchanged import of ${name} yields no edit, and two imports of it do not differ`,
    sharedSave(name),
    async () => {
      const { save, world } = await importedSave(name);
      const before = recordsOf(world);
      const after = recordsOf(importSave(save, { catalogue, nowMs: 2, seed: 2 }));
      assert.deepEqual(saveChangesOf({ before, after, save, catalogue }), { edits: [], refusals: [] });
      assert.deepEqual(worldDifferences({ expected: before, found: after, save }), []);
    },
  );
}

/** A record without differences of spelling: ids as in the catalogue, `None` as an absent name. */
function comparable(character: SaveCharacter): unknown {
  return JSON.parse(JSON.stringify(character).toLowerCase().replaceAll('"none"', '""'));
}
