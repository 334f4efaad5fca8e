import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_ROUTES, ERRORS, LegacyGiveReply, pathOf, type RouteShape } from '@palatine/contract';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { readExamples } from './schemas.ts';

const { routes, refusals, legacyFailure } = readExamples();
const table: Record<string, RouteShape> = ALL_ROUTES;

function fits(schema: TSchema, value: unknown, what: string): void {
  assert.deepEqual([...Compile(schema).Errors(value)].slice(0, 3), [], what);
}

/** The data of the one message of a stream. */
function eventIn(message: string): unknown {
  const [, json = ''] = /^(?:id: \d+\n)?event: [\w.]+\ndata: (\{.*\})\n\n$/.exec(message) ?? [];
  return JSON.parse(json);
}

test('every route has one example, recorded or its own, and no example is of another', () => {
  const own = Object.keys(table).filter((name) => table[name]?.replyExample !== undefined);
  assert.deepEqual(
    [...Object.keys(routes), ...own].sort(),
    Object.keys(table).sort(),
    'a route has a replyExample, or node apps/server/test/http/make-openapi-examples.ts records one',
  );
});

test('every reply that a route brings itself fits its shape', () => {
  for (const [name, { reply, replyExample }] of Object.entries(table)) {
    if (replyExample !== undefined) fits(reply, replyExample, `the reply of ${name}`);
  }
});

test('every example still fits the shapes of its route', () => {
  for (const [name, { params = {}, query, body, answer }] of Object.entries(routes)) {
    const route = table[name] as RouteShape; // the test before this one has looked
    const names = [...pathOf(route).matchAll(/:([A-Za-z_]+)/g)].map(([, parameter]) => parameter);
    assert.deepEqual(Object.keys(params), names, name);
    if (route.body !== undefined) fits(route.body, body, `the body of ${name}`);
    if (query !== undefined) {
      assert.ok(route.query, name);
      fits(route.query, query, `the query of ${name}`);
    }
    if (route.stream) fits(route.reply, eventIn(String(answer)), `the event of ${name}`);
    else fits(route.reply, answer, `the answer of ${name}`);
  }
});

test('the examples that say no are envelopes of their codes', () => {
  assert.ok(Object.keys(refusals).length >= 8);
  for (const [code, envelope] of Object.entries(refusals)) {
    assert.ok(code in ERRORS, code);
    assert.equal(envelope.Error.Code, code);
    assert.deepEqual(Object.keys(envelope.Error), ['Code', 'Message', 'Details']);
  }
  fits(LegacyGiveReply, legacyFailure, 'the failure of the legacy give');
});
