// What only a gateway's page shows: loaded there, together with the second part.
export { lists } from './lists.ts';
export { join, many, worlds } from './worlds.ts';
