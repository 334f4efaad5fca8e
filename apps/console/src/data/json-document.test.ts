import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fieldOf, parseDocument, printDocument, withField } from './json-document.ts';

test('a document is read back as it was printed', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const parsed = parseDocument(printDocument(value));
      assert.ok(parsed.ok);
      assert.equal(JSON.stringify(parsed.value), JSON.stringify(value));
    }),
  );
});

test('a text that is no JSON has the message of the engine, and a text that is no object does not count', () => {
  for (const broken of ['{\n  "PalID": "Anubis",\n  "Level": ,\n}', '{\n"PalID":', '']) {
    const parsed = parseDocument(broken);
    assert.match((!parsed.ok && parsed.message) || '', /JSON/, broken);
  }
  for (const text of ['[]', 'null', '"Anubis"']) assert.deepEqual(parseDocument(text), { ok: false }, text);
  assert.ok(parseDocument('\uFEFF{}').ok, 'a byte order mark');
});

test('a field is set in its place, and every other key stays', () => {
  const document = { PalID: 'Anubis', Color: 'blue', IVs: { Health: 1, Odd: true } };
  const changed = withField(withField(document, 'IVs.Health', 9), 'Level', 50);
  assert.equal(
    JSON.stringify(changed),
    '{"PalID":"Anubis","Color":"blue","IVs":{"Health":9,"Odd":true},"Level":50}',
  );
  assert.equal(fieldOf(changed, 'IVs.Health'), 9);
});

test('a field that is taken out leaves no empty object behind', () => {
  assert.deepEqual(withField({ PalID: 'Anubis', IVs: { Health: 1 } }, 'IVs.Health', undefined), {
    PalID: 'Anubis',
  });
  assert.deepEqual(withField({ PalID: 'Anubis' }, 'IVs.Health', undefined), { PalID: 'Anubis' });
});

test('what every object has is no field', () => {
  assert.equal(fieldOf({}, 'constructor'), undefined);
  assert.equal(fieldOf({}, '__proto__.x'), undefined);
  assert.deepEqual(Object.keys(withField({}, '__proto__', 1)), ['__proto__']);
});
