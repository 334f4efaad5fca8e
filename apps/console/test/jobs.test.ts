import assert from 'node:assert/strict';
import { after } from 'node:test';
import { until } from '@palatine/testing/until';
import type { Locator, Page } from 'playwright-core';
import { type ConsoleTab, startConsole, startTabs, type TabOptions, test } from './console.ts';
import { palette } from './palette.ts';
import { JOINS, startWhitelistedService } from './whitelisted-service.ts';

// The ordinary jobs of an owner, each by mouse and by keyboard, in no more steps than it is allowed: a click, a field
// or a key. Who was here last night is in presence.test.ts.

const { service, openTab } = await startConsole();
const attached = await startWhitelistedService();
const beside = await startTabs(attached.service);
after(() => attached[Symbol.asyncDispose]());

/** The hands of an owner. */
interface Hands extends Pick<ConsoleTab, 'page' | 'forgive404'> {
  click(target: Locator): Promise<void>;
  fill(target: Locator, text: string): Promise<void>;
  type(text: string): Promise<void>;
  press(...keys: string[]): Promise<void>;
  /** Types into the palette and takes its first row once that fits: three steps. */
  command(text: string, row: RegExp): Promise<void>;
}

interface Way {
  readonly steps: number;
  readonly from?: string;
  readonly options?: TabOptions;
  readonly open?: (path: string, options?: TabOptions) => Promise<ConsoleTab>;
  run(hands: Hands): Promise<unknown>;
}

function job(title: string, ways: { readonly mouse: Way; readonly keyboard?: Way }): void {
  for (const [by, way] of Object.entries(ways)) {
    test(`${title}, by ${by === 'mouse' ? 'mouse' : 'keyboard'}`, async () => {
      await using tab = await (way.open ?? openTab)(way.from ?? '/', way.options);
      const { page } = tab;
      let steps = 0;
      const step = async (act: Promise<unknown>) => {
        steps++;
        await act;
      };
      const press = async (...keys: string[]) => {
        for (const key of keys) await step(page.keyboard.press(key));
      };
      await way.run({
        ...tab,
        press,
        click: (target) => step(target.click()),
        fill: (target, text) => step(target.fill(text)),
        type: (text) => step(page.keyboard.type(text)),
        async command(text, row) {
          await press('Control+k');
          await palette(page).getByRole('combobox').waitFor();
          await step(page.keyboard.type(text));
          await palette(page).locator('[role="option"][data-highlighted]').filter({ hasText: row }).waitFor();
          await press('Enter');
          await palette(page).waitFor({ state: 'detached' });
        },
      });
      assert.ok(steps <= way.steps, `${steps} steps`);
      await tab.assertSound();
    });
  }
}

const link = (page: Page, name: string) => page.getByRole('link', { name }).first();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const inDialog = (page: Page, name: string | RegExp) => page.locator('.dialog').getByRole('button', { name });
const sees = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

const { Rows: players } = await service.api.searchPlayers({ query: { HasPlayerFile: true, Limit: 500 } });
const online = players.filter(({ Online }) => Online);
const offline = players.filter(({ Online }) => !Online);
const take = (from: typeof players) => {
  const row = from.pop();
  assert.ok(row, 'the demo world has enough players');
  return row;
};
const { Rows: camps } = await service.api.searchCamps({ query: { Sort: 'Buildings', Order: 'Descending' } });

async function count(uid: string, item: string): Promise<number> {
  const { Containers = [] } = await service.api.getPlayerInventory({ params: { uid } });
  const slots = Containers.flatMap(({ Slots = [] }) => Slots);
  return slots.filter(({ ItemID }) => ItemID === item).reduce((sum, { Count }) => sum + Count, 0);
}

const holders = async (page: Page) => {
  const grid = page.getByRole('grid', { name: 'Holders' });
  await grid.getByRole('row').nth(1).waitFor();
};

