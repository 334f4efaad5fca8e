import { editDistance, mostEdits } from '@palatine/world';
import { isObject } from './is-object.ts';
import type { SchemaNode } from './schema-problems.ts';

/** A key of a file that does nothing. */
interface UnknownKey {
  /** With those of the objects around it, as in `Limits.max_queue`. */
  readonly key: string;
  /** The known key that is spelled nearly so. */
  readonly meant: string | undefined;
}

/** Keys that nearly are known ones, each as a sentence. */
export function misspeltKeys(schema: SchemaNode, given: unknown): string[] {
  return unknownKeys(schema, given).flatMap(({ key, meant }) =>
    meant === undefined ? [] : [`${key} is not known and does nothing; did you mean ${meant}?`],
  );
}

/** All other keys that are not known: newer versions, other tools and the original have keys of their own. */
export function ignoredKeys(schema: SchemaNode, given: unknown): string[] {
  return unknownKeys(schema, given).flatMap(({ key, meant }) => (meant === undefined ? [key] : []));
}

function unknownKeys(schema: SchemaNode, given: unknown, at = ''): UnknownKey[] {
  if (!isObject(given) || schema.properties === undefined) return [];
  const known = Object.keys(schema.properties);
  return Object.entries(given).flatMap(([key, value]) => {
    const inner = Object.hasOwn(schema.properties ?? {}, key) ? schema.properties?.[key] : undefined;
    if (inner !== undefined) return unknownKeys(inner, value, `${at}${key}.`);
    const meant = known.find((name) => !Object.hasOwn(given, name) && isNear(key, name));
    return [{ key: `${at}${key}`, meant: meant === undefined ? undefined : `${at}${meant}` }];
  });
}

function isNear(key: string, name: string): boolean {
  const most = mostEdits(name.length);
  return editDistance(plain(key), plain(name), most) <= most;
}

/** Without case and separators: `max_queue` means `Max-Queue`. */
function plain(key: string): string {
  return key.toLowerCase().replace(/[-_ ]/g, '');
}
