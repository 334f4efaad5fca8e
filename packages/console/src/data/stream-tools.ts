/** What a stream needs of the browser; the real ones unless given. */
export interface StreamTools {
  now: () => number;
  channel: (name: string) => BroadcastChannel;
  /** Runs `work` once no other tab does under this name, until its signal ends. */
  alone: (name: string, signal: AbortSignal, work: () => Promise<void>) => Promise<void>;
  /** Waits; an abort ends the wait early, without an error. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The tools of this browser. */
export const BROWSER_TOOLS: StreamTools = {
  now: Date.now,
  channel: (name) => new BroadcastChannel(name),
  async alone(name, signal, work) {
    // Without locks, which need TLS or this machine, each tab has its own connection.
    if (!('locks' in navigator)) return work();
    await navigator.locks.request(name, { signal }, work).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  },
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end);
    }),
};