job('who holds an item is found', {
  mouse: {
    steps: 4,
    async run({ page, click, fill }) {
      await click(link(page, 'Items'));
      await fill(page.getByRole('combobox', { name: 'Item' }), 'cake');
      await click(page.getByRole('option', { name: /^Cake/ }).first());
      await holders(page);
    },
  },
  keyboard: {
    steps: 3,
    async run({ page, command }) {
      await command('who has cake', /Who has Cake/);
      await holders(page);
    },
  },
});

/** Twenty Mega Spheres for a player, by the way of an owner. */
function giveTwenty(from: typeof players, mouse: number, keyboard: number): { mouse: Way; keyboard: Way } {
  const player = take(from);
  const another = take(from);
  const arrive = ({ Uid }: typeof player) =>
    until('the spheres are there', async () => (await count(Uid, 'PalSphere_Mega')) >= 20);
  return {
    mouse: {
      steps: mouse,
      from: `/players/${player.Uid}`,
      async run({ page, click, fill }) {
        await click(page.getByRole('main').getByRole('button', { name: 'Give', exact: true }));
        const giving = page.getByRole('menuitem', { name: 'Give items' });
        await giving
          .or(page.getByRole('combobox', { name: 'Item' }))
          .first()
          .waitFor();
        if (await giving.isVisible()) await click(giving);
        await fill(page.getByRole('combobox', { name: 'Item' }), 'mega sphere');
        await click(page.getByRole('option', { name: /^Mega Sphere/ }).first());
        await fill(page.getByLabel('Count'), '20');
        await click(inDialog(page, /^Give 20 Mega Sphere to/));
        await arrive(player);
      },
    },
    keyboard: {
      steps: keyboard,
      async run({ page, command, press }) {
        await command(`give 20 mega sphere ${another.Name}`, /Give 20 Mega Sphere to/);
        await inDialog(page, /^Give 20 Mega Sphere to/).waitFor();
        await press('Enter');
        await arrive(another);
      },
    },
  };
}

job('twenty spheres are given to a player who is online', giveTwenty(online, 6, 5));
job('twenty spheres are given to a player who is offline', giveTwenty(offline, 6, 5));

job('everybody online is rewarded', {
  mouse: {
    steps: 6,
    from: '/players?status=Online',
    async run({ page, click, fill }) {
      await click(page.getByRole('checkbox', { name: 'Select all' }));
      await click(button(page, 'Give items'));
      await fill(page.getByRole('combobox', { name: 'Item' }), 'berries');
      await click(page.getByRole('option', { name: /Berries/ }).first());
      await click(inDialog(page, /^Give 1 Red Berries/));
      await sees(page, /^(Gave|Give items: \d+ players)/);
    },
  },
  keyboard: {
    steps: 5,
    async run({ page, command, press }) {
      await command('give cake everyone', /Give 1 Cake to everyone online/);
      await inDialog(page, /^Give 1 Cake/).waitFor();
      await press('Enter');
      await sees(page, /^(Gave|Give items: \d+ players)/);
    },
  },
});

const isBanned = async (userId = '') => {
  const { Banlist } = await service.api.getBanlist({ query: { active: 'true' } });
  return Banlist.UserEntries.some(({ UserId }) => UserId === userId);
};

function banAndUndo(mouse: number, keyboard: number): { mouse: Way; keyboard: Way } {
  const player = take(online);
  const another = take(online);
  return {
    mouse: {
      steps: mouse,
      from: `/players/${player.Uid}`,
      async run({ page, click, fill }) {
        await click(page.getByRole('main').getByRole('button', { name: 'Ban', exact: true }));
        await fill(page.locator('.dialog').getByRole('textbox', { name: 'Reason' }), 'cheating');
        await click(inDialog(page, /^Ban /));
        await sees(page, /^Banned/);
        assert.equal(await isBanned(player.UserId), true);
        await click(button(page, 'Undo'));
        await until('the ban is lifted', async () => !(await isBanned(player.UserId)));
      },
    },
    keyboard: {
      steps: keyboard,
      async run({ page, command, type, press }) {
        await command(`ban ${another.Name}`, /^Ban /);
        await page.locator('.dialog :focus').waitFor();
        await type('cheating');
        await press('Enter');
        await until('the player is banned', () => isBanned(another.UserId));
        await button(page, 'Undo').waitFor();
        await press('Control+z');
        await until('the ban is lifted', async () => !(await isBanned(another.UserId)));
      },
    },
  };
}

