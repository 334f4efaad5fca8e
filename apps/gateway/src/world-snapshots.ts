import type { Snapshot, WorldKey, WorldState } from '@palatine/fleet';
import type { Clock } from '@palatine/platform/clock';
import type { Logger } from 'pino';
import type { FleetLists } from './lists/fleet-lists.ts';
import type { Projection } from './projection/projection.ts';
import type { WorldClient, WorldInstance } from './worlds/world-client.ts';

/** Between two snapshots of the players of a world. */
const PLAYERS_MS = 10_000;

/**
 * Takes snapshots of what changes at worlds: their players, and the bans that they give by themselves.
 * @returns what is to be called with each word of a world
 */
export function worldSnapshots(options: {
  client: Pick<WorldClient, 'snapshot'>;
  projection: Pick<Projection, 'use'>;
  lists: Pick<FleetLists, 'knowsBans' | 'onBans'>;
  clock: Clock;
  log: Logger;
}): (to: WorldInstance, state: WorldState) => void {
  const { client, projection, lists, clock, log } = options;
  const askedMs = new Map<WorldKey, number>();
  const asking = new Set<string>();

  /** A world that gives none is asked again after its next word. */
  async function take(to: WorldInstance, of: 'players' | 'bans', apply: (snapshot: Snapshot) => void) {
    const question = `${to.world} ${of}`;
    if (asking.has(question)) return;
    asking.add(question);
    await client
      .snapshot(to, of)
      .then(apply)
      .catch((error: unknown) => log.debug({ err: error, world: to.world }, 'a world gave no snapshot'));
    asking.delete(question);
  }

  return (to, { lists: enforced, versions }) => {
    const { world } = to;
    const version = `${versions.bans} ${enforced.join(' ')}`;
    if (!lists.knowsBans(world, version)) {
      void take(to, 'bans', (snapshot) => lists.onBans(world, enforced, { ...snapshot, version }));
    }
    if (clock.elapsed() - (askedMs.get(world) ?? Number.NEGATIVE_INFINITY) < PLAYERS_MS) return;
    if (projection.use((tables) => tables.playersVersion(world)) === versions.players) return;
    askedMs.set(world, clock.elapsed());
    void take(to, 'players', ({ version: of, players = [] }) =>
      projection.use((tables) => tables.applyPlayers(world, of, players)),
    );
  };
}
