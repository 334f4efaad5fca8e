import type { Page } from 'playwright-core';

/** Types into the palette as somebody would: an action and whom it is for. Ends with the dialog of the action open. */
export async function doInPalette(page: Page, action: string, who = ''): Promise<void> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog').filter({ has: page.getByRole('listbox') });
  const field = page.locator('[role="dialog"] [role="combobox"]').first();
  await field.waitFor();
  await field.fill(`${action} ${who}`.trim());
  const row = page
    .getByRole('option')
    .filter({ hasText: who === '' ? action : who })
    .first();
  await row.waitFor();
  await row.click();
  await palette.waitFor({ state: 'detached' });
  await page.locator('.dialog').waitFor();
}
