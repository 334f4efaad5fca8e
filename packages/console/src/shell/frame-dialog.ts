import { signal } from '@preact/signals';

/** The dialog of the frame that is open. */
export const frameDialog = signal<'preferences' | 'token' | undefined>(undefined);