job('a player is banned with a reason, and unbanned at once', banAndUndo(5, 6));

const [camp] = camps;
assert.ok(camp);
const guild = camp.GuildName;

job('where a base is and whose it is', {
  mouse: {
    steps: 2,
    async run({ page, click }) {
      await click(link(page, 'Bases'));
      const row = page.getByRole('row').filter({ hasText: guild }).first();
      await row.getByText(/near .+ · -?\d+, -?\d+/).waitFor();
    },
  },
  keyboard: {
    steps: 5,
    async run({ page, press, type }) {
      await press('g', 'b');
      await page.getByRole('grid', { name: 'Bases' }).waitFor();
      await press('/');
      await type(guild);
      await page.getByRole('row').filter({ hasText: guild }).first().getByText(/near /).waitFor();
    },
  },
});

job('impossible Pals are looked for', {
  mouse: {
    steps: 2,
    async run({ page, click }) {
      await click(link(page, 'Pals'));
      await click(page.getByRole('main').getByText('Impossible').first());
      await sees(page, 'No impossible Pals');
    },
  },
  keyboard: {
    steps: 3,
    async run({ page, command }) {
      await command('cheat', /Impossible Pals/);
      await sees(page, 'No impossible Pals');
    },
  },
});

/** A token of a helper sees the players, and may kick them but not ban them. */
async function helps(page: Page): Promise<void> {
  const token = await page.getByRole('alertdialog').locator('code').textContent();
  await using tab = await openTab('/players', { token: token ?? '' });
  const row = tab.page.getByRole('grid', { name: 'Players' }).getByRole('row').nth(1);
  await row.click({ button: 'right' });
  await tab.page.getByRole('menuitem', { name: 'Kick' }).waitFor();
  assert.equal(await tab.page.getByRole('menuitem', { name: 'Ban' }).count(), 0);
  await tab.assertSound();
}

job('a helper gets a token that may kick, and not ban', {
  mouse: {
    steps: 5,
    async run({ page, click, fill }) {
      await click(link(page, 'Access'));
      await click(page.getByRole('tab', { name: 'Team' }));
      await click(button(page, 'New token'));
      await fill(page.getByLabel('Name'), 'Theo');
      await click(inDialog(page, 'Create the token'));
      await helps(page);
    },
  },
  keyboard: {
    steps: 6,
    async run({ page, command, press, type }) {
      await command('helper', /Go to Team/);
      await button(page, 'New token').waitFor();
      await press('n');
      await page.locator('.dialog :focus').waitFor();
      await type('Tessa');
      await press('Enter');
      await helps(page);
    },
  },
});

const [left] = camps.slice(-1);
assert.ok(left);
const bases = async () =>
  (await service.api.searchCamps({ query: {} })).Rows.filter(({ Id }) => Id === left.Id).length;

job('a base is deleted once its name is typed, and restored', {
  mouse: {
    steps: 4,
    from: `/bases/${left.Id}`,
    async run({ page, click, fill, forgive404 }) {
      await click(button(page, 'Delete…'));
      const field = page.getByLabel(/^Type .* to go on$/);
      await fill(field, (await page.locator('.dialog label bdi').textContent()) ?? '');
      await click(page.locator('.dialog button.final'));
      await sees(page, /^Deleted/);
      assert.equal(await bases(), 0);
      await click(button(page, 'Restore'));
      await sees(page, /^Restored/);
      assert.equal(await bases(), 1);
      forgive404();
    },
  },
  keyboard: {
    steps: 6,
    async run({ page, command, type, press }) {
      await command(`delete base ${left.GuildName}`, /^Delete the base of/);
      await page.locator('.dialog :focus').waitFor();
      await type((await page.locator('.dialog label bdi').textContent()) ?? '');
      await press('Enter');
      await sees(page, /^Deleted/);
      await press('Control+z');
      await sees(page, /^Restored/);
    },
  },
});

