import { ALL_ROUTES, type AnyRouteName, type RouteShape } from '@palatine/contract';
import type { SampleCall } from '@palatine/testing/sample-calls';

/** Well-formed calls of a route, to be mutated one place at a time. */
export interface Sample {
  params: Record<string, string>;
  bodies: object[];
}

/** The sample calls by route; together the bodies of a route have every field it takes. */
export function samplesByRoute(calls: readonly SampleCall[]): Map<AnyRouteName, Sample> {
  const names = Object.keys(ALL_ROUTES) as AnyRouteName[]; // the table's own keys
  return new Map(
    names.map((name) => {
      const ownCalls = calls.filter((call) => call.name === name);
      // A route beside a game server only has no calls that succeed here: its examples are mutated as they are.
      const { examples }: RouteShape = ALL_ROUTES[name];
      const samples = ownCalls.length > 0 ? ownCalls : examples;
      const bodies = samples.flatMap(({ body }) => (body === undefined ? [] : [body]));
      return [name, { params: { ...samples[0]?.params }, bodies }];
    }),
  );
}
