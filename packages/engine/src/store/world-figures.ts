import { isCorrupt, openGuarded } from '@palatine/platform/sqlite';
import type { World } from '@palatine/world';

export function figuresOf(world: World) {
  const { name, origin, createdAtMs } = world.info;
  const { savedAtMs = null, gameBuild = 0, warnings = [] } = world.survey ?? {};
  return {
    name,
    origin,
    madeAt: new Date(createdAtMs).toISOString(),
    /** When the game wrote the save of the world; undefined if unknown. */
    savedAt: savedAtMs === null ? undefined : new Date(savedAtMs).toISOString(),
    /** Build of the game that wrote the save; undefined if unknown. */
    gameBuild: gameBuild === 0 ? undefined : gameBuild,
    importWarnings: warnings.length,
    players: world.accounts.size,
    online: world.sessions.size,
    guilds: world.guilds.size,
    camps: world.camps.size,
    characters: world.characters.size,
    containers: world.containers.size,
  };
}

export type WorldFigures = ReturnType<typeof figuresOf>;

const MAX_ERRORS = 20;
const MAX_CHARS = 200;

/** Errors in a database file, indexes included: at most 20 sentences. Nobody else may have it open. */
export function integrityErrors(file: string): string[] {
  try {
    using database = openGuarded(file, { readOnly: true });
    const rows = database.prepare(`pragma integrity_check(${MAX_ERRORS})`).all() as {
      integrity_check: string;
    }[];
    return rows
      .flatMap(({ integrity_check: text }) => text.split('\n'))
      .filter((line) => line !== 'ok' && !line.startsWith('***'))
      .slice(0, MAX_ERRORS)
      .map((line) => line.slice(0, MAX_CHARS));
  } catch (error) {
    if (isCorrupt(error)) return [(error as Error).message];
    throw error;
  }
}
