import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOperatorPath, isReserved } from './backup-files.ts';

test('a backup includes no worlds, history, locks or backups as files', () => {
  for (const path of [
    'world.db',
    'world.db-wal',
    'history.db',
    'history.db-shm',
    'history-damaged-20260712T181502.db',
    'palatine.lock',
    'Backups/20260712T181502/world.db',
  ]) {
    assert.equal(isReserved(path), true, path);
    assert.equal(isOperatorPath(path), false, path);
  }
  for (const path of ['Console/a.', 'Console/a /b.svg', 'Catalogue/NUL.json', 'Pals/com1/a.json']) {
    assert.equal(isOperatorPath(path), false, path);
  }
  for (const path of ['Config.json', 'Pals/Templates/history.json', 'RESTAPI/Tokens/Shop.json']) {
    assert.equal(isOperatorPath(path), true, path);
  }
});
