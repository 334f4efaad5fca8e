import type { SentenceCode } from '@palatine/contract';

// The texts of the frame, the sign-in and the overview: loaded before anything is shown.
export { commands, outbox } from './commands.ts';
export { health, overview } from './overview.ts';
export { shell, signIn } from './shell.ts';
export { views } from './views.ts';

/** The sentences of the service in other languages than English, in which it sends them. */
export const sentences: Readonly<Partial<Record<SentenceCode, string>>> = {};
