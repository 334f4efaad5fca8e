import { signal } from '@preact/signals';

/** Whether the sheet with every page is open, in a narrow window. */
export const moreOpen = signal(false);
