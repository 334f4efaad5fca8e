import { ALL_ROUTES, type AnyRouteName, type Together } from '@palatine/contract';

/** The exports of modules that bear the name of a route. */
type OfRoutes<Module> = {
  readonly [Name in Extract<keyof Module, AnyRouteName>]: Module[Name];
};

/** Collects the exports of these modules that have the name of a route: their commands, or their queries. */
export function ofRoutes<const Modules extends readonly object[]>(
  modules: Modules,
): Together<
  Modules[number] extends infer Module ? (Module extends unknown ? OfRoutes<Module> : never) : never
> {
  const entries = modules.flatMap((module) => Object.entries({ ...module }));
  return Object.fromEntries(entries.filter(([name]) => Object.hasOwn(ALL_ROUTES, name))) as never; // the types filter alike
}
