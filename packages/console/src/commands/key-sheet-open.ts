import { signal } from '@preact/signals';

/** Whether the sheet of keys is open. */
export const keySheetOpen = signal(false);
