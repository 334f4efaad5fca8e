import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { loadCatalogue } from './catalogue.ts';
import { defaultSkills, rollFreshPal, rollGender, rollPassives } from './fresh-pal.ts';
import type { Random } from './random.ts';
import type { Pal } from './tables.ts';

const catalogue = loadCatalogue();

function pal(id: string): Pal {
  const row = catalogue.pals.find(id);
  assert.ok(row, id);
  return row;
}

function inTurn(...rolls: number[]): Random {
  let turn = 0;
  return () => rolls[turn++ % rolls.length] ?? 0;
}
const HIGHEST = 1 - 2 ** -53;

test('a Pal is male as often as its species', () => {
  const anubis = pal('Anubis');
  assert.equal(rollGender({ ...anubis, malePct: 50 }, inTurn(0.4999)), 'Male');
  assert.equal(rollGender({ ...anubis, malePct: 50 }, inTurn(0.5)), 'Female');
  assert.equal(rollGender({ ...anubis, malePct: 0 }, inTurn(0)), 'Female');
  assert.equal(rollGender({ ...anubis, malePct: 100 }, inTurn(HIGHEST)), 'Male');
  assert.equal(rollGender(pal('POLICE_HawkBird'), inTurn(0)), 'None');
});

test('IVs reach from 0 to 100, of wild alphas and lucky ones from 50', () => {
  const lowest = { level: 1, random: inTurn(0) };
  const highest = { level: 1, random: inTurn(HIGHEST) };
  assert.deepEqual(rollFreshPal(catalogue, pal('Anubis'), lowest).ivs, {
    health: 0,
    attackShot: 0,
    defense: 0,
  });
  assert.equal(rollFreshPal(catalogue, pal('Anubis'), highest).ivs.defense, 100);
  assert.equal(rollFreshPal(catalogue, pal('BOSS_Anubis'), { ...lowest, wild: true }).ivs.health, 50);
  assert.equal(rollFreshPal(catalogue, pal('Anubis'), { ...lowest, wild: true, lucky: true }).ivs.health, 50);
  assert.equal(rollFreshPal(catalogue, pal('BOSS_Anubis'), lowest).ivs.health, 0);
});

test('the last three skills learned are equipped, newest first', () => {
  const anubis = pal('Anubis');
  assert.deepEqual(defaultSkills(catalogue, anubis, 1), ['StoneShotgun']);
  assert.deepEqual(defaultSkills(catalogue, anubis, 14), ['PowerBall', 'StoneShotgun']);
  const at55 = ['SandTwister', 'RockLance', 'Unique_Anubis_GroundPunch'];
  assert.deepEqual(defaultSkills(catalogue, anubis, 55), at55);
  assert.deepEqual(defaultSkills(catalogue, pal('BOSS_Anubis'), 55), at55);
});

test('a variant without a learnset learns what its ordinary form does', () => {
  const variant = catalogue.pals.all().find(({ id, base }) => base !== null && !catalogue.learnsets.find(id));
  assert.ok(variant?.base);
  assert.deepEqual(defaultSkills(catalogue, variant, 80), defaultSkills(catalogue, pal(variant.base), 80));
});

test('a grant has the innate passives and no others, a full stomach and the EXP of its level', () => {
  const anubis = pal('Anubis');
  const fresh = rollFreshPal(catalogue, anubis, { level: 30, random: inTurn(HIGHEST) });
  assert.deepEqual(fresh.passives, anubis.innatePassives);
  assert.equal(fresh.stomach, 540);
  assert.equal(fresh.sanity, 100);
  assert.equal(fresh.exp, 67_524);
});

test('only a lucky Pal can be Lucky', () => {
  const rolledEver = (lucky: boolean) => {
    const seen = new Set<string>();
    for (let roll = 0; roll < 1; roll += 1 / 200) {
      for (const id of rollPassives(catalogue, pal('SheepBall'), inTurn(0.5, roll), { lucky })) seen.add(id);
    }
    return seen;
  };
  assert.ok(rolledEver(true).has('Rare'));
  assert.ok(!rolledEver(false).has('Rare'));
});

test('for any random numbers, a wild Pal has at most four different passives that may be rolled', () => {
  const anyPal = fc.constantFrom(...catalogue.pals.all());
  const rolls = fc.array(fc.double({ min: 0, max: HIGHEST, noNaN: true }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(anyPal, rolls, fc.integer({ min: 1, max: 80 }), (species, chance, level) => {
      const fresh = rollFreshPal(catalogue, species, { level, random: inTurn(...chance), wild: true });
      assert.equal(new Set(fresh.passives).size, fresh.passives.length);
      assert.ok(fresh.passives.length <= Math.max(4, species.innatePassives.length));
      for (const id of fresh.passives) {
        assert.ok(species.innatePassives.includes(id) || catalogue.passives.find(id)?.pal, id);
      }
      for (const iv of Object.values(fresh.ivs)) assert.ok(Number.isInteger(iv) && iv >= 0 && iv <= 100);
    }),
  );
});
