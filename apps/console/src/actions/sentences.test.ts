import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ONE_OF_EACH } from '../../test/one-of-each.ts';
import { chooseLanguage, loadAllTexts } from '../texts/texts.ts';
import { type ActionId, EMPTY_DRAFT, type PlayerTarget, type Target } from './action.ts';
import { ACTION_IDS, ACTIONS } from './action-table.ts';
import { armText, doneSentenceOf, isArmed, levelOf, sentenceOf, titleOf } from './sentences.ts';

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

for (const language of ['en', 'zh-CN'] as const) {
  test(`titles and buttons name each target once, and nothing that has no name, ${language}`, async (t) => {
    t.after(() => chooseLanguage('en'));
    await chooseLanguage(language);
    for (const id of ACTION_IDS) {
      for (const kind of ACTIONS[id].targets) {
        const targets = [ONE_OF_EACH[kind]];
        const sentences = [sentenceOf, doneSentenceOf].map((words) =>
          words(ACTIONS[id], EMPTY_DRAFT, targets),
        );
        sentences.push(titleOf(ACTIONS[id], targets));
        for (const words of sentences) {
          assert.doesNotMatch(words, /\u2068\u2069|[:：]\s*$/, id);
          assert.doesNotMatch(words, /base.*base|据点.*据点/i, id);
        }
      }
    }
  });
}

test('a base and several are deleted, and what an archive holds is restored, in plain words', () => {
  const { base, archive, server } = ONE_OF_EACH;
  const sentence = (id: ActionId, ...targets: Target[]) => sentenceOf(ACTIONS[id], EMPTY_DRAFT, targets);
  assert.equal(sentence('deleteBase', base), 'Delete the base of \u2068Moss at 34, -427\u2069');
  assert.equal(sentence('deleteBase', base, base), 'Delete 2 bases');
  assert.equal(sentence('restoreBase', archive), `Restore \u2068${archive.name}\u2069`);
  assert.equal(titleOf(ACTIONS.startMaintenance, [server]), 'Restart');
});

test('a button says all that it does', () => {
  const give = { ...EMPTY_DRAFT, items: [{ id: 'PalSphere', count: 10 }] };
  assert.equal(sentenceOf(ACTIONS.giveItems, give, [zoe]), 'Give 10 Pal Sphere to \u2068Zoe\u2069');
  assert.equal(sentenceOf(ACTIONS.kick, EMPTY_DRAFT, [zoe]), 'Kick \u2068Zoe\u2069');
  assert.equal(sentenceOf(ACTIONS.kick, EMPTY_DRAFT, many(12)), 'Kick 12 players');
  assert.equal(
    sentenceOf(ACTIONS.giveProgress, { ...EMPTY_DRAFT, progress: { EXP: 1000, SwimSpeed: 2 } }, [zoe]),
    'Give 1,000 EXP and 2 Swim Speed to \u2068Zoe\u2069',
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
