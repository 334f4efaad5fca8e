export { banPlayer, unbanPlayer } from './ban.ts';
export { banIP, unbanIP } from './ban-ip.ts';
export { kickPlayer } from './kick.ts';
export { type MayJoin, mayJoin } from './may-join.ts';
