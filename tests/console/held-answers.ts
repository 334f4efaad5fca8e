import type { Page, Route } from 'playwright-core';

/** What becomes of the reads of a page. */
export interface HeldAnswers {
  /** From now on nothing is answered. */
  hold(): void;
  /** What is held, and all that is read from now on, fails with `INTERNAL_ERROR`. */
  fail(): void;
  /** What is held, and all that is read from now on, is answered by the service. */
  pass(): void;
  /** Takes out of a list of troubles what the browser says of each answer that failed. */
  forgive(troubles: string[]): void;
}

/** What the frame lives by: without these there is no page to look at. */
const OF_THE_FRAME = /\/v1\/palatine\/(session|catalogue|positions|events)(\?|$)/;
const SAID_OF_FAILED = /the server responded with a status of 500/;
const FAILURE = {
  status: 500,
  contentType: 'application/json',
  body: JSON.stringify({
    Error: { Code: 'INTERNAL_ERROR', Message: 'The service made a mistake', Details: {} },
  }),
};

/** Stands between a page and its service. Everything passes at first. */
export async function holdAnswers(page: Page): Promise<HeldAnswers> {
  let answer: 'hold' | 'fail' | 'pass' = 'pass';
  let held: Route[] = [];
  const settle = (route: Route) =>
    // A read that the page has given up meanwhile needs no answer.
    (answer === 'fail' ? route.fulfill(FAILURE) : route.continue()).catch(() => {});
  const release = (to: 'fail' | 'pass') => {
    answer = to;
    for (const route of held) void settle(route);
    held = [];
  };
  await page.route('**/v1/**', (route) => {
    if (OF_THE_FRAME.test(route.request().url())) return route.continue();
    if (answer !== 'hold') return settle(route);
    held.push(route);
    return undefined;
  });
  return {
    hold() {
      answer = 'hold';
    },
    fail: () => release('fail'),
    pass: () => release('pass'),
    forgive(troubles) {
      const others = troubles.filter((trouble) => !SAID_OF_FAILED.test(trouble));
      troubles.splice(0, troubles.length, ...others);
    },
  };
}
