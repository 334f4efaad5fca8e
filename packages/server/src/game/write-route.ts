import { ALL_ROUTES, type RouteShape, reloadConfig } from '@palatine/contract';
import type { Write } from './protocol.ts';

export function routeOf({ kind, input }: Write): RouteShape {
  return kind === 'reload' ? reloadConfig : ALL_ROUTES[input.name];
}
