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
import { filterBanlist, type QuestionName } from '@palatine/world';
import type { FastifyInstance } from 'fastify';
import { inForm, toAnswer } from '../game/answer.ts';
import type { Token } from '../operator/tokens.ts';
import { VERSION } from '../version.ts';
import { type Gate, mountRead } from './mount.ts';
import type { Service } from './service.ts';

/** Everything the service tells. What the game thread knows is asked of it, unless it is already known. */
export function mountReadRoutes(app: FastifyInstance, gate: Gate, service: Service): void {
  const formFor = (token: Token) => token.answerForm ?? service.answerForm;

  function ask(name: QuestionName, route: RouteShape): void {
    mountRead(app, gate, route, ({ params, token }) => {
      const form = formFor(token);
      return service.game.known(name, params, form) ?? service.game.ask(name, params, form);
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

  mountRead(app, gate, getBanlist, ({ query }) =>
    toAnswer({ Banlist: filterBanlist(service.game.banlist, query) }),
  );
  mountRead(app, gate, getVersion, ({ token }) => toAnswer(inForm('getVersion', formFor(token), VERSION)));
}
