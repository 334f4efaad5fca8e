import { ALL_ROUTES, getVersion, heldOf, OWN_PATH, type RouteShape } from '@palatine/contract';
import { QUERIES, type QueryName } from '@palatine/world';
import type { Token } from '../data-folder/tokens.ts';
import { VERSION } from '../data-folder/version.ts';
import type { Query } from '../game/calls.ts';
import { applyResponseFormat, serialize } from '../game/responses.ts';
import type { Routes } from './routes.ts';
import type { Service } from './service.ts';

/** Mounts every route that reads. The game answers its queries from the response cache while what they read is unchanged. */
export function mountReadRoutes(routes: Routes, service: Service): void {
  const formFor = (token: Token) => token.answerForm ?? service.settings.current.rest.AnswerForm;

  for (const name of Object.keys(QUERIES) as QueryName[]) {
    const route: RouteShape = ALL_ROUTES[name];
    const asked = askedOf(route);
    routes.read(route, ({ params, token, query: values }) => {
      const query: Query = { name, params, form: formFor(token) };
      if (asked !== undefined) query.asked = asked(token, values as QueryValues);
      return service.game.read(query);
    });
  }

  routes.read(getVersion, ({ token }) =>
    serialize(applyResponseFormat('getVersion', formFor(token), VERSION)),
  );
}

/** The parameters of a query as its shape has them. */
type QueryValues = Readonly<Record<string, unknown>> | undefined;

/** What a caller asks beside the path; undefined for a route that takes nothing else. */
function askedOf({ base, query, saysMoreWith = {} }: RouteShape) {
  if (base !== OWN_PATH && query === undefined) return undefined;
  return ({ permissions }: Token, values: QueryValues) => ({
    query: values,
    held: heldOf(permissions, saysMoreWith),
  });
}
