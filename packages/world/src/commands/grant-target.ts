import { type EventPlayer, type Granted, Refusal } from '@palatine/contract';
import { kept } from '../catalogue/table.ts';
import {
  assertPlayerManager,
  type FoundPlayer,
  type LoadedPlayer,
  resolveLoadedPlayer,
} from '../state/find-player.ts';
import type { GameContext, OperatorFiles } from '../state/game-context.ts';

/**
 * The player of a grant's path. `checkValues` refuses the problems that are known without a player: they are
 * reported before an unknown player is. Grants have no code for a missing player manager: their resolver failed.
 */
export function resolvePlayer(game: GameContext, identifier: string, checkValues: () => void): LoadedPlayer {
  try {
    assertPlayerManager(game);
    return resolveLoadedPlayer(game, identifier);
  } catch (refusal) {
    checkValues();
    throw refusal;
  }
}

/** Throws when a fault was injected into grants. Called right before a grant is applied. */
export function throwIfGrantFault({ faults }: GameContext, code: 'GRANT_FAILED' | 'REQUEST_FAILED'): void {
  if (faults.failing.delete('grant')) {
    throw new Refusal(code, 'the grant was valid, but applying it failed');
  }
}

/** Does nothing for an empty grant. */
export function emitGrant(
  { world, now }: GameContext,
  player: FoundPlayer,
  granted: Granted,
  issuer: string,
): void {
  if (Object.keys(granted).length === 0) return;
  world.emit('grant', now(), { player: eventPlayer(player), granted, issuer });
}

export function eventPlayer({ uid, userId, name }: FoundPlayer): EventPlayer {
  return { uid, userId, name };
}

/** The game for one command: a file that a body names a thousand times is read once. */
export function withFilesReadOnce<Game extends GameContext>(game: Game): Game {
  const { files } = game;
  const once = (read: (name: string) => unknown): ((name: string) => unknown) => {
    const answers = new Map<string, () => unknown>();
    return (name) => kept(answers, name, () => attempt(() => read(name)))();
  };
  const readOnce: OperatorFiles = {
    palTemplate: once((name) => files.palTemplate(name)),
    importRules: once((name) => files.importRules(name)),
    writeArchive: (name, content) => files.writeArchive(name, content),
    readArchive: (name) => files.readArchive(name),
    newestArchive: (campId) => files.newestArchive(campId),
  };
  return { ...game, files: readOnce };
}

/** The outcome of a call, repeatable: its value, or its error. */
function attempt(call: () => unknown): () => unknown {
  try {
    const value = call();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
