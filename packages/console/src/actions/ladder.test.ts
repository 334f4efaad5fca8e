import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { loadAllTexts } from '../texts/texts.ts';
import { ACTION_IDS, ACTIONS } from './action-table.ts';
import { EMPTY_DRAFT } from './draft.ts';
import { armText, isArmed, levelOf, sentenceOf } from './ladder.ts';
import type { PlayerTarget } from './target.ts';

before(loadAllTexts);

const player = (name: string, more: Partial<PlayerTarget> = {}): PlayerTarget => ({
  kind: 'player',
  uid: 'D894F2B1-00000000-00000000-00000000',
  name,
  online: true,
  ...more,
});
const zoe = player('Zoe');
const many = (n: number) => Array.from({ length: n }, (_, at) => player(`P${at}`));

test('forgetting some asks for a reason to think, forgetting all for the name', () => {
  const some = { ...EMPTY_DRAFT, technologies: ['Workbench'] };
  assert.equal(levelOf(ACTIONS.forget, some, [zoe]), 2);
  assert.equal(levelOf(ACTIONS.forget, { ...some, everything: true }, [zoe]), 3);
});

test('a ban of more than ten needs their number typed', () => {
  assert.equal(levelOf(ACTIONS.ban, EMPTY_DRAFT, many(10)), 2);
  assert.equal(levelOf(ACTIONS.ban, EMPTY_DRAFT, many(11)), 3);
  assert.equal(armText(many(11)), '11');
});

test('what takes something away is never of level 1, and what cannot be taken back is of level 3', () => {
  for (const id of ACTION_IDS) {
    const { danger = false, level } = ACTIONS[id];
    if (danger) assert.ok(level > 1, id);
  }
  assert.equal(ACTIONS.deleteBase.level, 3);
  assert.equal(ACTIONS.restoreBackup.level, 3);
});

test('an action is armed by the name of its target, in any case and however it is spaced', () => {
  assert.equal(armText([zoe]), 'Zoe');
  for (const typed of ['Zoe', ' zoe ', 'ZOE']) assert.ok(isArmed(typed, 'Zoe'), typed);
  for (const typed of ['', 'Zo', 'Zoe!', 'Mo']) assert.ok(!isArmed(typed, 'Zoe'), typed);
  assert.ok(isArmed('Base  of Mo', 'base of mo'));
});

test('a name that cannot be typed is replaced by the beginning of the id', () => {
  for (const name of ['', '\u200B\u200B', 'Zoe\u202E', '\u0007']) {
    assert.equal(armText([player(name)]), 'D894F2B1', JSON.stringify(name));
  }
});

test('a button says all that it does', () => {
  const give = { ...EMPTY_DRAFT, items: [{ id: 'PalSphere', count: 10 }] };
  assert.equal(sentenceOf(ACTIONS.giveItems, give, [zoe]), 'Give 10 PalSphere to \u2068Zoe\u2069');
  assert.equal(sentenceOf(ACTIONS.kick, EMPTY_DRAFT, [zoe]), 'Kick \u2068Zoe\u2069');
  assert.equal(sentenceOf(ACTIONS.kick, EMPTY_DRAFT, many(12)), 'Kick 12 players');
  assert.equal(
    sentenceOf(ACTIONS.giveProgress, { ...EMPTY_DRAFT, progress: { EXP: 1000, SwimSpeed: 2 } }, [zoe]),
    'Give 1,000 EXP and 2 SwimSpeed to \u2068Zoe\u2069',
  );
});

test('a button counts what would be too much to name', () => {
  const items = ['A', 'B', 'C', 'D'].map((id) => ({ id, count: 1 }));
  assert.equal(
    sentenceOf(ACTIONS.giveItems, { ...EMPTY_DRAFT, items }, [zoe]),
    'Give 4 kinds to \u2068Zoe\u2069',
  );
});

test('a name cannot turn a sentence around, and is cut', () => {
  const sentence = sentenceOf(ACTIONS.kick, EMPTY_DRAFT, [player(`\u202Egnab${'x'.repeat(100)}`)]);
  assert.ok(sentence.startsWith('Kick \u2068[U+202E]gnab'), sentence);
  assert.ok(Array.from(sentence).length < 80);
});

test('every action has a sentence for one and for many, and asks for nothing that it does not send', () => {
  for (const id of ACTION_IDS) {
    for (const targets of [[zoe], many(3)]) {
      assert.ok(sentenceOf(ACTIONS[id], EMPTY_DRAFT, targets).length > 3, id);
    }
    assert.equal(ACTIONS[id].id, id);
  }
});
