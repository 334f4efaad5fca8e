import type { World } from '@palatine/world';

export function figuresOf(world: World) {
  const { name, origin, createdAtMs } = world.info;
  const { savedAtMs = null, gameBuild = 0, warnings = [] } = world.survey ?? {};
  return {
    name,
    origin,
    madeAt: new Date(createdAtMs).toISOString(),
    /** When the game wrote the save that the world was made of; undefined when that is not known. */
    savedAt: savedAtMs === null ? undefined : new Date(savedAtMs).toISOString(),
    /** Of the game that wrote the save; undefined when that is not known. */
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
