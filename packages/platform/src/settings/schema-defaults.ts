import type { Static, TObject } from 'typebox';

/** The defaults of a schema's properties, also of nested objects. */
export function defaultsOf<S extends TObject>(schema: S): Static<S> {
  const defaults: Record<string, unknown> = {};
  for (const [name, property] of Object.entries<Partial<TObject> & { default?: unknown }>(
    schema.properties,
  )) {
    if (property.default !== undefined) defaults[name] = structuredClone(property.default);
    else if (property.properties !== undefined) defaults[name] = defaultsOf(property as TObject);
  }
  return defaults as Static<S>;
}
