import type { WorldKey, WorldState } from '@palatine/fleet';
import type { Logger } from 'pino';
import type { Clock } from '../game/clock.ts';
import type { FleetLists } from './lists/fleet-lists.ts';
import type { Projection } from './projection/projection.ts';
import type { WorldClient, WorldInstance } from './world-client.ts';

export interface WorldSnapshotsOptions {
  readonly client: Pick<WorldClient, 'snapshot'>;
  readonly projection: Pick<Projection, 'use'>;
  readonly lists: Pick<FleetLists, 'knowsBans' | 'onBans'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Between two snapshots of the players of a world that nobody asked for. */
const PLAYERS_MS = 10_000;
/** Who asks for the same world within this time gets the same answer, so nobody can keep worlds busy with questions. */
const SHARED_MS = 500;

/** Takes snapshots of what changes at worlds: their players, and the bans that they give by themselves. */
export class WorldSnapshots {
  readonly #options: WorldSnapshotsOptions;
  readonly #players = new Map<WorldKey, { readonly atMs: number; readonly taken: Promise<boolean> }>();
  readonly #bans = new Map<WorldKey, Promise<void>>();

  constructor(options: WorldSnapshotsOptions) {
    this.#options = options;
  }

  /** A world has said how it is. */
  onState(to: WorldInstance, { lists, versions }: WorldState): void {
    const { projection, clock } = this.#options;
    const takenMs = this.#players.get(to.world)?.atMs ?? Number.NEGATIVE_INFINITY;
    const isDue = clock.elapsed() - takenMs >= PLAYERS_MS;
    const known = isDue ? projection.use((tables) => tables.playersVersion(to.world)) : versions.players;
    if (known !== versions.players) void this.#takePlayers(to);
    const bans = `${versions.bans} ${lists.join(' ')}`;
    if (!this.#options.lists.knowsBans(to.world, bans)) void this.#takeBans(to, lists, bans);
  }

  /** Asks worlds who is there now. @returns those that did not answer. Never rejects. */
  async refresh(worlds: readonly WorldInstance[]): Promise<WorldKey[]> {
    const taken = await Promise.all(
      worlds.map((to) => {
        const last = this.#players.get(to.world);
        const isFresh = last !== undefined && this.#options.clock.elapsed() - last.atMs < SHARED_MS;
        return isFresh ? last.taken : this.#takePlayers(to);
      }),
    );
    return worlds.filter((_, index) => !taken[index]).map(({ world }) => world);
  }

  /** @returns whether the world has answered. */
  #takePlayers(to: WorldInstance): Promise<boolean> {
    const { client, projection } = this.#options;
    const take = async () => {
      const { version, players = [] } = await client.snapshot(to, 'players');
      projection.use((tables) => tables.applyPlayers(to.world, version, players));
      return true;
    };
    const taken = take().catch((error: unknown) => this.#report(to, error));
    this.#players.set(to.world, { atMs: this.#options.clock.elapsed(), taken });
    return taken;
  }

  #takeBans(to: WorldInstance, lists: readonly string[], version: string): Promise<void> {
    const { client } = this.#options;
    const take = async () => {
      const snapshot = await client.snapshot(to, 'bans');
      this.#options.lists.onBans(to.world, lists, { ...snapshot, version });
    };
    const running = this.#bans.get(to.world);
    if (running !== undefined) return running;
    const taken = take()
      .catch((error: unknown) => void this.#report(to, error))
      .finally(() => this.#bans.delete(to.world));
    this.#bans.set(to.world, taken);
    return taken;
  }

  /** Its next word asks again. */
  #report({ world }: WorldInstance, error: unknown): false {
    this.#options.log.debug({ err: error, world }, 'a world gave no snapshot');
    return false;
  }
}
