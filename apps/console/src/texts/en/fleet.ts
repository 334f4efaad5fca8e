// What only a gateway's page shows: loaded there, together with the second part.
export { fleetTokens } from './fleet-tokens.ts';
export { join } from './join.ts';
export { lists } from './lists.ts';
export { many } from './many.ts';
export { worlds } from './worlds.ts';
