import {
  getBanlist,
  getGuild,
  getGuilds,
  getItems,
  getPals,
  getPlayer,
  getPlayers,
  getProgression,
  getTechnologies,
  getVersion,
  type RouteShape,
} from '@palatine/contract';
import { filterBanlist, type QueryName } from '@palatine/world';
import type { FastifyInstance } from 'fastify';
import type { Token } from '../data-folder/tokens.ts';
import { VERSION } from '../data-folder/version.ts';
import { applyResponseFormat, serialize } from '../game/response-format.ts';
import { mountRead } from './mount.ts';
import type { RequestPolicy } from './request-policy.ts';
import type { Service } from './service.ts';

/** Everything the service tells. What the game thread knows is asked of it, unless it is already known. */
export function mountReadRoutes(app: FastifyInstance, policy: RequestPolicy, service: Service): void {
  const formFor = (token: Token) => token.answerForm ?? service.settings.current.rest.AnswerForm;

  function ask(name: QueryName, route: RouteShape): void {
    mountRead(app, policy, route, ({ params, token }) => {
      const form = formFor(token);
      return service.game.cached(name, params, form) ?? service.game.ask(name, params, form);
    });
  }

  ask('getPlayers', getPlayers);
  ask('getPlayer', getPlayer);
  ask('getPals', getPals);
  ask('getItems', getItems);
  ask('getTechnologies', getTechnologies);
  ask('getProgression', getProgression);
  ask('getGuilds', getGuilds);
  ask('getGuild', getGuild);

  mountRead(app, policy, getBanlist, ({ query }) =>
    serialize({ Banlist: filterBanlist(service.game.banlist, query) }),
  );
  mountRead(app, policy, getVersion, ({ token }) =>
    serialize(applyResponseFormat('getVersion', formFor(token), VERSION)),
  );
}
