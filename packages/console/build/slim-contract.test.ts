import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getArchives, getAudit, MAX_DELIVERIES, route } from '@palatine/contract';
import Type from 'typebox';
import { slimModule } from './slim-contract.ts';

test('a route keeps how it is called and by whom, and loses its shapes and texts', () => {
  const code = slimModule({ getAudit }) ?? '';
  const kept = JSON.parse(code.replace(/^export const getAudit = /, '').replace(/;\n$/, ''));
  const { method, path, base, permission } = getAudit;
  assert.deepEqual(
    { method: kept.method, path: kept.path, base: kept.base, permission: kept.permission },
    { method, path, base, permission },
  );
  for (const gone of ['reply', 'query', 'notes', 'summary', 'examples']) assert.ok(!(gone in kept), gone);
});

test('a plain value stays, and a shape becomes an empty object', () => {
  const code = slimModule({ MAX_DELIVERIES, Shape: Type.Object({ a: Type.String() }), list: ['a', null] });
  assert.equal(
    code,
    `export const MAX_DELIVERIES = ${MAX_DELIVERIES};\nexport const Shape = {};\nexport const list = ["a",null];\n`,
  );
});

test('a module with code stays as it is, and so does a route with a form of its own', () => {
  assert.equal(slimModule({ getArchives, parse: () => 1 }), undefined);
  const wrapped = { wrap: (reply: object) => reply, unwrap: (reply: object) => reply, shape: '' };
  assert.equal(slimModule({ own: route({ ...getArchives, wrapped }) }), undefined);
});
