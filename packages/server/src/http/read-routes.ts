import { ALL_ROUTES, getBanlist, getVersion, heldOf, OWN_PATH, type RouteShape } from '@palatine/contract';
import { QUERIES, type QueryName } from '@palatine/world';
import type { FastifyInstance } from 'fastify';
import type { Token } from '../data-folder/tokens.ts';
import { VERSION } from '../data-folder/version.ts';
import type { Query } from '../game/protocol.ts';
import { applyResponseFormat, serialize } from '../game/response-format.ts';
import { mountRead } from './mount.ts';
import type { RequestPolicy } from './request-policy.ts';
import type { Service } from './service.ts';

/** Mounts every route that reads. The game answers its queries from the response cache while what they read is unchanged. */
export function mountReadRoutes(app: FastifyInstance, policy: RequestPolicy, service: Service): void {
  const formFor = (token: Token) => token.answerForm ?? service.settings.current.rest.AnswerForm;

  for (const name of Object.keys(QUERIES) as QueryName[]) {
    const route: RouteShape = ALL_ROUTES[name];
    const asked = askedOf(route);
    mountRead(app, policy, route, ({ params, token, query: values }) => {
      const query: Query = { name, params, form: formFor(token) };
      if (asked !== undefined) query.asked = asked(token, values as QueryValues);
      return service.game.cached(query) ?? service.game.query(query);
    });
  }

  mountRead(app, policy, getBanlist, ({ query }) => service.game.banlist.respond(query));
  mountRead(app, policy, getVersion, ({ token }) =>
    serialize(applyResponseFormat('getVersion', formFor(token), VERSION)),
  );
}

/** The parameters of a query as its shape has them. */
type QueryValues = Readonly<Record<string, unknown>> | undefined;

/** What a caller asks of one of our own routes beside the path; undefined for a route of the service document. */
function askedOf({ base, saysMoreWith = {} }: RouteShape) {
  if (base !== OWN_PATH) return undefined;
  return ({ permissions }: Token, query: QueryValues) => ({ query, held: heldOf(permissions, saysMoreWith) });
}
