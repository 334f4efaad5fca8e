import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getArchives, getAudit, giveItems, MAX_PAGE } from '@palatine/contract';
import Type from 'typebox';
import { slimModule, tableModule } from './slim-contract.ts';

test('a route keeps how it is called and by whom, and loses its shapes and texts', () => {
  const code = slimModule({ getAudit }, 'audit.ts?source');
  const slim = JSON.parse(code.replace(/^export const getAudit = /, '').replace(/;\n$/, ''));
  const { method, path, base, permission } = getAudit;
  assert.deepEqual(
    { method: slim.method, path: slim.path, base: slim.base, permission: slim.permission },
    { method, path, base, permission },
  );
  for (const gone of ['reply', 'query', 'notes', 'summary', 'examples']) assert.ok(!(gone in slim), gone);
});

test('a grant keeps the permission to reach offline players', () => {
  assert.match(slimModule({ giveItems }, 'items.ts?source'), /"Palatine\.Players\.Offline"/);
});

test('a plain value stays, and a shape becomes an empty object', () => {
  const code = slimModule({ MAX_PAGE, Shape: Type.Object({ a: Type.String() }), list: ['a', null] }, '');
  assert.equal(
    code,
    `export const MAX_PAGE = ${MAX_PAGE};\nexport const Shape = {};\nexport const list = ["a",null];\n`,
  );
});

test('a table of shapes keeps its names', () => {
  const code = slimModule({ EVENTS: { left: Type.Object({ a: Type.String() }) } }, '');
  assert.equal(code, 'export const EVENTS = {"left":{}};\n');
});

test('what is code comes from the source, and so does a route with its own form', () => {
  const wrapped = { wrap: (reply: object) => reply, unwrap: (reply: object) => reply, shape: '' };
  const code = slimModule({ MAX: 1, own: { ...getArchives, wrapped }, parse: () => 1 }, 'a.ts?source');
  assert.equal(code, 'export const MAX = 1;\nexport { own, parse } from "a.ts?source";\n');
});

test('a table of routes takes each of them from its own module, and what else stands beside it is a plain value', () => {
  const sources = new Map([[getAudit, ['./audit.ts', 'getAudit'] as const]]);
  assert.equal(
    tableModule({ ROUTES: { getAudit }, ALL: { getAudit }, SCOPES: { getAudit: 'OneWorld' } }, sources),
    [
      "import { getAudit } from './audit.ts';",
      'export const ROUTES = { getAudit };',
      'export const ALL = { getAudit };',
      'export const SCOPES = {"getAudit":"OneWorld"};\n',
    ].join('\n'),
  );
  assert.throws(() => tableModule({ routesOf: () => ({}) }, sources), /routesOf is not a table of routes/);
});
