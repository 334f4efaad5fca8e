export { banPlayer, unbanPlayer } from './ban.ts';
export { banAddress, banUser, unbanAddress, unbanUser } from './ban-entries.ts';
export { banIP, unbanIP } from './ban-ip.ts';
export { timestampAt } from './issuer.ts';
export { kickPlayer } from './kick.ts';
export { type MayJoin, mayJoin } from './may-join.ts';
