import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import type { DataPaths } from '@palatine/data-dir/data-folder';
import type { Game } from '@palatine/engine/game';
import type { Clock } from '@palatine/platform/clock';
import type { Logger } from 'pino';
import type { Attachment } from './attach/attachment.ts';
import type { BackupsOfSave } from './backups-of-save.ts';
import type { CycleLink, CycleMirror, CycleTools } from './maintenance/cycle-run.ts';
import { saveJobsInThread } from './maintenance/save-jobs.ts';
import type { ServerControl } from './process/control.ts';
import type { GameServerClient } from './rest/game-server-client.ts';
import type { GameServerLink } from './rest/link.ts';

export interface MaintenanceParts {
  readonly attachment: Attachment;
  readonly data: DataPaths;
  readonly client: GameServerClient;
  readonly link: GameServerLink;
  readonly control: ServerControl;
  readonly mirror: CycleMirror;
  readonly backups: BackupsOfSave;
  readonly game: Game;
  readonly restPort: number | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborted when the service stops: a maintenance then pauses, and the next start resumes it. */
  readonly stopped: AbortSignal;
}

export function maintenanceTools(parts: MaintenanceParts): CycleTools {
  const { attachment, data, client, link, control, mirror, backups, game, restPort, clock, log } = parts;
  const hold = holding(parts.stopped);
  return {
    link: cycleLink(client, link),
    control: { ...control, stop: hold(control.stop), start: hold(control.start) },
    mirror,
    writes: {
      deliveryStep: hold((step) => game.writes.deliveryStep(step)),
      note: hold((note) => game.writes.note(note)),
    },
    backup: hold(backups.makeStopped),
    restore: hold(backups.restore),
    saveJobs: saveJobsInThread(clock),
    clock,
    newId: randomUUID,
    folder: realpathSync(attachment.folder),
    data,
    incarnation: () => game.reads.figures.incarnation,
    settings: () => attachment.settings,
    restPort,
    report: log,
  };
}

/** Makes calls wait for ever once stopped: a failed one would roll the maintenance back. */
function holding(stopped: AbortSignal) {
  return <Args extends unknown[], Value>(call: (...args: Args) => Promise<Value>) =>
    async (...args: Args): Promise<Value> => {
      const never = new Promise<never>(() => {});
      if (stopped.aborted) return never;
      try {
        const value = await call(...args);
        return stopped.aborted ? await never : value;
      } catch (error) {
        if (stopped.aborted) return never;
        throw error;
      }
    };
}

function cycleLink(client: GameServerClient, link: GameServerLink): CycleLink {
  return {
    ...client,
    ...link,
    playersOnline: () =>
      link.status.roster.state === 'Live' ? link.status.roster.players.length : undefined,
    isPaused: () => link.status.state === 'Paused',
  };
}

/** Port of the REST interface on this machine; undefined for a server on another one. */
export function localRestPort(url: string): number | undefined {
  const { hostname, port } = new URL(url);
  return /^(localhost|127\..*|\[::1\])$/.test(hostname) ? Number(port) : undefined;
}
