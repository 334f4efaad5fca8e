import { getBackups, makeBackup } from '@palatine/contract';
import { serialize } from '../game/responses.ts';
import type { MountOwnWrite } from './own-writes.ts';
import type { Routes } from './routes.ts';
import type { Service } from './service.ts';
import { WorldBackups } from './world-backups.ts';

/** The backups of the data folder of a service. */
export function openBackups({ data, clock, game }: Pick<Service, 'data' | 'clock' | 'game'>): WorldBackups {
  return new WorldBackups({
    data: data.path,
    folder: data.backups,
    clock,
    onMade(made) {
      const event = { type: 'backup.made', data: made } as const;
      game.note({ event }).catch(() => {}); // a busy game: the list shows it all the same
    },
  });
}

/** Mounts the backups of the data folder. */
export function mountBackups(routes: Routes, backups: WorldBackups, write: MountOwnWrite): void {
  routes.app.addHook('onClose', (_app, done) => {
    backups.close();
    done();
  });
  routes.read(getBackups, ({ query }) => serialize(backups.list(query)));
  write(makeBackup, ({ body, token }) => {
    const archives = body?.Archives === true;
    const Running = backups.start(token.name, archives);
    return { reply: { Running }, summary: archives ? 'a backup with the archives' : 'a backup' };
  });
}
