import type { Guid } from '@palatine/contract';
import { deleteBase } from '../commands/bases/delete-base.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Camp } from '../state/model.ts';
import { netChanges } from './net-changes.ts';
import { attempt, ISSUER, type Replay, replayPlayer } from './replay-player.ts';
import type { WorldRecords } from './world-records.ts';

/**
 * Carries out on a newer world what happened to a world between `before` and `after`, each change by its command: whole
 * or not at all, and never forced. @returns one sentence for each change that does not fit or that no command does.
 */
export function replayChanges(game: GameContext, before: WorldRecords, after: WorldRecords): string[] {
  const changes = netChanges(before, after);
  const replay: Replay = {
    // Whoever was given something need not be online for it.
    game: { ...game, rules: { ...game.rules, playerResolution: 'Known' } },
    changes,
    misfits: [...changes.others],
    instances: instanceIds(game),
  };
  for (const camp of changes.deletedCamps) replayDeletion(replay, camp);
  for (const player of changes.players) replayPlayer(replay, player);
  return replay.misfits;
}

function instanceIds({ world }: GameContext): Set<Guid> {
  const ids = new Set<Guid>();
  for (const { slots } of world.containers.values()) {
    for (const { instance } of Object.values(slots)) if (instance !== undefined) ids.add(instance.id);
  }
  return ids;
}

function replayDeletion(replay: Replay, camp: Camp): void {
  const { game, changes, misfits } = replay;
  const what = `deleting ${changes.names.camp(camp)}`;
  if (!game.world.camps.has(camp.id)) misfits.push(`${what}: it is not in the world any more`);
  else {
    attempt(replay, what, () => {
      deleteBase(game, { params: { base_camp_id: camp.id }, body: undefined, issuer: ISSUER });
      return undefined;
    });
  }
}
