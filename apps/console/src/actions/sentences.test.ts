import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { loadAllTexts } from '../texts/texts.ts';
import { EMPTY_DRAFT, type PlayerTarget, type Target } from './action.ts';
import { ACTION_IDS, ACTIONS } from './action-table.ts';
import { armText, isArmed, levelOf, sentenceOf } from './sentences.ts';

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

test('the whole of a name is typed; of one that is longer than what is shown, the beginning of the id', () => {
  const name = 'Moss & Timber of the northern shore at 34, -427';
  const base: Target = { kind: 'base', id: '04CB216B-487AD789-C47E2DBA-08B0B49F', name };
  assert.equal(armText([base]), name);
  assert.equal(armText([{ ...base, name: 'x'.repeat(65) }]), '04CB216B');
});

test('several bases are deleted by their number', () => {
  const base: Target = { kind: 'base', id: '1', name: 'Moss at 34, -427' };
  assert.equal(sentenceOf(ACTIONS.deleteBase, EMPTY_DRAFT, [base, base]), 'Delete 2 bases');
  assert.equal(sentenceOf(ACTIONS.kick, EMPTY_DRAFT, many(12)), 'Kick 12 players');
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
