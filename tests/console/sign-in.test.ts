import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { noBrowser, openConsole, SIZES, type Size, startBrowser, THEMES } from '../harness/console.ts';
import { startService, type TestService } from '../harness/start-service.ts';

let service: TestService;
let browser: Browser;
before(async () => {
  if (noBrowser) return;
  [service, browser] = await Promise.all([startService(), startBrowser()]);
});
after(async () => {
  if (noBrowser) return;
  await Promise.all([service[Symbol.asyncDispose](), browser.close()]);
});

for (const theme of THEMES) {
  for (const size of Object.keys(SIZES) as Size[]) {
    test(`the sign-in is sound and accessible, ${theme}, ${size}`, { skip: noBrowser }, async () => {
      await using tab = await openConsole(browser, service, { theme, size, token: '' });
      await tab.open('/');
      await tab.page.getByLabel('Token').waitFor();
      await tab.assertSound();
      await tab.assertAccessible();
      await tab.screenshot(`sign-in-${theme}-${size}`);
    });
  }
}

test('a token signs in by the keyboard alone, and stays out of the address', {
  skip: noBrowser,
}, async () => {
  await using tab = await openConsole(browser, service, { token: '' });
  await tab.open('/players');
  await tab.page.getByLabel('Token').focus();
  await tab.page.keyboard.type(service.token);
  await tab.page.keyboard.press('Enter');
  await tab.page.getByRole('navigation').first().waitFor();
  assert.equal(new URL(tab.page.url()).pathname, '/console/players');
  assert.ok(!tab.page.url().includes(service.token));
  assert.equal(await tab.page.evaluate(() => localStorage.length), 0, 'nothing of it on the disk');
  await tab.assertSound();
});

test('a wrong token is refused in the words of the service', { skip: noBrowser }, async () => {
  await using tab = await openConsole(browser, service, { token: '' });
  await tab.open('/');
  await tab.page.getByLabel('Token').fill('no-such-token');
  await tab.page.keyboard.press('Enter');
  await tab.page.getByRole('alert').getByText(/token/i).waitFor();
});

test('a reload keeps the session, another tab has none', { skip: noBrowser }, async () => {
  await using tab = await openConsole(browser, service, { token: '' });
  await tab.open('/players');
  await tab.page.getByLabel('Token').fill(service.token);
  await tab.page.keyboard.press('Enter');
  await tab.page.getByRole('navigation').first().waitFor();
  await tab.page.reload();
  await tab.page.getByRole('navigation').first().waitFor();
  const other = await tab.context.newPage();
  await other.goto(`${service.url}/console/players`);
  await other.getByLabel('Token').waitFor();
});
