import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS, Refusal } from '@palatine/contract';
import fc from 'fast-check';
import { type PageQuery, pageOf, type SortKey } from './list-pages.ts';

interface Row {
  readonly id: string;
  readonly key: SortKey;
}

const sortable = { keyOf: ({ key }: Row) => key, idOf: ({ id }: Row) => id };

function page(rows: readonly Row[], query: PageQuery) {
  return pageOf(rows, query, 'Key', sortable);
}

function walk(rows: readonly Row[], query: PageQuery): Row[] {
  const all: Row[] = [];
  let Cursor: string | undefined;
  do {
    const { rows: pageRows, next } = page(rows, { ...query, Cursor });
    all.push(...pageRows);
    Cursor = next;
  } while (Cursor !== undefined);
  return all;
}

const rowsOf = (key: fc.Arbitrary<SortKey>) =>
  fc.uniqueArray(fc.record({ id: fc.string({ minLength: 1, maxLength: 3 }), key }), {
    selector: ({ id }) => id,
    maxLength: 60,
  });
const anyRows = fc.oneof(
  rowsOf(fc.option(fc.integer({ min: 0, max: 4 }), { nil: null })),
  rowsOf(fc.option(fc.string({ maxLength: 2 }), { nil: null })),
);
const anyQuery = fc.record({
  Limit: fc.integer({ min: 1, max: 7 }),
  Order: fc.constantFrom('Ascending' as const, 'Descending' as const),
});

test('a walk over all pages gives each row once, in the order, the unknown last', () => {
  fc.assert(
    fc.property(anyRows, anyQuery, (rows, query) => {
      const walked = walk(rows, query);
      const keyed = rows.filter(({ key }) => key !== null);
      const sign = query.Order === 'Descending' ? -1 : 1;
      const byId = (left: Row, right: Row) => (left.id < right.id ? -1 : 1);
      const sorted = keyed.toSorted((left, right) => {
        if (left.key === right.key) return byId(left, right);
        return (left.key as string) < (right.key as string) ? -sign : sign; // numbers compare alike
      });
      const unknown = rows.filter(({ key }) => key === null).toSorted(byId);
      assert.deepEqual(walked, [...sorted, ...unknown]);
    }),
  );
});

test('rows that come and go between two pages shift no other row', () => {
  fc.assert(
    fc.property(anyRows, anyQuery, fc.func(fc.boolean()), (rows, query, stays) => {
      const first = page(rows, query);
      const others = rows.filter((row) => !first.rows.includes(row) && stays(row.id));
      if (first.next === undefined) return;
      const passing = rows.filter((row) => first.rows.includes(row) || others.includes(row));
      const second = page(others, { ...query, Cursor: first.next });
      assert.deepEqual(second.rows, page(passing, { ...query, Cursor: first.next }).rows);
      assert.deepEqual(second.rows, page(others, query).rows);
    }),
  );
});

test('texts of any length and any characters have a next page, whose cursor fits into a query', () => {
  const long = ['a', 'é', '\u0000', '\u{1F600}', '"', '\ud83d', '雪'].flatMap((letter, at) => [
    { id: `${at}a`, key: letter.repeat(10_000) },
    { id: `${at}b`, key: `${letter.repeat(9_999)}z` },
  ]);
  let Cursor: string | undefined;
  const texts: string[] = [];
  do {
    const { rows, next } = page(long, { Limit: 1, Cursor });
    texts.push(...rows.map(({ id }) => id));
    Cursor = next;
    assert.ok((next ?? '').length <= LIMITS.filterChars, `${next?.length} characters`);
  } while (Cursor !== undefined);
  assert.deepEqual(texts.toSorted(), long.map(({ id }) => id).toSorted());
});

test('an invalid cursor, or one of another order, is refused', () => {
  const rows: Row[] = [
    { id: 'A', key: 1 },
    { id: 'B', key: 2 },
  ];
  const { next = '' } = page(rows, { Limit: 1 });
  assert.notEqual(next, '');
  for (const query of [
    { Cursor: 'x' },
    { Cursor: '!' },
    { Cursor: Buffer.from('{"__proto__":1}').toString('base64url') },
    { Cursor: Buffer.from('["Key Ascending",{},0,"A"]').toString('base64url') },
    { Cursor: next, Order: 'Descending' as const },
  ]) {
    assert.throws(
      () => page(rows, query),
      (error) => error instanceof Refusal && error.code === 'VALIDATION_FAILED',
      JSON.stringify(query),
    );
  }
});
