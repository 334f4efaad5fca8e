// The texts of the frame, the sign-in and the overview: loaded before anything is shown.
export { commands, outbox } from './commands.ts';
export { health, overview } from './overview.ts';
export { sentences } from './sentences.ts';
export { shell, signIn } from './shell.ts';
export { views } from './views.ts';
