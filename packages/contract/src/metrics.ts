import Type from 'typebox';
import { route } from './route.ts';

/**
 * What Prometheus scrapes. A token opens it like every route: Prometheus sends one from a file. It answers text, and
 * lives beside the routes of `ALL_ROUTES`.
 */
export const getMetrics = route({
  method: 'GET',
  tag: 'Service',
  base: '',
  path: '/metrics',
  permission: 'Palatine.Metrics.Read',
  title: 'Get metrics',
  summary: 'What the service counts, for Prometheus',
  game: false,
  reply: Type.String(),
  errors: [],
  examples: [{}],
});
