import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { flushFile } from '@palatine/platform/atomic-write';
import { onWorldFile } from './world-file-error.ts';

/**
 * The random name of one history of a world. The ids of its events and audit entries are given once within it; another
 * history may give the same ids to others. A new world file gets one with its tables (0013-fleet.sql).
 */
export function incarnationFact(database: DatabaseSync) {
  const read = database.prepare("select value from facts where name = 'incarnation'");
  const write = database.prepare(
    "insert into facts values ('incarnation', ?) on conflict (name) do update set value = excluded.value",
  );
  return {
    /** '' where somebody has removed it. */
    get: (): string => (read.get() as { value: string } | undefined)?.value ?? '',
    renew(): void {
      write.run(randomUUID().replaceAll('-', ''));
    },
  };
}

/** Begins another history in the draft of a world that takes the place of another. Durable on return. */
export function renewIncarnation(draft: string): void {
  onWorldFile(draft, () => {
    using database = new DatabaseSync(draft);
    database.exec('pragma journal_mode = delete'); // nobody else reads a draft
    incarnationFact(database).renew();
  });
  flushFile(draft);
}
