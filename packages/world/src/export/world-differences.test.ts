import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCatalogue } from '../catalogue/catalogue.ts';
import { importSave } from '../import/import-save.ts';
import type { Character, Container, Player } from '../state/model.ts';
import { NOW_MS } from '../testing/save-builder.ts';
import { aSaveToChange } from '../testing/save-to-change.ts';
import { aGuid } from '../testing/world-builder.ts';
import { worldDifferences } from './world-differences.ts';
import { recordsOf, type WorldRecords } from './world-records.ts';

const { save, zoe, pal, items, camp } = aSaveToChange();
const expected = recordsOf(importSave(save, { catalogue: loadCatalogue(), nowMs: NOW_MS, seed: 1 }));

function differencesWith(changes: Partial<WorldRecords>): string[] {
  return worldDifferences({ expected, found: { ...expected, ...changes }, save });
}

/** A table with one record in place of another, or without it. */
function having<T>(records: ReadonlyMap<string, T>, key: string, change: (record: T) => T | undefined) {
  const next = new Map(records);
  const record = next.get(key);
  assert.ok(record !== undefined);
  const changed = change(record);
  if (changed === undefined) next.delete(key);
  else next.set(key, changed);
  return next;
}

function palWith(fields: Partial<Character>) {
  return { characters: having(expected.characters, pal, (record) => ({ ...record, ...fields })) };
}

test('equal worlds do not differ', () => assert.deepEqual(differencesWith({}), []));

test('a difference names the record and the fields that differ', () => {
  const container = (record: Container) => ({
    ...record,
    capacity: 45,
    slots: { ...record.slots, 5: { itemId: 'Wood', count: 1 } },
  });
  assert.deepEqual(
    differencesWith({
      ...palWith({ level: 2, nickname: 'Rex' }),
      players: having(expected.players, zoe, (player: Player) => ({ ...player, technologyPoints: 9 })),
      containers: having(expected.containers, items, container),
      camps: having(expected.camps, camp, () => undefined),
      guilds: new Map([...expected.guilds].map(([id, guild]) => [id, { ...guild, name: 'Other' }])),
    }),
    [
      'Zoe would differ from the request in technologyPoints',
      'Anubis of Zoe would differ from the request in nickname, level',
      'Items of Zoe would differ from the request in capacity, slot 5',
      `the guild ${[...expected.guilds.keys()][0]} would differ from the request in name`,
      `the base ${camp} would not be there`,
    ],
  );
});

test('values that a save rounds or leaves out are no difference', () => {
  const { ivs } = expected.characters.get(pal) ?? assert.fail();
  assert.deepEqual(
    differencesWith(palWith({ hp: 500.0004, sanity: 100 + 1e-9, ivs: { ...ivs, attackMelee: 50 } })),
    [],
  );
  assert.equal(differencesWith(palWith({ hp: 500.002 })).length, 1);
  assert.equal(differencesWith(palWith({ ivs: { ...ivs, defense: 50 } })).length, 1);
  const summoned = {
    location: { x: 0, y: 0, z: 0 },
    uncapturable: false,
    aiDisabled: false,
    damageMeter: true,
    healthMultiplier: 1,
    disabledStatuses: [],
  };
  const id = aGuid();
  const record = expected.characters.get(pal) ?? assert.fail();
  const withSummoned = new Map(expected.characters).set(id, { ...record, id, place: null, summoned });
  assert.deepEqual(
    worldDifferences({ expected: { ...expected, characters: withSummoned }, found: expected, save }),
    [],
  );
});

test('melee IV is a difference in a save of 2024, which holds it', () => {
  const { ivs } = expected.characters.get(pal) ?? assert.fail();
  const actual = { ...expected, ...palWith({ ivs: { ...ivs, attackMelee: 50 } }) };
  assert.equal(worldDifferences({ expected, found: actual, save: { era: 'A' } }).length, 1);
});

test('twenty differences are listed, and the others counted', () => {
  const record = expected.characters.get(pal) ?? assert.fail();
  const characters = new Map(expected.characters);
  for (let index = 0; index < 25; index += 1) {
    const id = aGuid();
    characters.set(id, { ...record, id });
  }
  const sentences = differencesWith({ characters });
  assert.equal(sentences.length, 21);
  assert.equal(sentences[0], 'Anubis of Zoe would be there, but should not');
  assert.equal(sentences.at(-1), '5 more differences');
});
