import { listedPlayers, type World } from '@palatine/world';
import type { KnownPlayersPage, KnownPlayersRead } from './protocol.ts';

/** A page takes about a millisecond of the game thread. */
const PAGE = 500;

/** A page of the players whom the world knows; empty at the beginning when nothing has changed since that version. */
export function knownPlayers(world: World, { from, version }: KnownPlayersRead): KnownPlayersPage {
  const { accounts, sessions, players, characters, guilds } = world;
  const present = [accounts, sessions, players, characters, guilds].map((table) => table.version).join(' ');
  const isKnown = from === 0 && version === present;
  return {
    version: present,
    players: isKnown ? [] : listedPlayers(world, from, PAGE),
    total: accounts.size,
  };
}
