import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLanguage, language, languageFor, texts, withTexts } from './texts.ts';

// One state for the page, so the tests follow one another as a session does.

test('the texts of the frame are there before anything is loaded', async () => {
  const untouched = './texts.ts?untouched'; // other tests of this process may have loaded all
  const fresh = (await import(untouched)) as typeof import('./texts.ts');
  assert.equal(fresh.texts.value.shell.pages.map, 'Map');
  assert.equal('players' in fresh.texts.value, false);
});

test('another language is chosen, and back before it has come', async () => {
  const chosen = [chooseLanguage('zh-CN'), chooseLanguage('en')];
  await Promise.all(chosen);
  assert.deepEqual([language.value, texts.value.shell.pages.map], ['en', 'Map']);
});

test('code comes with its texts in the language that is chosen meanwhile', async () => {
  const page = withTexts(async () => 'page')();
  await chooseLanguage('zh-CN');
  assert.equal(await page, 'page');
  assert.equal(language.value, 'zh-CN');
  assert.equal(texts.value.players.everybody, '全部');
  assert.equal(texts.value.shell.pages.map, '地图');
});

test('a change of the language keeps what was loaded of the other one', async () => {
  await chooseLanguage('en');
  assert.equal(texts.value.players.everybody, 'All');
});

test('code that cannot be loaded is told, and its texts are there for the next try', async () => {
  await assert.rejects(withTexts(() => Promise.reject(new Error('gone')))(), /gone/);
  assert.equal(await withTexts(async () => 'page')(), 'page');
});

test('the language of a browser is taken where the page has it', () => {
  assert.deepEqual([['zh-TW'], ['fr', 'zh-CN'], ['fr'], []].map(languageFor), ['zh-CN', 'zh-CN', 'en', 'en']);
});
