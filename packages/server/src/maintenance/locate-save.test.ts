import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { aFolder } from '@palatine/save/testing';
import { locateSave } from './locate-save.ts';

for (const name of ['Level-01.sav', 'Level/01.sav']) {
  test(`a folder that holds ${name} of a Game Pass extractor is answered with what to copy where`, async () => {
    await using folder = await aFolder();
    const world = join(folder.path, 'saves', 'world');
    const file = join(world, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'GVAS');
    for (const named of [folder.path, world, file]) {
      await assert.rejects(locateSave(named), {
        name: 'ConfigError',
        message:
          `${world} holds no Level.sav, but ${name}, as extractors of Game Pass saves name it; ` +
          `copy ${file} to ${join(world, 'Level.sav')}, and run the command again`,
      });
    }
    writeFileSync(join(world, 'Level.sav'), 'GVAS');
    assert.equal(await locateSave(world), world);
  });
}
