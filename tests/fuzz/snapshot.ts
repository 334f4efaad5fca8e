import { createHash } from 'node:crypto';
import { fillPath, type GuildsAnswer, type PlayersAnswer, ROUTES, type RouteName } from '@palatine/contract';
import type { TestService } from '../harness/start-service.ts';
import type { Sender } from './sender.ts';

/** Everything the read routes say and the number of the last event, by path. */
export type Snapshot = Map<string, string>;

export async function takeSnapshot(sender: Sender, service: TestService): Promise<Snapshot> {
  const { Players } = JSON.parse(await sender.get(fillPath(ROUTES.getPlayers))) as PlayersAnswer;
  const guilds = JSON.parse(await sender.get(fillPath(ROUTES.getGuilds))) as GuildsAnswer;
  const uids = Players.map(({ PlayerUID }) => PlayerUID);
  const each = (name: RouteName, param: string, ids: string[]) =>
    ids.map((id) => fillPath(ROUTES[name], { [param]: id }));
  const paths = [
    ...(['getPlayers', 'getGuilds', 'getBanlist'] as const).map((name) => fillPath(ROUTES[name])),
    ...each('getGuild', 'guild_id', Object.keys(guilds)),
    ...(['getPlayer', 'getItems', 'getPals', 'getTechnologies', 'getProgression'] as const).flatMap((name) =>
      each(name, 'player_identifier', uids),
    ),
  ];
  const digests = await sender.each(paths, async (path): Promise<[string, string]> => {
    return [
      path,
      createHash('sha256')
        .update(await sender.get(path))
        .digest('base64'),
    ];
  });
  const { since } = await service.game.eventsSince('now');
  return new Map([...digests, ['events', String(since)]]);
}
