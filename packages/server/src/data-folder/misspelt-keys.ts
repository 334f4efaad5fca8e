import { editDistance, mostEdits } from '@palatine/world';
import type { SchemaNode } from './expected-value.ts';
import { isObject } from './is-object.ts';

/**
 * Keys of a settings file that are not known and nearly spelled as one that is, each as a sentence. All other unknown
 * keys are nobody's business: newer versions and other tools have keys of their own.
 */
export function misspeltKeys(schema: SchemaNode, given: unknown, at = ''): string[] {
  if (!isObject(given) || schema.properties === undefined) return [];
  const known = Object.keys(schema.properties);
  return Object.entries(given).flatMap(([key, value]) => {
    const inner = Object.hasOwn(schema.properties ?? {}, key) ? schema.properties?.[key] : undefined;
    if (inner !== undefined) return misspeltKeys(inner, value, `${at}${key}.`);
    const meant = known.find((name) => !Object.hasOwn(given, name) && isNear(key, name));
    return meant === undefined
      ? []
      : [`${at}${key} is not known and does nothing; did you mean ${at}${meant}?`];
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