job('the audit is exported', {
  mouse: {
    steps: 2,
    async run({ page, click }) {
      await click(link(page, 'Log'));
      const download = page.waitForEvent('download');
      await click(button(page, 'Export'));
      assert.match((await download).suggestedFilename(), /audit/);
    },
  },
  keyboard: {
    steps: 5,
    async run({ page, press, command }) {
      await press('g', 'u');
      await button(page, 'Export').waitFor();
      const download = page.waitForEvent('download');
      await command('export', /CSV/);
      assert.match((await download).suggestedFilename(), /audit/);
    },
  },
});

job('the language becomes Chinese', {
  mouse: {
    steps: 4,
    async run({ page, click }) {
      await click(button(page, 'Menu'));
      await click(page.getByRole('menuitem', { name: /Preferences|Language/ }).first());
      await click(page.getByRole('combobox', { name: 'Language' }));
      await click(page.getByRole('option', { name: '简体中文' }));
      await page.locator('html[lang="zh-CN"]').waitFor();
    },
  },
  keyboard: {
    steps: 8,
    async run({ page, command, press }) {
      await command('chinese', /^Preferences/);
      await page.getByRole('combobox', { name: 'Language of the page' }).waitFor();
      await press('Tab', 'Tab', 'Enter', 'End', 'Enter');
      await page.locator('html[lang="zh-CN"]').waitFor();
    },
  },
});

job('a player is banned on a phone', {
  mouse: {
    steps: 5,
    options: { size: 'phone' },
    async run({ page, click }) {
      const player = take(online);
      await click(link(page, 'Players'));
      await click(page.getByRole('grid', { name: 'Players' }).getByText(player.Name, { exact: true }));
      await click(page.getByRole('main').getByRole('button', { name: 'Ban', exact: true }));
      await click(inDialog(page, /^Ban /));
      await until('the player is banned', () => isBanned(player.UserId));
    },
  },
});

job('the base with most objects is found', {
  mouse: {
    steps: 3,
    async run({ page, click }) {
      await click(link(page, 'Bases'));
      const header = page.getByRole('columnheader').getByRole('button', { name: 'Buildings' });
      await click(header);
      await click(header);
      await page.getByRole('row').nth(1).getByText(guild).waitFor();
    },
  },
  keyboard: {
    steps: 3,
    async run({ page, command }) {
      await command('biggest base', /Largest bases/);
      await page.getByRole('row').nth(1).getByText(guild).waitFor();
    },
  },
});

const joined = async () => {
  await attached.gameServer.control('join', { userId: JOINS });
  await until(
    'a player is online',
    async () => (await attached.service.api.getServer()).Roster.Players.length > 0,
  );
};
const running = async () => (await attached.service.api.getServer()).Maintenance.Running;

job('a restart in ten minutes is announced, and canceled', {
  mouse: {
    steps: 6,
    open: beside.openTab,
    async run({ page, click, fill }) {
      await joined();
      await click(button(page, 'Restart…'));
      await fill(page.getByLabel('Countdown in seconds'), '600');
      await click(inDialog(page, 'Restart the server'));
      await page.locator('.server-strip.amber').waitFor();
      assert.equal((await running())?.Action, 'Restart');
      await click(page.locator('.server-strip').getByRole('button', { name: 'Cancel restart' }));
      await click(inDialog(page, 'Cancel restart'));
      await until('the restart is canceled', async () => (await running()) === undefined);
    },
  },
  keyboard: {
    steps: 12,
    open: beside.openTab,
    async run({ page, command, press, type }) {
      await command('restart', /^Restart…/);
      await page.getByLabel('Countdown in seconds').waitFor();
      await page.locator('.dialog :focus').waitFor();
      await press('Tab');
      await type('600');
      await press('Enter');
      await page.locator('.server-strip.amber').waitFor();
      await command('cancel restart', /^Cancel restart/);
      await page.locator('.dialog :focus').waitFor();
      await press('Tab', 'Enter');
      await until('the restart is canceled', async () => (await running()) === undefined);
    },
  },
});
