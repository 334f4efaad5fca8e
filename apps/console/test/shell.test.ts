import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type ConsoleOptions, openConsole, startConsole, test } from './console.ts';
import { OVERLAYS } from './overlays.ts';
import { openPalette, palette } from './palette.ts';

const { service, browser, openTab } = await startConsole();

/** A tab that is signed in, on the page of players. */
async function openPlayers(options?: ConsoleOptions) {
  const tab = await openConsole(browser, service, options);
  await tab.page.emulateMedia({ reducedMotion: 'reduce' }); // contrasts are those of what has come to rest
  await tab.open('/players');
  await headed(tab.page, 'Players');
  return tab;
}

const headed = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const pathOf = (page: Page) => new URL(page.url()).pathname;

test('a window of 320 px, as at 400 % zoom, has nothing beside it', async () => {
  await using tab = await openPlayers({ size: 'phone' });
  await tab.page.setViewportSize({ width: 320, height: 640 });
  await tab.assertSound();
  for (const open of Object.values(OVERLAYS)) {
    await open(tab.page);
    await tab.assertSound();
    await tab.closeDialog();
  }
  await tab.page.getByRole('button', { name: 'More' }).click();
  await tab.page.getByRole('dialog', { name: 'More' }).getByRole('link', { name: 'Access' }).click();
  await headed(tab.page, 'Bans');
  await tab.assertSound();
});

test('every control of the frame is reached by Tab, and shows that it has the focus', async () => {
  await using tab = await openPlayers();
  const reached: string[] = [];
  for (let presses = 0; presses < 60; presses++) {
    await tab.page.keyboard.press('Tab');
    const [name, outline] = await tab.page.evaluate(() => {
      const { activeElement: at } = document;
      if (at === null || at === document.body) return ['', ''];
      return [at.getAttribute('aria-label') ?? at.textContent.trim(), getComputedStyle(at).outlineStyle];
    });
    if (name === reached[0]) break;
    reached.push(name ?? '');
    if (presses === 0) assert.equal(name, 'Skip to the content');
    if (name !== '') assert.notEqual(outline, 'none', name);
  }
  for (const name of ['Access', 'Collapse the sidebar', 'Menu']) {
    assert.ok(
      reached.some((control) => control.startsWith(name)),
      `${name} is not among ${reached.join(', ')}`,
    );
  }
});

test('the way past the frame leads into the page', async () => {
  await using tab = await openPlayers();
  await tab.press('Tab', 'Enter');
  await tab.page.waitForFunction(() => document.activeElement?.id === 'content');
  assert.equal(pathOf(tab.page), '/console/players');
});

test('the palette finds a page by a part of its name, and Enter goes there', async () => {
  await using tab = await openPlayers();
  await openPalette(tab.page, 'bans');
  await palette(tab.page)
    .getByRole('option', { name: /Go to Bans/ })
    .waitFor();
  await tab.page.keyboard.press('Enter');
  await headed(tab.page, 'Bans');
  assert.equal(pathOf(tab.page), '/console/access');
  assert.equal(await tab.page.title(), 'Bans · Palatine');
  assert.equal(await tab.page.evaluate(() => document.activeElement?.tagName), 'H1');
  await tab.assertSound();
});

test('keys that are pressed before the palette is there count, Enter among them', async () => {
  await using tab = await openConsole(browser, service);
  await tab.page.route(/Palette[^/]*\.js/, () => {}); // it never arrives
  await tab.open('/players');
  await headed(tab.page, 'Players');
  await tab.page.keyboard.press('Control+k');
  await tab.enter('bans');
  await headed(tab.page, 'Bans');
  assert.equal(pathOf(tab.page), '/console/access');
});

test('of an action without a target the palette asks for the target next', async () => {
  const { Rows } = await service.api.searchPlayers({ query: { Limit: 1 } });
  const name = Rows[0]?.Name ?? '';
  await using tab = await openPlayers();
  await openPalette(tab.page, '>kick');
  await palette(tab.page).getByRole('option', { name: 'Kick…' }).waitFor();
  await tab.page.keyboard.press('Enter');
  await tab.page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('[role=combobox]')?.value === 'Kick ',
  );
  await tab.page.keyboard.type(name);
  await palette(tab.page)
    .getByRole('option', { name: `Kick ${name}…` })
    .waitFor();
});

