import type { RouteShape } from '@palatine/contract';

/**
 * A reply as the route table types it. An operator may have some replies wrapped for other clients (`AnswerForm`
 * `Wrapped`); users of this client need not know.
 */
export function unwrap(route: RouteShape, answer: object): object {
  return route.wrapped?.unwrap(answer) ?? answer;
}
