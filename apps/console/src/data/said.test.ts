import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SENTENCES, type SentenceCode, sentence, sentences } from '@palatine/contract';
import { chooseLanguage } from '../texts/texts.ts';
import { sentences as chinese } from '../texts/zh-cn/sentences.ts';
import { said, saidOf } from './said.ts';

const slots = (template: string) =>
  [...new Set([...template.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();

test('every sentence of the service has English and Chinese, and both use each of its values', () => {
  assert.deepEqual(Object.keys(chinese), Object.keys(SENTENCES));
  for (const code of Object.keys(SENTENCES) as SentenceCode[]) {
    assert.notEqual(chinese[code], '', code);
    assert.deepEqual(slots(chinese[code]), slots(SENTENCES[code]), code);
  }
});

test('a sentence is worded in the language of the page, with those in it', async () => {
  const free = sentence('doctor.littleSpace', { free: '2 GiB', world: '1 GiB' });
  const delivered = sentence('maintenance.inGame', { count: 1 });
  const all = sentences([free, delivered, { Message: 'EACCES' }]);
  assert.equal(all.Message, '2 GiB free, and the world has 1 GiB; 1 delivery is in the game; EACCES');
  assert.equal(said(all), all.Message);
  assert.equal(sentences([free]), free, 'one alone is itself');
  await chooseLanguage('zh-CN');
  assert.equal(said(all), '剩余 2 GiB，世界占用 1 GiB；1 项发放已在游戏中；EACCES');
  assert.equal(saidOf('cheating', {}), 'cheating', 'the words of a person');
  assert.equal(saidOf('logged out', { code: 'left.loggedOut' }), '自行退出');
  assert.equal(said({ Code: 'from.a.newer.service', Message: 'As it says' }), 'As it says');
  await chooseLanguage('en');
});
