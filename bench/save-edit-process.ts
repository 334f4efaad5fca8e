import { readSaveFolder } from '@palatine/save';

/** Edits or reads one save folder in a fresh process. */

export interface SaveEditFigures {
  /** Without the start of the process. */
  seconds: number;
  /** Peak resident memory of the process. */
  peakBytes: number;
  /** Only of an edit: GVAS bytes of the records that differ, and of all files. */
  changedBytes?: number;
  gvasBytes?: number;
}

const [work, folder = '', grants = '1'] = process.argv.slice(2);
const figures = work === 'edit' ? await edit(Number(grants)) : await read();
const peakBytes = process.resourceUsage().maxRSS * 1024;
process.stdout.write(JSON.stringify({ ...figures, peakBytes } satisfies SaveEditFigures));

/** What every edit begins with. */
async function read() {
  const begunAt = performance.now();
  await readSaveFolder(folder);
  return { seconds: (performance.now() - begunAt) / 1000 };
}

/** Gives so many items in one edit, to the players who have room in turn. */
async function edit(count: number) {
  const { editSaveFolder } = await import('@palatine/server/maintenance/edit-save-folder.ts');
  const { saveEditContext } = await import('@palatine/server/maintenance/edit-save-folder-context.ts');
  const { dataPaths } = await import('@palatine/server/data-folder/data-folder.ts');
  const { COMMANDS } = await import('@palatine/world');
  const begunAt = performance.now();
  const { changedBytes, gvasBytes } = await editSaveFolder({
    folder,
    command: 'save give',
    context: saveEditContext(dataPaths(folder)),
    change(game) {
      const give = (player: string) =>
        COMMANDS.giveItems(game, {
          params: { player_identifier: player },
          body: { Items: [{ ItemID: 'Wood', Count: 1 }] },
          issuer: { name: 'bench', ip: '', permissions: ['*'] },
        });
      const players = [...game.world.players.keys()].filter((player) => {
        const { world } = game;
        const savepoint = world.savepoint();
        try {
          give(player);
          return true;
        } catch {
          return false; // full, or without a character
        } finally {
          world.rollbackTo(savepoint);
        }
      });
      for (let grant = 0; grant < count; grant++) give(players[grant % players.length] ?? '');
    },
  });
  return { seconds: (performance.now() - begunAt) / 1000, changedBytes, gvasBytes };
}
