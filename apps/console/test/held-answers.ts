import type { Page, Route } from 'playwright-core';

/** Control over the reads of a page. */
export interface HeldAnswers {
  /** From now on nothing is answered. */
  hold(): void;
  /** Fails held reads, and all later ones, with `INTERNAL_ERROR`. */
  fail(): void;
  /** Lets the service answer held reads, and all later ones. */
  pass(): void;
  /** Takes out of a list of troubles what the browser says of each answer that failed here, once for each. */
  forgive(troubles: string[]): void;
}

/** Routes that the frame depends on: without these there is no page to look at. */
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
  /** Addresses of the answers that failed and that the browser has not spoken of yet. */
  const failed: string[] = [];
  const settle = (route: Route) => {
    if (answer === 'fail') failed.push(route.request().url());
    // A read that the page has given up meanwhile needs no answer.
    (answer === 'fail' ? route.fulfill(FAILURE) : route.continue()).catch(() => {});
  };
  const release = (to: 'fail' | 'pass') => {
    answer = to;
    for (const route of held) settle(route);
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
      const others = troubles.filter((trouble) => {
        const at = SAID_OF_FAILED.test(trouble) ? failed.findIndex((url) => trouble.endsWith(` ${url}`)) : -1;
        if (at !== -1) failed.splice(at, 1);
        return at === -1;
      });
      troubles.splice(0, troubles.length, ...others);
    },
  };
}
