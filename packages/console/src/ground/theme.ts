import { type ReadonlySignal, signal } from '@preact/signals';
import { assign } from '../kit/assign.ts';
import type { ThemeName } from './colour-table.ts';

function themeOf(root: HTMLElement): ThemeName {
  return root.dataset.theme === 'dark' ? 'dark' : 'light';
}

/** The theme that the page has, for what is drawn and not styled. @returns the signal, and how to stop. */
export function followTheme(root: HTMLElement): { theme: ReadonlySignal<ThemeName>; stop: () => void } {
  const theme = signal(themeOf(root));
  const observer = new MutationObserver(() => assign(theme, themeOf(root)));
  observer.observe(root, { attributes: true, attributeFilter: ['data-theme'] });
  return { theme, stop: () => observer.disconnect() };
}
