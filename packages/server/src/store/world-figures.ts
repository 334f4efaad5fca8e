import type { World } from '@palatine/world';

/** The contents of a world, in numbers. */
export interface WorldFigures {
  name: string;
  origin: 'demo' | 'save';
  madeAt: string;
  players: number;
  online: number;
  guilds: number;
  camps: number;
  characters: number;
  containers: number;
}

export function figuresOf(world: World): WorldFigures {
  const { name, origin, createdAtMs } = world.info;
  return {
    name,
    origin,
    madeAt: new Date(createdAtMs).toISOString(),
    players: world.accounts.size,
    online: world.sessions.size,
    guilds: world.guilds.size,
    camps: world.camps.size,
    characters: world.characters.size,
    containers: world.containers.size,
  };
}
