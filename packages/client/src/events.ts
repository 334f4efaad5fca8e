import type { PalatineEvent } from '@palatine/contract';

export interface EventsOptions {
  /** Id of the last event seen; those after it come first. 0: all events the service still has. */
  since?: number;
  /** Ends the events. */
  signal?: AbortSignal;
  /** Called with true on each connection, and with false and the reason when one is lost. */
  onConnection?: (connected: boolean, reason?: Error) => void;
  /** ms without a byte until the connection counts as lost; the service sends a heartbeat each 15 s. 45 s unless set. */
  silenceMs?: number;
}

/** Ends with `break`, with `return()`, or with the signal of the options; never on its own. */
export interface Events extends AsyncIterableIterator<PalatineEvent> {
  return(): Promise<IteratorResult<PalatineEvent>>;
}
