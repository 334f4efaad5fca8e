// The texts of the frame, the sign-in and the overview: loaded before anything is shown.
export { commands } from './commands.ts';
export { events } from './events.ts';
export { health } from './health.ts';
export { outbox } from './outbox.ts';
export { overview } from './overview.ts';
export { shell } from './shell.ts';
export { signIn } from './sign-in.ts';
export { views } from './views.ts';
