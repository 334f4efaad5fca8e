import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { noNats } from '@palatine/testing/nats-server';
import { startFleet } from '@palatine/testing/start-fleet';
import { startService, type TestService } from '@palatine/testing/start-service';
import type { Browser } from 'playwright-core';
import { type ConsoleTab, type Look, noBrowser, openConsole, sharedBrowser } from './console.ts';
import { OVERLAYS } from './overlays.ts';
import { doInPalette } from './palette.ts';
import { startWhitelistedService } from './whitelisted-service.ts';

type Target = Pick<TestService, 'url' | 'token'>;
/** Leads a tab from one sight to the next, and yields the name of each once it is complete. */
type Tour = (tab: ConsoleTab) => AsyncGenerator<string>;

/** The looks in which the sights of a tour are tested, by its title. */
type LooksOf = (title: string) => readonly Look[];

/** Tests each sight of the tours in their looks. */
function testTours(looksOf: LooksOf, target: () => Target, tours: Record<string, Tour>): void {
  let browser: Browser;
  before(async () => (browser = await sharedBrowser()));
  for (const [title, tour] of Object.entries(tours)) {
    for (const { theme, size } of looksOf(title)) {
      test(`${title}: sound and accessible, ${theme}, ${size}`, async () => {
        const token = title === 'the sign-in' ? '' : target().token;
        await using tab = await openConsole(browser, target(), { theme, size, token });
        // Contrasts are those of what has come to rest.
        await tab.page.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme });
        let sights = 0;
        for await (const sight of tour(tab)) {
          sights += 1;
          await tab.assertSound();
          await tab.assertAccessible();
          await tab.screenshot(`${sight}-${theme}-${size}`);
        }
        assert.ok(sights > 0);
      });
    }
  }
}

/** Tests the pages and dialogs of a world, of a game server and of a fleet in their looks. */
export function testLooks(looksOf: LooksOf): void {
  describe('the console of a world', { skip: noBrowser }, () => {
    let service: TestService;
    before(async () => {
      service = await startService({ config: { playerResolution: 'Known' } });
    });
    after(() => service[Symbol.asyncDispose]());
    testTours(looksOf, () => service, {
      async *'the sign-in'({ page, open }) {
        await open('/');
        await page.getByLabel('Token').waitFor();
        yield 'sign-in';
      },
      async *'the frame and what opens over it'({ page, open, closeDialog }) {
        await open('/players');
        await page.getByRole('heading', { level: 1, name: 'Players' }).waitFor();
        yield 'frame';
        for (const [name, openOverlay] of Object.entries(OVERLAYS)) {
          await openOverlay(page);
          yield name;
          await closeDialog();
        }
      },
      async *'the dialogs of the three levels'({ page, open, closeDialog }) {
        const { Rows } = await service.api.searchPlayers({
          query: { Status: 'Online', HasPlayerFile: true },
        });
        const [row] = Rows;
        assert.ok(row);
        await open('/access');
        for (const action of ['Give items', 'Ban', 'Lock technologies', 'Give eggs']) {
          await doInPalette(page, action, row.Name);
          // The consequences have been read.
          await page.waitForFunction(() => document.querySelector('.dialog [aria-busy="true"]') === null);
          if (action.startsWith('Lock'))
            await page.getByRole('checkbox', { name: 'All technologies' }).click();
          yield `action-${action.toLowerCase().replaceAll(' ', '-')}`;
          await closeDialog();
        }
      },
      async *'the history of a ban'({ page, open }) {
        await open('/access');
        await page.getByRole('grid', { name: 'Bans' }).waitFor();
        await page.getByRole('rowheader').first().click();
        await page.getByRole('dialog', { name: /^History of/ }).waitFor();
        yield 'ban-history';
      },
      async *'the messages'({ page, open, follow, settled }) {
        await open('/messages');
        for (const to of ['alert', 'players', 'guild']) {
          await follow('/nowhere');
          await follow(`/messages?to=${to}`);
          await page.getByRole('textbox', { name: 'Message' }).waitFor();
          await settled();
          yield `messages-${to}`;
        }
      },
    });
  });

  describe('the pages of the game server', { skip: noBrowser }, () => {
    let attached: Awaited<ReturnType<typeof startWhitelistedService>>;
    before(async () => (attached = await startWhitelistedService()));
    after(() => attached[Symbol.asyncDispose]());
    testTours(looksOf, () => attached.service, {
      async *'maintenance, deliveries and whitelist'({ page, open }) {
        const parts = {
          '/server': page.getByRole('heading', { level: 2, name: 'Restart' }),
          '/server/deliveries': page.getByText('No deliveries yet.'),
          '/access/whitelist': page.getByRole('heading', { level: 2, name: 'Whitelist' }),
        };
        for (const [path, part] of Object.entries(parts)) {
          await open(path);
          await part.waitFor();
          yield path.slice(path.lastIndexOf('/') + 1);
        }
      },
    });
  });

  describe('the pages of a fleet', { skip: noBrowser || noNats }, () => {
    let fleet: Awaited<ReturnType<typeof startFleet>>;
    before(async () => {
      fleet = await startFleet({ worlds: 2 });
      const body = JSON.stringify({ Kind: 'Ban', Adopt: 'Offer' });
      await fleet.gateway.fetch('/v1/fleet/lists/main', { method: 'PUT', body });
    });
    after(() => fleet[Symbol.asyncDispose]());
    testTours(looksOf, () => fleet.gateway, {
      async *'every page'({ open, follow, settled }) {
        await open('/');
        yield 'fleet-';
        for (const path of [
          '/players',
          '/access',
          '/access/lists/main',
          '/access/lists/main/offers',
          '/access/lists/nowhere',
          '/log',
          '/log/events',
          '/access/team',
        ]) {
          await follow(path);
          await settled();
          yield `fleet${path.replaceAll('/', '-')}`;
        }
        await open(`/w/${fleet.worlds[0]?.key}/players`);
        yield 'fleet-w-world-players';
      },
    });
  });
}
