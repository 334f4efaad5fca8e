import type { Clock } from '../../game/clock.ts';
import type { GameClient } from '../../game/game-client.ts';

/** A game thread that has not answered by then is not ready, whatever it answers later. */
const TIMEOUT_MS = 2000;

export interface Readiness {
  Ready: boolean;
  /** Sentences on what the service waits for or fails at. */
  Missing: string[];
}

/**
 * Checks that the game thread is up and its store answers. Probes share one call to the thread for as long as it
 * is open, so that they take one slot of the queue at most, however long the thread stands still.
 */
export function readinessOf(game: GameClient, clock: Clock): () => Promise<Readiness> {
  let checking: Promise<Readiness> | undefined;
  let ping: Promise<void> | undefined;

  async function check(): Promise<Readiness> {
    if (!game.ready) return missing('the game thread is starting');
    const late = Promise.withResolvers<Readiness>();
    const cancel = clock.after(TIMEOUT_MS, () => late.resolve(missing('the game thread does not answer')));
    ping ??= game.call('ping', undefined).finally(() => {
      ping = undefined;
    });
    const answered = ping.then(
      () => ({ Ready: true, Missing: [] }),
      (error: Error) => missing(`the store does not answer: ${error.message}`),
    );
    return Promise.race([answered, late.promise]).finally(cancel);
  }

  return () => {
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return checking;
  };
}

function missing(what: string): Readiness {
  return { Ready: false, Missing: [what] };
}
