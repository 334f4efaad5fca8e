import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from './limits.ts';
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

test('every parameter that does not fit is a problem with its place', () => {
  const { problems } = readQuery(shape, {
    Find: 'x'.repeat(LIMITS.filterChars + 1),
    Status: 'Away',
    SeenBefore: '2026-13-01',
    LevelFrom: '-1',
    LevelTo: '1e2',
    Banned: 'yes',
    Limit: '501',
  });
  const messages = problems.map(({ Path, Message }) => `${Path} ${Message}`);
  assert.deepEqual(messages, [
    `/Find must be at most ${LIMITS.filterChars} characters`,
    '/Status must be one of Online, Offline',
    '/SeenBefore must be a time of ISO 8601, such as 2026-11-22, 2026-11-22T10:00:00Z or 2026-11-22T10:00:00+01:00',
    '/LevelFrom must be a whole number from 0 to 1000',
    '/LevelTo must be a whole number from 0 to 1000',
    '/Banned must be true, 1, false or 0',
    '/Limit must be a whole number from 1 to 500',
  ]);
});

test('names of the prototype are no parameters', () => {
  const texts = JSON.parse('{"__proto__":"1","constructor":"2"}') as Record<string, string>;
  assert.deepEqual(readQuery(shape, texts), { values: {}, problems: [] });
});
