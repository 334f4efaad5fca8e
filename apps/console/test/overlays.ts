import type { Page } from 'playwright-core';
import { openPalette, palette } from './palette.ts';

/** Opens each kind of dialog over a page. */
export const OVERLAYS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  palette: async (page) => {
    await openPalette(page, 'pal');
    await palette(page).getByRole('option').first().waitFor();
  },
  keys: async (page) => {
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Shortcuts' }).getByText('Go to Players').waitFor();
  },
  preferences: async (page) => {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: /^Preferences/ }).click();
    await page.getByRole('dialog', { name: 'Preferences' }).waitFor();
  },
  token: async (page) => {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: /^Signed in as/ }).click();
    await page.getByRole('dialog', { name: /^Signed in as/ }).waitFor();
  },
};
