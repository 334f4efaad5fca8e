import type { GameClient } from '../../game/game-client.ts';

/** A thread that has not answered by then is not ready, whatever it answers later. */
const PATIENCE_MS = 2000;

export interface Readiness {
  Ready: boolean;
  /** What there is to wait for or to mend, in words. */
  Missing: string[];
}

/**
 * Whether the service can do its work: the game thread is up, and its store answers. Callers at the same time
 * share one look, so that asking costs the queue one place at most.
 */
export function readinessOf(game: GameClient): () => Promise<Readiness> {
  let looking: Promise<Readiness> | undefined;

  async function look(): Promise<Readiness> {
    if (!game.ready) return missing('the game thread is starting');
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Readiness>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS, missing('the game thread does not answer'));
    });
    // How a request ended that there never was: the smallest thing the store can be asked.
    const answered = game.records('ended', { request: '' }).then(
      () => ({ Ready: true, Missing: [] }),
      (error: Error) => missing(`the store does not answer: ${error.message}`),
    );
    return Promise.race([answered, late]).finally(() => clearTimeout(timer));
  }

  return () => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
}

function missing(what: string): Readiness {
  return { Ready: false, Missing: [what] };
}
