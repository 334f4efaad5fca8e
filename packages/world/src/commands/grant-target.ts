import { type EventPlayer, Refusal } from '@palatine/contract';
import { type FoundPlayer, type LoadedPlayer, resolveLoadedPlayer } from '../state/find-player.ts';
import type { GameContext, OperatorFiles } from '../state/game-context.ts';
import { assertPlayerManager } from '../state/player-manager.ts';

/**
 * The player of the path of a grant. `checkValues` refuses what can be known to be wrong without a player. Grants do not list the code of a missing player manager: their resolver failed.
 */
export function resolvePlayer(game: GameContext, identifier: string, checkValues: () => void): LoadedPlayer {
  try {
    assertPlayerManager(game);
    return resolveLoadedPlayer(game, identifier);
  } catch (refusal) {
    checkValues(); // what is wrong with the body is told before what is wrong with the player
    throw refusal;
  }
}

/** Asked right before a grant is applied. */
export function failWhereTold({ faults }: GameContext, code: 'GRANT_FAILED' | 'REQUEST_FAILED'): void {
  if (faults.fails('grant')) throw new Refusal(code, 'the grant was valid, but applying it failed');
}

export function tellGrant(
  { world, now }: GameContext,
  player: FoundPlayer,
  granted: Readonly<Record<string, unknown>>,
  issuer: string,
): void {
  world.emit('grant', now(), { player: eventPlayer(player), granted, issuer });
}

export function eventPlayer({ uid, userId, name }: FoundPlayer): EventPlayer {
  return { uid, userId, name };
}

/** The game as one command sees it: a file that a body names a thousand times is read once, and is one file. */
export function withFilesReadOnce(game: GameContext): GameContext {
  const { files } = game;
  const once = (read: (name: string) => unknown): ((name: string) => unknown) => {
    const answers = new Map<string, () => unknown>();
    return (name) => {
      const answer = answers.get(name) ?? attempt(() => read(name));
      answers.set(name, answer);
      return answer();
    };
  };
  const readOnce: OperatorFiles = {
    palTemplate: once((name) => files.palTemplate(name)),
    importRules: once((name) => files.importRules(name)),
    writeArchive: (name, content) => files.writeArchive(name, content),
  };
  return { ...game, files: readOnce };
}

/** What a call gave, to be given again: its value, or its error. */
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
