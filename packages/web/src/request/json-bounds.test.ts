import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS, Refusal } from '@palatine/contract';
import { runs } from '@palatine/save/testing';
import fc from 'fast-check';
import { assertJsonBounds } from './read-input.ts';

function codeOf(json: string): string {
  try {
    assertJsonBounds(Buffer.from(json));
    return 'OK';
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error);
  }
}

const { bodyDepth, bodyValues } = LIMITS;
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + valuesIn(inner), 1);
}

test('the values of any JSON are counted', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\\', '"', '\\"', '[{,:}]', '\\\\"'));
  const { json } = fc.letrec((tie) => ({
    json: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(
        text,
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        fc.constant(null),
      ),
      fc.array(tie('json'), { maxLength: 5 }),
      fc.dictionary(text, tie('json'), { maxKeys: 5 }),
    ),
  }));
  fc.assert(
    fc.property(json, fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
      const expected = JSON.stringify(value, null, indent);
      // Not of what JSON.parse makes of it: that of V8 13.6 may take the key "\"" for "\\" and lose a value.
      const room = bodyValues - valuesIn(value) - 1; // one is the list around both
      assert.equal(codeOf(`[${'0,'.repeat(room)}${expected}]`), 'OK');
      assert.equal(codeOf(`[${'0,'.repeat(room + 1)}${expected}]`), 'PAYLOAD_TOO_LARGE');
    }),
    runs(10),
  );
});

test('a byte order mark is no value', () => {
  assert.equal(codeOf(`\uFEFF[${'0,'.repeat(bodyValues - 2)}0]`), 'OK');
});

test('keys are no values', () => {
  const keys = Array.from({ length: bodyValues - 1 }, (_, index) => `"${index}":0`);
  assert.equal(codeOf(`{${keys.join()}}`), 'OK');
  assert.equal(codeOf(`{${keys.join()},"a":0}`), 'PAYLOAD_TOO_LARGE');
});

test('too deep is INVALID_JSON, whatever follows; brackets in a text are not nested', () => {
  assert.equal(codeOf(nested(bodyDepth)), 'OK');
  assert.equal(codeOf(nested(bodyDepth + 1)), 'INVALID_JSON');
  assert.equal(codeOf('['.repeat(900_000)), 'INVALID_JSON');
  assert.equal(codeOf(`[${nested(bodyDepth)}${',0'.repeat(bodyValues)}]`), 'INVALID_JSON');
  assert.equal(codeOf(JSON.stringify(`\\"${'['.repeat(500)}`)), 'OK');
  assert.equal(codeOf(`"${'\\'.repeat(1001)}`), 'OK', 'a text without an end is left to the parser');
});
