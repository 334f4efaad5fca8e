/** What every stream takes. */
export interface StreamOptions {
  /** Ends the stream. */
  signal?: AbortSignal;
  /** Called with true on each connection, and with false and the reason when one is lost. */
  onConnection?: (connected: boolean, reason?: Error) => void;
  /** ms without a byte until the connection counts as lost; the service sends a heartbeat each 15 s. 45 s unless set. */
  silenceMs?: number;
}

/** Ends with `break`, with `return()`, or with the signal of the options; never on its own. */
export interface Streamed<T> extends AsyncIterableIterator<T> {
  return(): Promise<IteratorResult<T>>;
}
