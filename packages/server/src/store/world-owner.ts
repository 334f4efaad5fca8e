import { randomUUID } from 'node:crypto';
import { type Stats, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '../data-folder/config-error.ts';
import { isDiskFull } from './world-file-error.ts';

/** The world file belongs to another server now, or another file has its name: nothing may be written any more. */
export class WorldLostError extends ConfigError {
  constructor(file: string, reason: string) {
    super(`${file} ${reason}; this server ends, and what it has answered with success is stored`);
  }
}

/**
 * Makes this process the owner of a world file: whoever opened it before can commit no more. So a server whose lock
 * was removed, and a second one started beside it, never both confirm changes; tests/service/lost-lock.test.ts.
 *
 * @returns what each transaction that writes calls first. It calls `onLost`, and throws, once there is another owner.
 */
export function ownWorld(
  database: DatabaseSync,
  file: string,
  onLost: (error: WorldLostError) => void,
): () => void {
  const owner = randomUUID();
  const opened = statSync(file);
  const read = database.prepare("select value from facts where name = 'owner'");
  const write = database.prepare(
    "insert into facts (name, value) values ('owner', ?) on conflict (name) do update set value = excluded.value",
  );
  const changes = database.prepare('pragma data_version');
  /** What another process has to leave as it is until the disk takes the owner; undefined once it has. */
  let unclaimed: string | undefined;
  try {
    write.run(owner);
  } catch (error) {
    if (!isDiskFull(error)) throw error; // a full disk refuses the writes of a server, not its start
    unclaimed = JSON.stringify(changes.get());
  }

  function lost(reason: string): WorldLostError {
    const error = new WorldLostError(file, reason);
    onLost(error);
    return error;
  }

  function claim(): void {
    if (JSON.stringify(changes.get()) !== unclaimed) throw lost('was changed by another process');
    write.run(owner);
  }

  return () => {
    if (isOther(opened, statSync(file, { throwIfNoEntry: false }))) {
      throw lost('is gone, or another file stands in its place');
    }
    if (unclaimed !== undefined) return claim();
    const { value } = read.get() as { value: string };
    if (value !== owner) throw lost('belongs to another server now');
  };
}

function isOther(opened: Stats, now: Stats | undefined): boolean {
  return now?.ino !== opened.ino || now.dev !== opened.dev;
}
