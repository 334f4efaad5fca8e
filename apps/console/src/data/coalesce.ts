/** What `coalesced` needs of its surroundings; those of the browser unless given. */
export interface CoalesceTools {
  later: (run: () => void, ms: number) => void;
  /** Calls back as soon as somebody sees the page; at once where somebody does. */
  whenSeen: (run: () => void) => void;
}

const BROWSER: CoalesceTools = {
  later: (run, ms) => void setTimeout(run, ms),
  whenSeen(run) {
    if (!document.hidden) return run();
    document.addEventListener('visibilitychange', run, { once: true });
  },
};

/**
 * A function that starts `work`, or lets it run once more when it runs already: calls that come meanwhile cost one more
 * run together. Between two runs lie at least `gapMs`, and none begins in a page that nobody sees.
 */
export function coalesced(
  work: () => Promise<void>,
  gapMs: number,
  { later, whenSeen }: CoalesceTools = BROWSER,
): () => void {
  let running = false;
  let again = false;
  const rest = () => {
    running = false;
    if (again) start();
  };
  function start(): void {
    again = false;
    running = true;
    whenSeen(() => void work().finally(() => later(rest, gapMs)));
  }
  return () => {
    if (running) again = true;
    else start();
  };
}
