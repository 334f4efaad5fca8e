import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { loadCatalogue } from './catalogue.ts';
import { ENTRIES, findIds, ID_KINDS, type IdKind } from './find-ids.ts';

const catalogue = loadCatalogue();

function first(text: string, kind?: IdKind): string | undefined {
  return findIds(catalogue, text, { limit: 1, ...(kind && { kinds: [kind] }) })[0]?.id;
}

test('ids are found by display name, by spelling, and by what people write', () => {
  for (const [text, id, kind] of [
    ['Pal Sphere', 'PalSphere'],
    ['mega sphere', 'PalSphere_Mega'],
    ['Katress', 'CatMage'],
    ['Lifmunk Effigy', 'Relic'],
    ['gold coin', 'Money'],
    ['pal shpere', 'PalSphere', 'items'],
    ['Anubs', 'Anubis', 'pals'],
    ['Swift', 'MoveSpeed_up_3', 'passives'],
    ['Huge Dark Egg', 'PalEgg_Dark_05', 'eggs'],
    ['Pal Sphere', 'Special_PalSphere_Grade_01', 'technologies'],
    ['capture power', 'CapturePower', 'relics'],
    ['verdant hollow', 'DUNGEON_GRASS', 'expeditions'],
    ['zoe grizzbolt', 'GrassBoss', 'bosses'],
    ['rayne syndicate tower', 'GrassBoss', 'bosses'],
    ['lifmunk', 'CapturePower', 'relics'],
    ['thawtide cape', '04CB216B487AD789C47E2DBA08B0B49F', 'places'],
  ] as const) {
    assert.equal(first(text, kind), id, text);
  }
});

test('BOSS_ or alpha before a Pal finds its alpha, which has no row', () => {
  assert.equal(first('BOSS_Anubs', 'pals'), 'BOSS_Anubis');
  assert.equal(first('alpha katress', 'pals'), 'BOSS_CatMage');
  assert.equal(first('boss kingwhale otomo', 'pals'), 'BOSS_KingWhale_Otomo');
  for (const text of ['BOSS_', 'boss kingwhale', 'alpha fox', 'BOSS_KingWhale_Otomo']) {
    const ids = findIds(catalogue, text, { kinds: ['pals'], limit: 1000 }).map(({ id }) => id);
    assert.deepEqual(ids, [...new Set(ids)], `${text}: each once`);
    for (const id of ids) assert.equal(catalogue.pals.find(id)?.id, id);
  }
});

test('an egg is found among the eggs only', () =>
  assert.ok(findIds(catalogue, 'Dark Egg', { limit: 100 }).every(({ kind }) => kind !== 'items')));
const anyKind = fc.constantFrom(...ID_KINDS);
const anyId = anyKind.chain((kind) =>
  fc.constantFrom(...ENTRIES[kind](catalogue)).map(({ id }) => ({ kind, id })),
);

test('every id finds itself first, however its case, blanks and underscores are written', () => {
  fc.assert(
    fc.property(anyId, fc.infiniteStream(fc.boolean()), ({ kind, id }, choices) => {
      const chosen = () => choices.next().value === true;
      const text = [...id]
        .map((letter) => (chosen() ? letter.toUpperCase() : letter.toLowerCase()))
        .map((letter) => (letter === '_' && chosen() ? ' ' : letter))
        .join('');
      const [hit] = findIds(catalogue, text, { kinds: [kind], limit: 1 });
      assert.equal(hit?.match, 'id', `${kind} ${text}`);
    }),
  );
});

test('an id with one letter left out, doubled or swapped is found, or something with these very letters', () => {
  const items = ENTRIES.items(catalogue).filter(({ id }) => id.length >= 8);
  fc.assert(
    fc.property(fc.constantFrom(...items), fc.nat(), ({ id }, chosen) => {
      const at = 1 + (chosen % (id.length - 1));
      const swapped = `${id.slice(0, at - 1)}${id[at]}${id[at - 1]}${id.slice(at + 1)}`;
      const without = id.slice(0, at) + id.slice(at + 1);
      const doubled = `${id.slice(0, at)}${id[at]}${id.slice(at)}`;
      for (const text of [swapped, without, doubled]) {
        const hits = findIds(catalogue, text, { kinds: ['items'], limit: 3000 });
        const [best] = hits;
        assert.ok(best !== undefined, text);
        if (best.match === 'spelling')
          assert.ok(
            hits.some((hit) => hit.id === id),
            `${text} for ${id}`,
          );
      }
    }),
  );
});

test('hits are the same in every order of kinds but for equal ones, and fewer are the first of more', () => {
  const texts = ['fox', 'sphere', 'anubs', 'wood', 'lv 1'];
  for (const text of texts) {
    const all = findIds(catalogue, text, { limit: 50 });
    assert.deepEqual(findIds(catalogue, text, { limit: 5 }), all.slice(0, 5));
    const matches = findIds(catalogue, text, { kinds: ID_KINDS.toReversed(), limit: 50 });
    assert.deepEqual(
      matches.map(({ match }) => match),
      all.map(({ match }) => match),
    );
  }
});

test('no text throws, and none finds more than was wanted', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ maxLength: 200 }));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 5 }), (typed, limit) => {
      assert.ok(findIds(catalogue, typed, { limit }).length <= limit);
    }),
  );
  for (const typed of ['__proto__', 'constructor', 'toString', '\uD800', '(', '$1']) {
    assert.ok(findIds(catalogue, typed, { limit: 3 }).length <= 3, typed);
  }
});

test('what an operator adds is found', () => {
  const withMod = {
    ...catalogue,
    passives: {
      ...catalogue.passives,
      all: () => [{ id: 'Mod_X', name: 'Modded', rank: 1, pal: true, rarePal: false }],
    },
  };
  assert.equal(findIds(withMod, 'modded', { limit: 1 })[0]?.id, 'Mod_X');
});
