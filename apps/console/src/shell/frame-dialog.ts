import { signal } from '@preact/signals';

/** The dialog of the frame that is open; `more`: every page, in a narrow window. */
export const frameDialog = signal<'preferences' | 'token' | 'more' | undefined>(undefined);
