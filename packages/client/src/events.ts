import type { PalatineEvent } from '@palatine/contract';
import type { Streamed, StreamOptions } from './streams.ts';

export interface EventsOptions extends StreamOptions {
  /** Id of the last event seen; those after it come first. 0: all events the service still has. */
  since?: number;
}

/** Ends with `break`, with `return()`, or with the signal of the options; never on its own. */
export interface Events extends Streamed<PalatineEvent> {}
