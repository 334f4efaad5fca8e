export { banAddress, banUser, unbanAddress, unbanUser } from '../../state/ban-entries.ts';
export { type MayJoin, mayJoin } from '../../state/may-join.ts';
export { banPlayer, unbanPlayer } from './ban.ts';
export { banIP, unbanIP } from './ban-ip.ts';
export { kickPlayer } from './kick.ts';
