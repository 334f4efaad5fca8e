import type { GameContext } from '@palatine/world';

/**
 * Looks at the inventory of a player now. @returns a function that names what has changed in it since then, such as
 * `Items`.
 */
export function changedInventories({ world }: Pick<GameContext, 'world'>, uid: string): () => string {
  const named = Object.entries(world.players.get(uid)?.inventory ?? {});
  const containers = named.map(([name, id]) => ({ name, id, before: containerOf(world, id) }));
  return () => {
    const changed = containers.filter(({ id, before }) => containerOf(world, id) !== before);
    return new Intl.ListFormat('en-GB').format(changed.map(({ name }) => name));
  };
}

function containerOf(world: GameContext['world'], id: string | null) {
  return id === null ? undefined : world.containers.get(id);
}

/** Where the Pals of a player are that were given since, as `the team` or `the Palbox`. */
export function changedBoxes({ world }: Pick<GameContext, 'world'>, uid: string): () => string {
  const before = new Set(world.characters.keys());
  return () => {
    const { team, palbox } = world.players.get(uid) ?? {};
    const places = new Set<string>();
    for (const { id, place } of world.characters.values()) {
      if (before.has(id) || place === null) continue;
      if (place.containerId === team?.containerId) places.add('the team');
      if (place.containerId === palbox?.containerId) places.add('the Palbox');
    }
    return new Intl.ListFormat('en-GB').format(places);
  };
}
