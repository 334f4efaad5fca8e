import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CatalogueReply, searchKey } from '@palatine/contract';
import { nameLanguageFor, wordsOf } from './catalogue.ts';
import { readCatalogue } from './catalogue-entries.ts';
import { rankText, searchCatalogues } from './catalogue-search.ts';

/** A catalogue with items only: the other tables are not read here. */
function withItems(names: Record<string, string>, language: string) {
  const Rows = Object.entries(names);
  const reply: Partial<CatalogueReply> = { Version: '1', Items: { Columns: ['ID', 'Name'], Rows } };
  return readCatalogue(reply as CatalogueReply, language);
}

const english = withItems(
  { PalSphere: 'Pal Sphere', PalSphere_Mega: 'Mega Sphere', Sphere: 'Ball', Wood: 'Wood', Cafe: 'Café' },
  'en',
);
const chinese = withItems(
  { PalSphere: '帕鲁球', PalSphere_Mega: '高级帕鲁球', Sphere: '球', Wood: '木材', Cafe: '咖啡' },
  'zh-Hans',
);
const find = (text: string, catalogue = english) =>
  searchCatalogues(catalogue, english, { text, kinds: ['Items'], limit: 10 }).map(({ id }) => id);

test('ids are found in any case', () => {
  assert.equal(english.get('Items', 'palSPHERE')?.Name, 'Pal Sphere');
  assert.equal(english.get('Items', 'nothing'), undefined);
});

test('the same text comes first, then its beginning, a word, a part, and every word in any order', () => {
  const texts = ['sphere', 'spherex', 'pal sphere', 'xsphere', 'suphere'];
  assert.deepEqual(
    texts.map((text) => rankText(text, 'sphere')),
    [4, 3, 2, 1, 0],
  );
  assert.equal(rankText('mega pal sphere', 'sphere meg'), 0.5);
  assert.deepEqual(find('sphere'), ['Sphere', 'PalSphere', 'PalSphere_Mega']);
});

test('the shown language, English and the id find an entry', () => {
  assert.deepEqual(find('帕鲁球', chinese), ['PalSphere', 'PalSphere_Mega']);
  assert.deepEqual(find('mega', chinese), ['PalSphere_Mega']);
  assert.deepEqual(find('wood', chinese), ['Wood']);
});

test('accents do not hide an entry, and no text finds nothing', () => {
  assert.deepEqual(find('cafe'), ['Cafe']);
  assert.equal(searchKey(' Ärger '), 'arger');
  assert.deepEqual(find('  '), []);
});

test('names are in the language of the page where the service has it', () => {
  const offered = ['en', 'de', 'zh-Hans', 'zh-Hant', 'pt-BR'];
  const actual = ['zh-CN', 'zh-TW', 'de-AT', 'pt', 'xx', 'EN'].map((tag) => nameLanguageFor(tag, offered));
  assert.deepEqual(actual, ['zh-Hans', 'zh-Hant', 'de', 'pt-BR', 'en', 'en']);
});

test('an id for which the game has no name is shown in words, and what is no word as it is', () => {
  const shown = ['WorldTreeMiddleBoss1', 'WallSignBoard', 'Stone_pillar', 'NPCBed', 'Anubis'].map(wordsOf);
  assert.deepEqual(shown, [
    'World Tree Middle Boss 1',
    'Wall Sign Board',
    'Stone pillar',
    'NPC Bed',
    'Anubis',
  ]);
  assert.equal(wordsOf('49C3516D459F15C70ABEE88CD7F4D331'), '49C3516D459F15C70ABEE88CD7F4D331');
});
