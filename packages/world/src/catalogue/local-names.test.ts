import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadCatalogue } from './catalogue.ts';
import { inLanguage, LOCAL_LANGUAGES, NAMED_TABLES } from './local-names.ts';

const english = loadCatalogue();

for (const language of LOCAL_LANGUAGES) {
  test(`${language} names nearly every item and Pal, changes nothing else, and has no placeholder`, () => {
    const local = inLanguage(english, language);
    for (const table of NAMED_TABLES) {
      const rows = local[table].all();
      assert.deepEqual(
        rows.map((row) => ({ ...row, name: null })),
        english[table].all().map((row) => ({ ...row, name: null })),
      );
      for (const { name } of rows) assert.ok(name === null || !/^-$|^\S+[-_ ]text$/i.test(name), name ?? '');
    }
    const translated = local.pals.all().filter(({ id, name }) => english.pals.find(id)?.name !== name);
    assert.ok(local.items.find('Wood')?.name !== 'Wood');
    // Thai and the languages with Latin letters share most names of Pals with English.
    assert.ok(/^(ko|ru|zh)/.test(language) ? translated.length > 390 : translated.length > 0);
  });
}

test('an alpha has the name of its Pal, and so has a boss of the field', () => {
  const chinese = inLanguage(english, 'zh-Hans');
  const name = chinese.pals.find('WeaselDragon')?.name;
  assert.notEqual(name, 'Chillet');
  assert.equal(chinese.pals.find('boss_weaseldragon')?.name, name);
  assert.equal(chinese.fieldBosses.find('1_10_plain_F_Boss_FairyDragon')?.name, name);
});

test('a person without a name in a language has the English one', () => {
  const german = inLanguage(english, 'de');
  assert.deepEqual(german.npcs.all(), english.npcs.all());
  assert.equal(german.items.find('Accessory_AirDash4')?.name, 'Quadruple Air Dash Boots');
});

test("a name of the operator's files applies to every language, a number beside a shipped name does not hide it", () => {
  const overlay = mkdtempSync(join(tmpdir(), 'palatine-names-'));
  try {
    const columns = ['id', 'name', 'equip', 'typeA', 'stack', 'weight', 'dynamic', 'disabled'];
    const rows = [
      ['Wood', 'Timber', null, 'Material', 7, 3, null, 0],
      ['Stone', 'Stone', null, 'Material', 7, 3, null, 0],
    ];
    writeFileSync(join(overlay, 'items.json'), JSON.stringify({ columns, rows }));
    const german = inLanguage(loadCatalogue({ overlay }), 'de');
    assert.equal(german.items.find('wood')?.name, 'Timber');
    assert.deepEqual([german.items.find('stone')?.name, german.items.find('stone')?.stack], ['Stein', 7]);
  } finally {
    rmSync(overlay, { recursive: true });
  }
});
