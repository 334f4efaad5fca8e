import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_ROUTES, ROUTES, type RouteShape, writes } from '@palatine/contract';
import { MAX_SUMMARY, requestSummary } from '@palatine/contract/audit-summary';

const WRITES: RouteShape[] = Object.values(ALL_ROUTES).filter(writes);

test('the summary of every example mentions each of its fields', () => {
  for (const route of WRITES) {
    for (const { body } of route.examples) {
      const summary = requestSummary(route, body);
      if (Object.keys(body ?? {}).length > 0) assert.notEqual(summary, '', route.path);
      assert.ok(!/undefined|null|\[object/.test(summary), summary);
    }
  }
});

test('a body of any form gives a bounded text', () => {
  const odd = [null, 5, '', 'x'.repeat(2000), true, NaN, ...[[], {}, [[]], [null], [{}], { length: 5 }]];
  const huge = [new Array(50_000).fill('x'.repeat(300)), new Array(50_000).fill({ ItemID: 'x', Count: 1 })];
  for (const route of WRITES) {
    const { properties = {} } = (route.documentedBody ?? route.body ?? {}) as { properties?: object };
    for (const value of [...odd, ...huge]) {
      const body = Object.fromEntries(Object.keys(properties).map((name) => [name, value]));
      assert.ok(requestSummary(route, body).length <= MAX_SUMMARY + 1, route.path);
      assert.ok(requestSummary(route, value).length <= MAX_SUMMARY + 1, route.path);
    }
  }
});

test('the prototype of a body is not part of it', () => {
  const body = JSON.parse('{"__proto__":{"Message":"x"},"constructor":"y","toString":"z"}');
  assert.equal(requestSummary(ROUTES.broadcast, body), '');
});
