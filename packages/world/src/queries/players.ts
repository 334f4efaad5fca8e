import { Refusal } from '@palatine/contract';
import { findPlayer, playerNotFoundMessage } from '../state/find-player.ts';
import type { GameContext } from '../state/game-context.ts';
import { playerEntry, playerRecords, playersMeta } from './player-entry.ts';
import { PLAYER_TABLES, query } from './query.ts';

/** Lists every account, in the order of the world. A player still creating a character has none and is not listed. */
export const getPlayers = query<'getPlayers'>({
  reads: ['accounts', 'sessions', 'guilds', 'locations'],
  run(game) {
    assertPlayersLoaded(game);
    const { world } = game;
    const players = Array.from(world.accounts.values(), (account) => playerRecords(world, account));
    return {
      Meta: playersMeta(players),
      Players: players.map((records) => playerEntry(records, world.locations.get(records.account.uid))),
    };
  },
});

export const getPlayer = query<'getPlayer'>({
  reads: [...PLAYER_TABLES, 'guilds', 'locations'],
  run(game, params) {
    assertPlayersLoaded(game);
    const { world } = game;
    const identifier = params.player_identifier;
    const found = findPlayer(game, identifier);
    if (found === undefined) throw new Refusal('PLAYER_NOT_FOUND', playerNotFoundMessage(game, identifier));
    if (found.account === undefined) {
      throw new Refusal('PLAYER_ACCOUNT_NOT_FOUND', `${identifier} is online without an account record`);
    }
    return {
      Player: playerEntry(playerRecords(world, found.account), world.locations.get(found.account.uid)),
    };
  },
});

export function assertPlayersLoaded({ faults }: GameContext): void {
  if (faults.playerManagerUnavailable) throw new Refusal('PLAYER_MANAGER_UNAVAILABLE');
}
