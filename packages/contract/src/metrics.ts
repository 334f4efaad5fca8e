import Type from 'typebox';
import { route } from './route.ts';

/** The text that Prometheus scrapes, with a token. Not one of `ALL_ROUTES`. */
export const getMetrics = route('GET /metrics', {
  tag: 'Service',
  permission: 'Palatine.Metrics.Read',
  title: 'Get metrics',
  summary: 'What the service counts, for Prometheus',
  reply: Type.String(),
});
