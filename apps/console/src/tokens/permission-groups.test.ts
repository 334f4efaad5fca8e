import assert from 'node:assert/strict';
import { test } from 'node:test';
import { permissionGroups } from './permission-groups.ts';

test('permissions that begin alike make one group, and one alone keeps its name', () => {
  const actual = permissionGroups(['REST.Give.Items', 'Palatine.Audit.Read', 'REST.Give.Pals']).map(
    ({ name, permissions }) => [name, permissions.length],
  );
  assert.deepEqual(actual, [
    ['REST.Give', 2],
    ['Palatine.Audit.Read', 1],
  ]);
});
