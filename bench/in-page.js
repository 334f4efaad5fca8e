// Runs inside the measured page: plain JavaScript, put there before the page's own scripts.
globalThis.bench = {
  /** Whether a page is shown and nothing of it is being read. */
  isLoaded() {
    return (
      document.querySelector('main > *') !== null && document.querySelector('[aria-busy="true"]') === null
    );
  },

  /** When something was painted for the first time, in ms since the page was asked for. */
  firstPaintMs() {
    return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
  },

  nowMs: () => performance.now(),
  elements: () => document.querySelectorAll('*').length,

  frames: undefined,
  startFrames() {
    const taken = { times: [], ended: false };
    let lastMs = performance.now();
    const frame = () => {
      const nowMs = performance.now();
      taken.times.push(nowMs - lastMs);
      lastMs = nowMs;
      if (!taken.ended) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    this.frames = taken;
  },
  /** Ms from one frame to the next since `startFrames`. */
  endFrames() {
    this.frames.ended = true;
    return this.frames.times;
  },

  keyTimes: [],
  /** Takes the time from each key to the frame that shows other rows. */
  watchKeys() {
    let pressedMs;
    addEventListener(
      'keydown',
      () => {
        pressedMs = performance.now();
      },
      { capture: true },
    );
    const rows = document.querySelector('[role="grid"]');
    let before = rows.textContent;
    new MutationObserver(() => {
      const now = rows.textContent;
      if (now === before) return;
      before = now;
      if (pressedMs === undefined) return;
      const fromMs = pressedMs;
      pressedMs = undefined;
      requestAnimationFrame(() => this.keyTimes.push(performance.now() - fromMs));
    }).observe(rows, { subtree: true, childList: true, characterData: true });
  },

  /** What a page does when its tab goes behind another. */
  hide() {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  },
};