test('Escape closes the palette, and the focus is back where it was', async () => {
  await using tab = await openPlayers();
  await tab.page.getByRole('button', { name: 'Menu' }).focus();
  await tab.page.keyboard.press('Control+k');
  await palette(tab.page).getByRole('combobox').waitFor();
  await tab.page.keyboard.press('Escape');
  await palette(tab.page).waitFor({ state: 'detached' });
  assert.equal(await tab.page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Menu');
});

test('two keys lead to a page, but not while one types', async () => {
  await using tab = await openPlayers();
  const field = tab.page.getByRole('searchbox').or(tab.page.getByRole('textbox')).first();
  await field.focus();
  await tab.page.keyboard.type('gn');
  assert.equal(await field.inputValue(), 'gn');
  assert.equal(pathOf(tab.page), '/console/players');
  await tab.page.getByRole('button', { name: 'Menu' }).focus();
  await tab.page.keyboard.type('gn');
  await headed(tab.page, 'Bans');
});

test('no field of the preferences lies over another, and single keys that are off stay off after a reload', async () => {
  await using tab = await openPlayers();
  await OVERLAYS.preferences?.(tab.page);
  const isTooWide = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth;
  for (const field of await tab.page.locator('.preferences > .field').all())
    assert.equal(await field.evaluate(isTooWide), false);
  await tab.page.getByRole('switch').click();
  await tab.page.keyboard.press('Escape');
  await tab.page.reload();
  await headed(tab.page, 'Players');
  await tab.press('?', 'Control+k');
  await palette(tab.page).waitFor();
  assert.equal(await tab.page.getByRole('dialog').count(), 1, 'no sheet of keys under the palette');
});

test('Escape closes a dialog from the moment it is there', async () => {
  await using tab = await openPlayers();
  await tab.page.evaluate(async () => {
    const press = (key: string) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    const loaded = new Promise<void>((resolve) => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('[role="dialog"]') === null) return;
        observer.disconnect();
        resolve();
      }).observe(document.body, { childList: true, subtree: true });
    });
    press('?');
    await loaded;
    await new Promise((next) => setTimeout(next));
    press('Escape');
  });
  await tab.page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('a theme that is chosen is there before anything else after a reload', async () => {
  await using tab = await openPlayers({ theme: 'light' });
  await tab.page.getByRole('button', { name: 'Menu' }).click();
  await tab.page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await tab.page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  await tab.page.route('**/assets/*.js', (route) => route.abort());
  await tab.page.reload({ waitUntil: 'domcontentloaded' });
  assert.equal(await tab.page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  const stored = await tab.page.evaluate(() => JSON.stringify(localStorage));
  assert.ok(!stored.includes(service.token), 'the token is not on the disk');
});

test('without use the page locks itself, and what was typed is there after the next sign-in', async () => {
  await using tab = await openConsole(browser, service);
  await tab.page.clock.install();
  await tab.open('/players');
  const field = tab.page.getByRole('searchbox').or(tab.page.getByRole('textbox')).first();
  await field.fill('not sent yet');
  await tab.page.clock.runFor(31 * 60 * 1000);
  const locked = tab.page.getByRole('alertdialog', { name: 'Sign in again' });
  await locked.getByText('locked itself after 30 minutes').waitFor();
  assert.equal(await tab.page.evaluate(() => sessionStorage.getItem('palatine.token')), null);
  await tab.page.keyboard.press('Escape');
  await locked.getByLabel('Token').fill(service.token);
  await tab.page.keyboard.press('Enter');
  await locked.waitFor({ state: 'detached' });
  assert.equal(await field.inputValue(), 'not sent yet');
});

test('a token that is revoked ends the session, in the words of the service', async () => {
  const token = service.addToken('*');
  await using tab = await openPlayers({ token });
  rmSync(join(service.data, 'RESTAPI', 'Tokens', `${token}.json`));
  await tab.page.getByRole('link', { name: 'Access' }).click();
  const locked = tab.page.getByRole('alertdialog', { name: 'Sign in again' });
  await locked.getByText('Invalid token: unknown').waitFor();
  await locked.getByRole('button', { name: 'Leave the page' }).click();
  await tab.page.getByRole('heading', { name: 'Palatine' }).waitFor();
});

test('an action whose answer is lost is asked for again, and is applied once', async () => {
  await using tab = await openPlayers();
  const sent: string[] = [];
  await tab.page.route('**/v1/pdapi/Broadcast', async (route) => {
    sent.push((await route.request().headerValue('idempotency-key')) ?? '');
    await route.fetch(); // the service gets it, and its answer is lost
    await route.abort();
  });
  await openPalette(tab.page, '>announce');
  await palette(tab.page).getByRole('option', { name: 'Announce…' }).waitFor();
  await tab.page.keyboard.press('Enter');
  const dialog = tab.page.getByRole('dialog', { name: 'Announce to all online players' });
  await dialog.getByRole('textbox').first().fill('hello');
  await dialog.getByRole('button', { name: /all online players/ }).click();
  await tab.page.locator('.outbox-mark.doubt').waitFor();
  await tab.page.unroute('**/v1/pdapi/Broadcast');
  const requests: string[] = [];
  tab.page.on('dialog', (warning) => {
    requests.push(warning.type());
    void warning.accept();
  });
  await tab.page.reload();
  assert.deepEqual(requests, ['beforeunload'], 'leaving in doubt is asked about');
  await tab.page.getByRole('button', { name: '1 action has an unknown outcome' }).click();
  await tab.page.getByRole('button', { name: 'Retry' }).click();
  await tab.page.getByText('Done').waitFor();
  assert.equal(new Set(sent).size, 1, 'each try had the same key');
  const { Entries } = await service.api.getPastEvents({ query: { Type: 'message' } });
  assert.equal(Entries.length, 1);
});

test('signing out clears the tab', async () => {
  await using tab = await openPlayers();
  await tab.page.getByRole('button', { name: 'Menu' }).click();
  await tab.page.getByRole('menuitem', { name: 'Sign out' }).click();
  await tab.page.getByLabel('Token').waitFor();
  assert.equal(await tab.page.evaluate(() => sessionStorage.length), 0);
  await tab.assertSound();
});

test('a token signs in by the keyboard alone, stays out of the address, and lasts in this tab alone', async () => {
  await using tab = await openTab('/players', { token: '' });
  await tab.page.getByLabel('Token').focus();
  await tab.enter(service.token);
  await tab.page.getByRole('navigation').first().waitFor();
  assert.equal(pathOf(tab.page), '/console/players');
  assert.ok(!tab.page.url().includes(service.token));
  assert.equal(await tab.page.evaluate(() => localStorage.length), 0, 'nothing of it on the disk');
  await tab.assertSound();
  await tab.page.reload();
  await tab.page.getByRole('navigation').first().waitFor();
  const secondPage = await tab.context.newPage();
  await secondPage.goto(`${service.url}/console/players`);
  await secondPage.getByLabel('Token').waitFor();
});

test('a wrong token is refused in the words of the service', async () => {
  await using tab = await openTab('/', { token: '' });
  await tab.signIn('no-such-token');
  await tab.page.getByRole('alert').getByText(/token/i).waitFor();
});

test('an earlier address leads to the tab that has taken its place, with its query', async () => {
  await using tab = await openTab('/bans?state=lifted&sort=subject');
  await tab.page.waitForURL('**/console/access/bans?state=lifted&sort=subject');
  for (const [earlier, now] of [
    ['/rules/Default', '/templates/rules/Default'],
    ['/templates/Starter?new=1', '/templates/templates/Starter?new=1'],
    ['/audit?find=ban', '/log/audit?find=ban'],
    ['/tokens', '/access/team'],
    ['/settings', '/system/settings'],
  ] as const) {
    await tab.follow(earlier);
    await tab.page.waitForURL(`**/console${now}`);
  }
});

test('a page shows the tabs that a token may see, and one about a game server is nowhere without one', async () => {
  const token = service.addToken(['Palatine.Tokens.Read']);
  await using tab = await openTab('/access', { token });
  await headed(tab.page, 'Team');
  assert.deepEqual(await tab.page.getByRole('tab').allInnerTexts(), ['Team']);
  for (const address of ['/server', '/server/deliveries', '/access/whitelist', '/access/nothing']) {
    await tab.follow(address);
    await tab.sees('Page not found.');
  }
  assert.equal(await tab.page.getByRole('link', { name: 'Server' }).count(), 0);
});

test('a link signs in once, and leaves its code neither in the address nor in the history', async () => {
  const link = service.newSignInLink();
  const code = link.slice(link.indexOf('=') + 1);
  for (const isFirst of [true, false]) {
    await using tab = await openConsole(browser, service, { token: '' });
    const sent: string[] = [];
    tab.page.on('request', (request) => sent.push(request.url(), JSON.stringify(request.headers())));
    await tab.page.goto(link);
    if (isFirst) {
      await tab.page.getByRole('navigation').first().waitFor();
      await tab.page.reload();
      await tab.page.getByRole('navigation').first().waitFor();
      await tab.assertSound();
    } else
      await tab.page
        .getByRole('alert')
        .getByText(/was used already/)
        .waitFor();
    assert.equal(new URL(tab.page.url()).hash, '');
    const session = await tab.context.newCDPSession(tab.page);
    const { entries } = await session.send('Page.getNavigationHistory');
    assert.ok(!JSON.stringify([entries.map(({ url }) => url), sent]).includes(code));
  }
});
