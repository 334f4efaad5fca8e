import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { aFolder } from '@palatine/save/testing';
import { locateSave } from './save-folder.ts';

for (const name of ['Level-01.sav', 'Level/01.sav']) {
  test(`a folder that holds ${name} of a Game Pass extractor is refused with what to copy where`, async () => {
    await using folder = await aFolder();
    const world = join(folder.path, 'saves', 'world');
    const file = join(world, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'GVAS');
    for (const path of [folder.path, world, file]) {
      await assert.rejects(locateSave(path), {
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

for (const [what, files, path, message] of [
  [
    'an archive',
    ['save.zip'],
    'save.zip',
    /save\.zip is not a folder: unpack it, and name the one with Level\.sav$/,
  ],
  [
    'a save of Game Pass',
    ['wgs/containers.index', 'wgs/0A1B/container.1', 'wgs/0A1B/7F00'],
    '',
    / holds no Level\.sav, but containers of the Xbox app \(Game Pass\), .*: convert them to a save of Steam/,
  ],
  [
    'a container of Game Pass',
    ['wgs/containers.index', 'wgs/0A1B/container.1'],
    'wgs/0A1B',
    /0A1B holds no Level\.sav, but containers of the Xbox app \(Game Pass\), /,
  ],
  [
    'the players of a world',
    ['world/Level.sav', 'world/Players/1.sav'],
    'world/Players',
    /Players holds no Level\.sav, but the folder above does: name .*world$/,
  ],
  [
    'players without their world',
    ['world/Players/1.sav'],
    'world',
    /world holds no Level\.sav, but files of players, .*: copy Level\.sav of the same world beside Players$/,
  ],
  [
    'an empty folder',
    ['world/readme.txt'],
    'world',
    /world holds no Level\.sav, and no folder below it does: a world of the game is a folder in SaveGames\/0$/,
  ],
] as const) {
  test(`${what} instead of a world is reported, with what to do`, async () => {
    await using folder = await aFolder();
    for (const file of files) {
      mkdirSync(dirname(join(folder.path, file)), { recursive: true });
      writeFileSync(join(folder.path, file), '');
    }
    await assert.rejects(locateSave(join(folder.path, path)), { name: 'ConfigError', message });
  });
}
