import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerFile } from '@palatine/data-dir/server-file';
import type { RunningGameServer } from '@palatine/stand-in/open-game-server';
import { aDockerEngine, CONTAINER } from './docker-engine.ts';
import type { FastClock } from './fast-clock.ts';
import { filesBelow } from './folder-contents.ts';

const SETTLED_S = 3;

/** The container in which a stand-in runs: to stop and start it takes no program. */
export interface GameContainer extends AsyncDisposable {
  readonly control: Pick<ServerFile['Control'], 'Kind' | 'Container' | 'Socket'>;
}

/** @param clock on which no time passes while the server boots: its uptime has to be that of the system's clock then */
export async function aContainerOf(
  { control, saveFolder }: RunningGameServer,
  clock?: FastClock,
): Promise<GameContainer> {
  const inside = {
    isRunning: async () => (await control('supervision')).pid !== null,
    async start() {
      using _ = clock?.hold();
      await control('start');
    },
    async stop() {
      await control('stop', {});
      letSettle(saveFolder);
    },
  };
  const engine = await aDockerEngine({ port: 0, host: '127.0.0.1' }, inside);
  return {
    control: { Kind: 'Docker', Container: CONTAINER, Socket: `tcp://127.0.0.1:${engine.port}` },
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
}

/** Makes files look as old as they have to be to count as those of a stopped server: a fast clock does not age them. */
function letSettle(saveFolder: string): void {
  const at = Date.now() / 1000 - SETTLED_S;
  for (const path of filesBelow(saveFolder)) utimesSync(join(saveFolder, path), at, at);
}
