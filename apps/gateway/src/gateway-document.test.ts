import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_ROUTES, FLEET_ROUTES } from '@palatine/contract';
import { inParts } from '@palatine/platform/parts';
import { openApiDocument } from '@palatine/web/document';
import { Validator } from '@seriousme/openapi-schema-validator';
import { gatewayDocument } from './gateway-document.ts';

type Paths = Record<string, Record<string, { operationId?: string }>>;

test('the document of a gateway is valid, and has its routes and those of a world', async () => {
  const document = await inParts(gatewayDocument());
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  assert.ok(valid, JSON.stringify(errors));
  const operations = Object.values(document.paths as Paths).flatMap((methods) => Object.values(methods));
  const ids = new Set(operations.map(({ operationId }) => operationId));
  for (const name of [...Object.keys(FLEET_ROUTES), ...Object.keys(ALL_ROUTES)])
    assert.ok(ids.has(name), name);
});

test('the routes of a world stand below its key, and say that it is one', async () => {
  const paths = (await inParts(gatewayDocument())).paths as Record<
    string,
    { parameters?: { name: string }[] }
  >;
  const players = paths['/worlds/{world}/v1/pdapi/players'];
  const parameters = players?.parameters?.map(({ name }) => name);
  assert.deepEqual(parameters, ['world']);
  assert.equal(paths['/v1/fleet/worlds']?.parameters, undefined);
});

test('the document of a world has no tag of a fleet', async () => {
  const tags = (await inParts(openApiDocument())).tags as { name: string }[];
  assert.ok(!tags.some(({ name }) => name === 'Fleet'));
});
