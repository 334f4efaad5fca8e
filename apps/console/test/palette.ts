import type { Locator, Page } from 'playwright-core';

/** The palette, once it is open. */
export const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or run a command' });

/** Opens the palette by its key, and types into it. */
export async function openPalette(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(text);
}

/** Types into the palette, and waits for the row of the action on somebody. */
async function find(page: Page, action: string, who: string): Promise<Locator> {
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').fill(`${action} ${who}`);
  // The words of an action differ from the sentence of its row: the row has the name, and is one of the actions.
  const row = palette(page)
    .getByRole('group', { name: 'Actions' })
    .getByRole('option')
    .filter({ hasText: who });
  await row.first().waitFor();
  return row.first();
}

/** Opens the dialog of an action on somebody through the palette. */
export async function doInPalette(page: Page, action: string, who: string): Promise<void> {
  const row = await find(page, action, who);
  await row.click();
  await palette(page).waitFor({ state: 'detached' });
  await page.locator('.dialog').waitFor();
}

/** The same by keys: the row is the one that is highlighted. */
export async function typeInPalette(page: Page, action: string, who: string): Promise<void> {
  await find(page, action, who);
  await page.waitForFunction(
    (name) => document.querySelector('[role="option"][data-highlighted]')?.textContent?.includes(name),
    who,
  );
  await page.keyboard.press('Enter');
  await palette(page).waitFor({ state: 'detached' });
  await page.locator('.dialog :focus').waitFor(); // what is typed now goes into its first field
}

/** A button of the open dialog. */
export function dialogButton(page: Page, name: string | RegExp): Locator {
  return page.locator('.dialog').getByRole('button', { name });
}
