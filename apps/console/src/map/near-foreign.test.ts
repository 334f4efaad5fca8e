import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Mark } from './marks/mark.ts';
import { watchLoiterers } from './use-loiterers.ts';

const STAYED_MS = 120_000;
const RULE = { besideCm: 3_000, stayedMs: STAYED_MS };

const base: Mark = {
  layer: 'bases',
  id: 'b',
  name: '',
  note: '',
  guildId: 'theirs',
  areaCm: 3_500,
  x: 0,
  y: 0,
};
const player = (x: number, guildId = 'ours'): Mark => ({
  layer: 'online',
  id: 'Zoe',
  name: 'Zoe',
  note: '',
  guildId,
  x,
  y: 0,
});

test('who stays beside a foreign base for two minutes is told of, once', () => {
  const watch = watchLoiterers();
  assert.equal(watch.look([player(5_000)], [base], 0, RULE).all.length, 0);
  assert.equal(watch.look([player(5_500)], [base], STAYED_MS - 1, RULE).all.length, 0);
  const { all, added } = watch.look([player(4_000)], [base], STAYED_MS, RULE);
  assert.deepEqual([all[0]?.player.id, all[0]?.base.id, added.length], ['Zoe', 'b', 1]);
  const later = watch.look([player(4_000)], [base], STAYED_MS + 1000, RULE);
  assert.deepEqual([later.all.length, later.added.length], [1, 0]);
});

test('members of the guild, visitors inside the area and passers-by are not told of', () => {
  const stays = (mark: Mark) => {
    const watch = watchLoiterers();
    watch.look([mark], [base], 0, RULE);
    return watch.look([mark], [base], STAYED_MS, RULE).all.length;
  };
  assert.equal(stays(player(5_000, 'theirs')), 0);
  assert.equal(stays(player(1_000)), 0);
  assert.equal(stays(player(9_000)), 0);
  assert.equal(stays(player(5_000)), 1);
});

test('who goes away and comes back starts over', () => {
  const watch = watchLoiterers();
  watch.look([player(5_000)], [base], 0, RULE);
  watch.look([player(50_000)], [base], 60_000, RULE);
  assert.equal(watch.look([player(5_000)], [base], STAYED_MS, RULE).all.length, 0);
});

test('how near and how long is up to who is warned', () => {
  const watch = watchLoiterers();
  const far = { besideCm: 10_000, stayedMs: 60_000 };
  watch.look([player(9_000)], [base], 0, far);
  assert.equal(watch.look([player(9_000)], [base], 60_000, far).all.length, 1);
});
