import type { Clock } from '../../game/clock.ts';
import type { Game } from '../../game/game.ts';

/** A game that has not answered by then is not ready, whatever it answers later. */
const TIMEOUT_MS = 2000;

export interface Readiness {
  Ready: boolean;
  /** Sentences on what the service waits for or fails at. */
  Missing: string[];
}

/** Checks that the game takes its turns and its store answers. Probes at the same time share one check. */
export function readinessOf(game: Game, clock: Clock): () => Promise<Readiness> {
  let checking: Promise<Readiness> | undefined;
  let ping: Promise<void> | undefined;

  async function check(): Promise<Readiness> {
    const late = Promise.withResolvers<Readiness>();
    const cancel = clock.after(TIMEOUT_MS, () => late.resolve(missing('the game does not answer')));
    ping ??= game.ping().finally(() => {
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
