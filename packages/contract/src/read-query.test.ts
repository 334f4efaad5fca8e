import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type QueryShape, readQuery } from './read-query.ts';
import { ALL_ROUTES } from './routes.ts';

const shape = ALL_ROUTES.searchPlayers.query as QueryShape; // its schema uses no other keywords

test('a query is read by the shape of its route, in the order of the shape', () => {
  const { values, problems } = readQuery(shape, {
    Sort: 'level',
    LevelFrom: '10',
    SeenBefore: '2026-11-22T10:00:00+01:00',
    Banned: '0',
    Find: 'Zoe',
    Status: 'ONLINE',
  });
  assert.deepEqual(problems, []);
  assert.equal(
    JSON.stringify(values),
    '{"Find":"Zoe","Status":"Online","SeenBefore":"2026-11-22T09:00:00.000Z","LevelFrom":10,"Banned":false,"Sort":"Level"}',
  );
});

test('names of the prototype are no parameters', () => {
  const texts = JSON.parse('{"__proto__":"1","constructor":"2"}') as Record<string, string>;
  assert.deepEqual(readQuery(shape, texts), { values: {}, problems: [] });
});
