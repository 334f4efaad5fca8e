import { haveBansToSettle, isBanTable, settlePlayerBans, type WorldEvent } from '@palatine/world';
import type { StoredChange } from '../store/store.ts';
import { type BatchTools, causeOf, eventsOf } from './command-batch.ts';

/**
 * Gives bans by PlayerUID their entries of Banlist.json where the UserId is known by now, in one transaction with the
 * world. When the file cannot be changed, they count as they are, and the next call tries again.
 * @returns the events of what was changed; undefined when nothing was.
 */
export function settleBans(
  tools: Pick<BatchTools, 'game' | 'store' | 'bans' | 'metrics' | 'report'>,
): WorldEvent[] | undefined {
  const { game, bans } = tools;
  if (!haveBansToSettle(game.world)) return undefined;
  return bans.exclusively(() => {
    bans.readEdits();
    return bans.blocked === undefined ? settle(tools) : undefined;
  });
}

function settle({
  game,
  store,
  bans,
  metrics,
  report,
}: Parameters<typeof settleBans>[0]): WorldEvent[] | undefined {
  const { world } = game;
  try {
    settlePlayerBans(game);
    bans.makeRoom();
    bans.save();
    const changes = world
      .pendingChanges()
      .filter((change): change is StoredChange => !isBanTable(change.table));
    store.commit({ changes });
    world.clearJournal();
    bans.keep();
    return eventsOf(changes);
  } catch (error) {
    metrics.countStorageFailures('own', 1);
    report(`bans by PlayerUID could not be written to Banlist.json: ${causeOf(error)}`);
    world.rollbackTo(0);
    bans.takeBack();
    return undefined;
  }
}
