import assert from 'node:assert/strict';
import { test } from 'node:test';
import { iconIn, readIcons } from './operator-icons.ts';

const icons = readIcons({ pals: { SheepBall: 'a1', BOSS_Anubis: 'b2' }, items: { Wood: 'c3' } });

test('an icon is found by its id in any case, with its stamp in the address', () => {
  assert.equal(iconIn(icons, 'items', 'wOOD'), '/console/operator/icons/items/Wood?v=c3');
  assert.equal(iconIn(icons, 'items', 'Stone'), undefined);
  assert.equal(iconIn(icons, 'technologies', 'Wood'), undefined);
});

test('an alpha has its own icon, or that of its species', () => {
  assert.match(iconIn(icons, 'pals', 'BOSS_SheepBall') ?? '', /SheepBall\?v=a1$/);
  assert.match(iconIn(icons, 'pals', 'boss_anubis') ?? '', /BOSS_Anubis/);
  assert.equal(iconIn(icons, 'pals', 'Anubis'), undefined);
});

test('what is no list of icons has none, and ids of the language are no icons', () => {
  for (const list of [null, 'x', [], { pals: null }, { pals: { SheepBall: 3 } }]) {
    assert.equal(iconIn(readIcons(list), 'pals', 'SheepBall'), undefined);
  }
  assert.equal(iconIn(icons, 'items', 'constructor'), undefined);
});
