import type { World } from '@palatine/world';

/** The contents of a world, in numbers. */
export interface WorldFigures {
  name: string;
  origin: 'demo' | 'save';
  madeAt: string;
  /** When the game wrote the save that the world was made of; undefined when that is not known. */
  savedAt: string | undefined;
  /** Of the game that wrote the save; undefined when that is not known. */
  gameBuild: number | undefined;
  /** What the import passed over. */
  importWarnings: number;
  players: number;
  online: number;
  guilds: number;
  camps: number;
  characters: number;
  containers: number;
}

export function figuresOf(world: World): WorldFigures {
  const { name, origin, createdAtMs } = world.info;
  const { savedAtMs = null, gameBuild = 0, warnings = [] } = world.survey ?? {};
  return {
    name,
    origin,
    madeAt: new Date(createdAtMs).toISOString(),
    savedAt: savedAtMs === null ? undefined : new Date(savedAtMs).toISOString(),
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
