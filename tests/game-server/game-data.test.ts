import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callGame } from './call-game.ts';
import { type GameServerProcess, startGameServer } from './start-game-server.ts';
import { madePlayers } from './world/made-players.ts';

const [ZOE, FURY] = madePlayers();

async function actorsOf(game: GameServerProcess): Promise<Record<string, unknown>[]> {
  return (await callGame(game, 'game-data')).json().ActorData as Record<string, unknown>[];
}

test('game-data is off, and then has what captures show', async () => {
  await using game = await startGameServer({ variants: { autosaveMs: 0, loadingMs: 0 } });
  const off = await callGame(game, 'game-data');
  assert.deepEqual([off.status, off.text], [404, 'PalGameDataBridge GameData API is not enabled']);

  await game.control('variants', { gameData: 'on' });
  assert.deepEqual(
    (await actorsOf(game)).map(({ Type }) => Type),
    ['PalBox'],
    'with nobody online only PalBoxes',
  );

  await game.control('join', { userId: ZOE?.userId ?? '' });
  const actors = await actorsOf(game);
  assert.deepEqual(
    actors.map(({ UnitType }) => UnitType),
    [undefined, 'Player', 'BaseCampPal'],
  );
  assert.match(String(actors[1]?.InstanceID), new RegExp(`^${ZOE?.playerId} : [0-9A-F]{32}$`));
  assert.match(String(actors[2]?.InstanceID), /^0{32} : [0-9A-F]{32}$/);
  assert.equal(actors[1]?.IsActive, 'true');

  await game.control('variants', { gameDataTraps: true, gameDataExtraActors: 5000, loadingMs: 60_000 });
  await game.control('join', { userId: FURY?.userId ?? '' });
  const trapped = await actorsOf(game);
  assert.ok(trapped.length > 5000);
  const ids = trapped.map(({ InstanceID }) => InstanceID).filter(Boolean);
  assert.ok(new Set(ids).size < ids.length, 'one Pal stands in it twice');
  assert.ok(
    trapped.some(({ Action, InstanceID }) => Action !== '' && InstanceID === ''),
    'somebody is loading',
  );
  assert.ok(
    trapped.some(({ HP, Action }) => HP === 0 && Action === 'BP_ActionDeath'),
    'somebody has died',
  );
  const stray = trapped.find(({ UnitType, GuildID }) => UnitType === 'WildPal' && GuildID !== '');
  assert.equal(stray?.GuildName, '', 'a wild Pal names a guild that is none');
});
