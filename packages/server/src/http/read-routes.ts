import { ALL_ROUTES, getBanlist, getVersion } from '@palatine/contract';
import { QUERIES, type QueryName } from '@palatine/world';
import type { FastifyInstance } from 'fastify';
import type { Token } from '../data-folder/tokens.ts';
import { VERSION } from '../data-folder/version.ts';
import { applyResponseFormat, serialize } from '../game/response-format.ts';
import { mountRead } from './mount.ts';
import type { RequestPolicy } from './request-policy.ts';
import type { Service } from './service.ts';

/** Mounts every route that reads. The game answers its queries from the response cache while what they read is unchanged. */
export function mountReadRoutes(app: FastifyInstance, policy: RequestPolicy, service: Service): void {
  const formFor = (token: Token) => token.answerForm ?? service.settings.current.rest.AnswerForm;

  for (const name of Object.keys(QUERIES) as QueryName[]) {
    mountRead(app, policy, ALL_ROUTES[name], ({ params, token }) => {
      const query = { name, params, form: formFor(token) };
      return service.game.cached(query) ?? service.game.query(query);
    });
  }

  mountRead(app, policy, getBanlist, ({ query }) => service.game.banlist.respond(query));
  mountRead(app, policy, getVersion, ({ token }) =>
    serialize(applyResponseFormat('getVersion', formFor(token), VERSION)),
  );
}
