import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS, Refusal } from '@palatine/contract';
import { runs } from '@palatine/platform/testing';
import fc from 'fast-check';
import { parseBody } from './read-input.ts';

function codeOf(json: string): string {
  try {
    parseBody(Buffer.from(json));
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
  fc.assert(
    fc.property(fc.json(), (json) => {
      const room = bodyValues - valuesIn(JSON.parse(json)) - 1; // one is the list around both
      assert.equal(codeOf(`[${'0,'.repeat(room)}${json}]`), 'OK');
      assert.equal(codeOf(`[${'0,'.repeat(room + 1)}${json}]`), 'PAYLOAD_TOO_LARGE');
    }),
    runs(10),
  );
});

test('a byte order mark is no value, and alone it is no JSON', () => {
  assert.equal(codeOf(`\uFEFF[${'0,'.repeat(bodyValues - 2)}0]`), 'OK');
  assert.equal(codeOf('\uFEFF'), 'INVALID_JSON');
  assert.equal(codeOf('\uFEFF\uFEFF{}'), 'INVALID_JSON');
});

test('too deep is INVALID_JSON, whatever follows; brackets in a text are not nested', () => {
  assert.equal(codeOf(nested(bodyDepth)), 'OK');
  assert.equal(codeOf(nested(bodyDepth + 1)), 'INVALID_JSON');
  assert.equal(codeOf('['.repeat(900_000)), 'INVALID_JSON');
  assert.equal(codeOf(`[${nested(bodyDepth)}${',0'.repeat(bodyValues)}]`), 'INVALID_JSON');
  assert.equal(codeOf(JSON.stringify(`\\"${'['.repeat(500)}`)), 'OK');
});
