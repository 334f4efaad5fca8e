import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Mark, markFilter } from './mark.ts';

const mark = (name: string, note = '', id = 'x'): Mark => ({ layer: 'online', id, name, note, x: 0, y: 0 });

test('every word has to be in the name, the note or the id, in any case and without accents', () => {
  const matching = (find: string, ...marks: Mark[]) => marks.filter(markFilter(find)).map(({ name }) => name);
  const zoe = mark('Zoë', 'Kettle Harbour');
  const mo = mark('Mo', 'Kettle Harbour', 'D894F2B1');
  assert.deepEqual(matching('kettle zoe', zoe, mo), ['Zoë']);
  assert.deepEqual(matching('  HARBOUR ', zoe, mo), ['Zoë', 'Mo']);
  assert.deepEqual(matching('d894', zoe, mo), ['Mo']);
  assert.deepEqual(matching('harbor', zoe, mo), []);
  assert.deepEqual(matching('', zoe, mo), ['Zoë', 'Mo']);
});
