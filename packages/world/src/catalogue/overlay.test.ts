import assert from 'node:assert/strict';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { loadCatalogue } from './catalogue.ts';

const ITEM_COLUMNS = ['id', 'name', 'equip', 'typeA', 'stack', 'weight', 'dynamic', 'disabled'];

/** Loads the catalogue with an overlay of these files; their paths are shortened to names in what it reports. */
function loadWith(files: Record<string, unknown>) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'overlay-'));
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder.path, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  const catalogue = loadCatalogue({ overlay: folder.path });
  const problems = catalogue.problems.map(({ file, place, reason }) => {
    return `${file.slice(folder.path.length + 1)} | ${place} | ${reason}`;
  });
  return { catalogue, problems };
}

const ours = loadCatalogue();

test('an overlay replaces a row in place and adds new ones at the end', () => {
  const { catalogue, problems } = loadWith({
    'items.json': {
      columns: ITEM_COLUMNS,
      rows: [
        ['WOOD', 'Sturdy Wood', null, 'Material', 5, 3, null, 0],
        ['Mod_Hammer', 'Hammer', 'Weapons', 'Weapon', 1, 5, 'weapon', 0],
      ],
    },
  });
  assert.deepEqual(problems, []);
  const text = { id: 'WOOD', name: 'Sturdy Wood', equip: null, typeA: 'Material', typeB: null };
  const rest = { rarity: 0, stack: 5, weight: 3, dynamic: null, disabled: false };
  assert.deepEqual(catalogue.items.find('wood'), { ...text, ...rest });
  assert.equal(catalogue.items.size, ours.items.size + 1);
  assert.equal(catalogue.items.all().at(-1)?.id, 'Mod_Hammer');
  const place = (id: string, { items } = ours) => items.all().findIndex((item) => item.id === id);
  assert.equal(place('WOOD', catalogue), place('Wood'));
});

test('a Pal that a mod adds has an alpha as well', () => {
  const names = ['Mod_Fox', 'Fox', null, null, 'Mod_Fox'];
  const { catalogue, problems } = loadWith({
    'pals.json': {
      columns: Object.keys(ours.pals.find('Anubis') ?? {}).filter(
        (name) => !['alpha', 'species', 'deck'].includes(name),
      ),
      rows: [[...names, ['Fire'], 3, 80, 80, 80, 200, 100, 50, Array(13).fill(1), [], null, 0]],
    },
  });
  assert.deepEqual(problems, []);
  assert.equal(catalogue.pals.find('boss_mod_fox')?.id, 'BOSS_Mod_Fox');
});

test('a raised level cap needs no more than a limits file', () => {
  const { catalogue } = loadWith({
    'limits.json': { columns: ['id', 'value'], rows: [['playerLevelCap', 90]] },
  });
  assert.equal(catalogue.limit('playerLevelCap'), 90);
  assert.equal(catalogue.limit('palLevelCap'), 80);
});

test('a column that came later may be left out, or filled', () => {
  const columns = [...ITEM_COLUMNS, 'rarity'];
  const { catalogue, problems } = loadWith({
    'items.json': { columns, rows: [['Mod_A', 'A', null, 'Material', 1, 1, null, 0, 4]] },
  });
  assert.deepEqual(problems, []);
  const { rarity, typeB } = catalogue.items.find('Mod_A') ?? {};
  assert.deepEqual([rarity, typeB], [4, null]);
});

test('columns may be in any order', () => {
  const { catalogue, problems } = loadWith({
    'limits.json': { columns: ['value', 'id'], rows: [[6, 'teamSlots']] },
  });
  assert.deepEqual(problems, []);
  assert.equal(catalogue.limit('teamSlots'), 6);
});

test('a bad row is reported with its place and left out; the good ones count', () => {
  const { catalogue, problems } = loadWith({
    'items.json': {
      columns: ITEM_COLUMNS,
      rows: [
        ['Mod_A', null, null, 'Material', 0, -1, null, 0],
        ['Mod_B', null, null, 'Material'],
        ['Mod_C', null, null, 'Material', 10, 1, null, 0],
        ['mod_c', null, null, 'Material', 20, 1, null, 0],
      ],
    },
  });
  assert.deepEqual(problems, [
    'items.json | row 1, column stack | must be a whole number above 0',
    'items.json | row 1, column weight | must be a number, 0 or more',
    'items.json | row 2 | must be a list of 8 cells, one per column',
    'items.json | mod_c | occurs more than once; the last one is used',
  ]);
  assert.equal(catalogue.items.size, ours.items.size + 1);
  assert.equal(catalogue.items.find('Mod_C')?.stack, 20);
});

test('a bad file is reported and left out; the catalogue still loads', () => {
  const { catalogue, problems } = loadWith({
    'passives.json': '{ "columns": [',
    'items.json': { columns: ['id', 'stack', 'color'], rows: [] },
    'npcs.json': [1, 2, 3],
    'palls.json': { columns: [], rows: [] },
  });
  assert.deepEqual(problems.map((problem) => problem.split(' | ').slice(0, 2).join(' | ')).sort(), [
    'items.json | columns',
    'npcs.json | ',
    'palls.json | ',
    'passives.json | ',
  ]);
  assert.match(problems.join('\n'), /"color" is unknown.*"name" is missing/);
  assert.match(problems.join('\n'), /no table of the catalogue has this name/);
  assert.equal(catalogue.items.size, ours.items.size);
  assert.equal(catalogue.passives.size, ours.passives.size);
});

test('an overlay folder that does not exist adds nothing and is no problem', () => {
  const catalogue = loadCatalogue({ overlay: join(import.meta.dirname, 'no-such-folder') });
  assert.deepEqual(catalogue.problems, []);
  assert.equal(catalogue.items.size, ours.items.size);
});
