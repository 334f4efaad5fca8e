import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { dataPaths } from '@palatine/data-dir/data-folder';
import { ConfigError } from '@palatine/platform/config-error';
import { readSaveFolder } from '@palatine/save/read-save-folder';
import { runs, SOUND } from '@palatine/save/testing';
import { editFolder, saveEditContext } from '@palatine/save-tools/edit-folder';
import { contentsOf } from '@palatine/testing/folder-contents';
import { aSaveFolder, settle } from '@palatine/testing/sound-save-folders';
import { COMMANDS } from '@palatine/world/commands';
import type { GameContext } from '@palatine/world/game-context';
import fc from 'fast-check';

const RUNS = 10;
const ZOE = SOUND.zoe.replaceAll('-', '');
const issuer = { name: 'test', ip: '', permissions: ['*'] };

function giveWood(game: GameContext): void {
  const body = { Items: [{ ItemID: 'Wood', Count: 5 }] };
  COMMANDS.giveItems(game, { params: { player_identifier: ZOE }, body, issuer });
}

/** Another value of one to four bytes; absurd counts among them. */
const change = fc.record({
  at: fc.nat(),
  bytes: fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 4 }),
    fc.constantFrom(Uint8Array.of(0xff, 0xff, 0xff, 0x7f), Uint8Array.of(0, 0, 0, 0x10)),
  ),
});

for (const file of ['Level.sav', `Players/${ZOE}.sav`]) {
  test(`a save with damage anywhere in ${file} is refused and left as it is, or edited and read without a warning`, async () => {
    using made = aSaveFolder({ container: 'GVAS' });
    const path = join(made.folder, file);
    const originals = [...contentsOf(made.folder)].map(
      ([name]) => [name, readFileSync(join(made.folder, name))] as const,
    );
    const sound = readFileSync(path);
    const context = saveEditContext(dataPaths(join(made.beside, 'no-data')));
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(change, async ({ at, bytes }) => {
        for (const [name, content] of originals) writeFileSync(join(made.folder, name), content);
        const damaged = Buffer.from(sound);
        damaged.set(bytes.subarray(0, damaged.length - (at % damaged.length)), at % damaged.length);
        writeFileSync(path, damaged);
        settle(made.folder);
        const before = contentsOf(made.folder);
        try {
          await editFolder({ folder: made.folder, command: 'save give', context, change: giveWood });
        } catch (error) {
          assert.ok(error instanceof ConfigError, `not a refusal: ${(error as Error).stack}`);
          assert.ok(error.message.length > 20 && !error.message.includes('\n'));
          assert.deepEqual(contentsOf(made.folder), before);
          refused += 1;
          return;
        }
        assert.deepEqual((await readSaveFolder(made.folder)).warnings, []);
        rmSync(join(made.beside, 'palatine-backups'), { recursive: true });
      }),
      runs(RUNS),
    );
    assert.ok(refused > RUNS / 15, `${refused} were refused`);
  });
}
