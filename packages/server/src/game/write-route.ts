import { controlSimulation, ROUTES, type RouteShape, reloadConfig } from '@palatine/contract';
import type { Write } from './protocol.ts';

export function routeOf({ kind, input }: Write): RouteShape {
  if (kind === 'reload') return reloadConfig;
  return input.name === 'controlSimulation' ? controlSimulation : ROUTES[input.name];
}
