import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ELEMENTS,
  elementOf,
  ITEM_CATEGORIES,
  initialsOf,
  itemCategory,
  MAP_MARKS,
  PAL_MARKS,
  pathData,
  WORKS,
} from './shapes.ts';

test('every glyph stays in the grid of 24 where its data is absolute', () => {
  const all = { ...ELEMENTS, ...WORKS, ...ITEM_CATEGORIES, ...MAP_MARKS, ...PAL_MARKS };
  for (const [name, shape] of Object.entries(all)) {
    for (const [, x, y] of pathData(shape).matchAll(/[ML]\s*(-?[\d.]+)[ ,](-?[\d.]+)/g)) {
      assert.ok(Number(x) >= 2 && Number(x) <= 22 && Number(y) >= 2 && Number(y) <= 22, `${name}: ${x} ${y}`);
    }
  }
});

test('initials are letters only, whatever a name holds', () =>
  assert.deepEqual(
    ['Zoe', 'Charles Entertainmen', '张伟 二', '<b>x', '\u202e\u200b', '', '👾 neo'].map(initialsOf),
    ['Z', 'CE', '张', 'BX', '?', '?', 'N'],
  ));

test('a subtype says more of an item than its type, and the unknown is a material', () => {
  assert.equal(itemCategory({ Type: 'Material', Subtype: 'MaterialIngot' }), 'ingot');
  assert.equal(itemCategory({ Type: 'Material', Subtype: 'MaterialOre' }), 'material');
  assert.equal(itemCategory({ Type: 'New', Subtype: 'NewThing' }), 'material');
  assert.equal(itemCategory(undefined), 'material');
  assert.equal(elementOf('toString'), 'Normal');
});
