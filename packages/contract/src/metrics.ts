import Type from 'typebox';
import { route } from './route.ts';

/**
 * What Prometheus scrapes. A token opens it like every route: Prometheus sends one from a file. It answers text, and
 * lives beside the routes of `ALL_ROUTES`.
 */
export const getMetrics = route('GET /metrics', {
  tag: 'Service',
  permission: 'Palatine.Metrics.Read',
  title: 'Get metrics',
  summary: 'What the service counts, for Prometheus',
  reply: Type.String(),
});
