import type { EventPlayer, Guid } from '@palatine/contract';
import type { Container, Player } from '../state/model.ts';
import type { World } from '../state/world.ts';
import type { MirroredChanges } from './mirrored-changes.ts';

/** Some of a world as it will be after changes that are not in it yet. */
export interface StateAfter {
  playerOf(uid: Guid): EventPlayer;
  containerOf(id: Guid): Container | undefined;
  /** Every player there will be. */
  players(): Iterable<Player>;
}

export function stateAfter(world: World, changes: MirroredChanges): StateAfter {
  const accounts = lookup(changes.accounts, (uid) => world.accounts.get(uid));
  const containers = lookup(changes.containers, (id) => world.containers.get(id));
  const changedPlayers = new Map(changes.players.map(({ key, after }) => [key, after]));
  return {
    playerOf(uid) {
      const account = accounts(uid);
      const userId = world.sessions.get(uid)?.userId || account?.userId || '';
      return { uid, userId, name: account?.name ?? '' };
    },
    containerOf: containers,
    *players() {
      for (const player of world.players.values()) {
        if (!changedPlayers.has(player.uid)) yield player;
      }
      for (const player of changedPlayers.values()) if (player !== undefined) yield player;
    },
  };
}

function lookup<T>(
  changes: readonly { readonly key: string; readonly after: T | undefined }[],
  present: (key: string) => T | undefined,
): (key: string) => T | undefined {
  const changed = new Map(changes.map(({ key, after }) => [key, after]));
  return (key) => (changed.has(key) ? changed.get(key) : present(key));
}
