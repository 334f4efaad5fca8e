/** Time, handed in: the service runs on the system's clock, a test on one that it moves itself. */
export interface Clock {
  /** ms since 1970. */
  now(): number;
  /** ms since an arbitrary moment; never goes back, as the system's time may. */
  elapsed(): number;
  /** Runs the work once, after so many ms. @returns how to cancel it. */
  after(ms: number, work: () => void): () => void;
  /** Runs the work again and again, every so many ms. @returns how to end it. */
  every(ms: number, work: () => void): () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  elapsed: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
  every(ms, work) {
    const timer = setInterval(work, ms);
    return () => clearInterval(timer);
  },
};
