import assert from 'node:assert/strict';
import type { World } from '../state/world.ts';
import { aGameContext, query } from './world-builder.ts';

/** Asserts that every question about a world has a response of the promised shape, online or not. */
export function askEverything(world: World): void {
  const game = aGameContext(world, { playerResolution: 'Known' });
  const { Meta, Players } = query(game, 'getPlayers', {});
  assert.deepEqual([Meta.PlayerCount, Meta.OnlineCount], [world.accounts.size, world.sessions.size]);
  for (const guild_id of Object.keys(query(game, 'getGuilds', {}))) query(game, 'getGuild', { guild_id });
  for (const { PlayerUID } of Players) {
    const params = { player_identifier: PlayerUID };
    query(game, 'getPlayer', params);
    if (!world.players.has(PlayerUID)) {
      assert.throws(() => query(game, 'getPals', params), { code: 'PLAYER_STATE_NOT_FOUND' });
      continue;
    }
    for (const name of ['getPals', 'getItems', 'getTechnologies', 'getProgression'] as const) {
      query(game, name, params);
    }
  }
}
