import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemClock } from '@palatine/platform/clock';
import { aFolder } from '@palatine/save/testing';
import { Tokens } from './tokens.ts';

test('an unchanged token stays the same object, however often its folder is read', async () => {
  await using folder = await aFolder();
  const write = (Name: string, Permissions: string) =>
    writeFileSync(
      join(folder.path, `${Name}.json`),
      JSON.stringify({ Name, Token: `secret-${Name}`, Permissions }),
    );
  const tokens = new Tokens(folder.path, { skipped() {}, doubtful() {} }, systemClock);
  write('Panel', 'REST.Players.*');
  await tokens.refresh();
  const panel = tokens.find('secret-Panel');
  assert.equal(panel?.name, 'Panel');

  write('Shop', 'REST.Items.*');
  await tokens.refresh();
  assert.equal(tokens.find('secret-Shop')?.name, 'Shop');
  assert.equal(tokens.find('secret-Panel'), panel, 'its rate limit continues');

  write('Panel', 'REST.Items.*');
  await tokens.refresh();
  assert.notEqual(tokens.find('secret-Panel'), panel);
  assert.deepEqual(tokens.find('secret-Panel')?.permissions, ['REST.Items.*']);
});
