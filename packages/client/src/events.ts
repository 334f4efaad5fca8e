import type { PalatineEvent } from '@palatine/contract';

export interface EventsOptions {
  /** Id of the last event known already: what came after it is told first. 0 tells all the service remembers. */
  since?: number;
  /** Ends the events. */
  signal?: AbortSignal;
  /** Told when the events start to come, and with the reason when they stop coming until the next attempt. */
  onConnection?: (connected: boolean, reason?: Error) => void;
  /** ms without a sign of life until the connection counts as lost; the service gives one each 15 s. 45 s unless set. */
  silenceMs?: number;
}

/** Ends with `break`, with `return()`, or with the signal of the options; never on its own. */
export interface Events extends AsyncIterableIterator<PalatineEvent> {
  return(): Promise<IteratorResult<PalatineEvent>>;
}
