import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runs } from '@palatine/platform/testing';
import fc from 'fast-check';
import { loadCatalogue } from '../catalogue/catalogue.ts';
import { importSave } from '../import/import-save.ts';
import { NOW_MS } from '../testing/save-builder.ts';
import { aSaveToChange, changesWithoutPlaces } from '../testing/save-to-change.ts';
import { aGameContext, aGuid } from '../testing/world-builder.ts';
import { replayChanges } from './replay-changes.ts';
import { saveChangesOf } from './save-changes.ts';
import { worldDifferences } from './world-differences.ts';
import { RECORD_TABLES, type RecordTable, recordsOf, type WorldRecords } from './world-records.ts';

const catalogue = loadCatalogue();
const { save } = aSaveToChange();
const before = recordsOf(importSave(save, { catalogue, nowMs: NOW_MS, seed: 1 }));

type Json = unknown;

/** Steps from choice to choice, so that one list of numbers decides a whole change. */
type Choose = (count: number) => number;

const OTHER_TEXTS = ['Wood', 'Anubis', 'None', '', 'PalEgg_Fire_01'];
const OTHER_NUMBERS = [0, 1, 2, 80, 256, 70_000, -1, 2 ** 31, 0.25];

/** Another value in place of one leaf of a record, or a leaf more or less. */
function changed(value: Json, choose: Choose, name = ''): Json {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return OTHER_NUMBERS[choose(OTHER_NUMBERS.length)];
  if (typeof value === 'string') return choose(2) === 0 ? aGuid() : OTHER_TEXTS[choose(OTHER_TEXTS.length)];
  if (value === null) return choose(2) === 0 ? aGuid() : null;
  if (Array.isArray(value)) return changedList(value, choose);
  return changedObject(value as Record<string, Json>, choose, name); // the remaining JSON type
}

function changedList(list: readonly Json[], choose: Choose): Json[] {
  const at = choose(list.length + 1);
  if (at === list.length) return [...list, OTHER_TEXTS[choose(OTHER_TEXTS.length)]];
  return choose(2) === 0 ? list.toSpliced(at, 1) : list.with(at, changed(list[at], choose));
}

const ADDED: Readonly<Record<string, object>> = {
  slots: { 7: { itemId: 'Stone', count: 1 } },
  relics: { SwimSpeed: 3 },
  statusPoints: { 捕獲率: 2 },
  extraWorkSuitabilities: { Watering: 1 },
};

function changedObject(object: Record<string, Json>, choose: Choose, name: string): Json {
  const keys = Object.keys(object).filter((key) => key !== 'id' && key !== 'uid');
  if (choose(keys.length + 1) === 0) return { ...object, ...ADDED[name] };
  const key = keys[choose(keys.length)];
  return key === undefined ? object : { ...object, [key]: changed(object[key], choose, key) };
}

function changedRecords(table: RecordTable, choices: readonly number[]): WorldRecords {
  let at = 0;
  const choose: Choose = (count) => (choices[at++] ?? 0) % count;
  const records = new Map<string, object>(before[table]);
  const key = [...records.keys()][choose(records.size)] ?? '';
  const record = records.get(key) ?? {};
  const kind = choose(6);
  if (kind === 0) records.delete(key);
  else if (kind === 1) {
    const id = aGuid();
    records.set(id, { ...record, ...('uid' in record ? { uid: id } : { id }) });
  } else records.set(key, changed(record, choose) as object);
  return { ...before, [table]: records };
}

/** The facts of all records that a save of 1.0 distinguishes, as text. Written by hand, not with the code under test. */
function factsOf(records: WorldRecords): string {
  return JSON.stringify(
    RECORD_TABLES.map((table) => [...records[table]].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    (key, value: Json) => {
      if (key === 'attackMelee' || key === 'released') return undefined;
      if (key === 'technologies' || key === 'disabledWork') return [...(value as string[])].sort();
      if (['relics', 'statusPoints', 'extraWorkSuitabilities'].includes(key)) {
        return Object.entries(value as object)
          .filter(([, count]) => count !== 0)
          .sort(([a], [b]) => (a < b ? -1 : 1));
      }
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
      return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
    },
  );
}

const facts = factsOf(before);
const anyChange = fc.record({
  table: fc.constantFrom(...RECORD_TABLES),
  choices: fc.array(fc.nat({ max: 1000 }), { minLength: 12, maxLength: 12 }),
});

test('every difference of a record is an edit or a refusal, and equal records are neither', () => {
  let changes = 0;
  fc.assert(
    fc.property(anyChange, ({ table, choices }) => {
      const after = changedRecords(table, choices);
      const differs = factsOf(after) !== facts;
      if (differs) changes += 1;
      const { edits, refusals } = saveChangesOf({ before, after, save, catalogue });
      assert.equal(edits.length + refusals.length > 0, differs);
      const sentences = worldDifferences({ expected: before, found: after, save });
      assert.equal(sentences.length > 0, differs);
    }),
    runs(200),
  );
  assert.ok(changes > runs(100).numRuns, `${changes} were changes`);
});

test('every difference is made again in a world of the same save, or reported', () => {
  let applied = 0;
  fc.assert(
    fc.property(anyChange, ({ table, choices }) => {
      const after = changedRecords(table, choices);
      const game = aGameContext(importSave(save, { catalogue, nowMs: NOW_MS, seed: 1 }));
      const rejected = replayChanges(game, before, after);
      if (rejected.length > 0) return;
      assert.deepEqual(
        changesWithoutPlaces(before, recordsOf(game.world)),
        changesWithoutPlaces(before, after),
      );
      if (factsOf(after) === facts) return;
      applied += 1;
      assert.ok(factsOf(recordsOf(game.world)) !== facts, 'the change is neither made nor reported');
    }),
    runs(200),
  );
  assert.ok(applied > runs(2).numRuns, `${applied} were made again`);
});
