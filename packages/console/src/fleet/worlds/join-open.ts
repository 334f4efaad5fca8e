import { signal } from '@preact/signals';

/** Whether the dialog that lets a world join is open. */
export const joinOpen = signal(false);
