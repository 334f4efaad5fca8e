import { isDeepStrictEqual } from 'node:util';
import { SETTING_TEXTS, type Setting, type SettingKind, type SettingValue } from '@palatine/contract';
import { isObject } from '../text/json.ts';
import type { SchemaNode } from './schema-problems.ts';

/** A setting of a file, by its key such as `audit.keepDays`. */
export interface SettingNode {
  readonly key: string;
  readonly path: readonly string[];
  readonly node: SchemaNode;
  /** Empty for a setting that no page and no document shows. */
  readonly title: string;
  readonly meaning: string;
  readonly nextStart: boolean;
}

/** The settings of a schema, in its order, without the objects around them. */
export function settingNodes(
  schema: SchemaNode,
  path: readonly string[] = [],
  isNextStart = false,
): SettingNode[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, node]) => {
    const inner = [...path, name];
    const nextStart = isNextStart || schema.nextStart === true || node.nextStart === true;
    if (node.properties !== undefined) return settingNodes(node, inner, nextStart);
    const key = inner.join('.');
    const [title, meaning] = SETTING_TEXTS[key as keyof typeof SETTING_TEXTS] ?? ['', ''];
    return [{ key, path: inner, node, title, meaning, nextStart }];
  });
}

export interface SettingsAsFound {
  readonly schema: SchemaNode;
  readonly defaults: object;
  readonly given: object;
  /** With the defaults; undefined for a file with an error. */
  readonly settings: object | undefined;
  readonly inForce: object;
}

export function listSettings({ schema, defaults, given, settings, inForce }: SettingsAsFound): Setting[] {
  return settingNodes(schema).map((setting) => {
    const { key, path, node, title, meaning, nextStart } = setting;
    const active = valueAt(inForce, path) as SettingValue; // active settings have been checked
    const Value = settings === undefined ? undefined : (valueAt(settings, path) as SettingValue); // checked too
    return {
      Key: key,
      ...(Value !== undefined && { Value }),
      ...(Value !== undefined && !isDeepStrictEqual(Value, active) && { InForce: active }),
      Default: valueAt(defaults, path) as SettingValue,
      Given: valueAt(given, path) !== undefined,
      Title: title,
      Meaning: meaning,
      Kind: kindOf(node),
      ...(node.enum !== undefined && { Choices: node.enum.map(String) }),
      ...(node.minimum !== undefined && { Minimum: node.minimum }),
      ...(node.maximum !== undefined && { Maximum: node.maximum }),
      NextStart: nextStart,
      ReadOnly: node.readOnly === true,
    };
  });
}

function kindOf({ type, enum: choices, items }: SchemaNode): SettingKind {
  if (choices !== undefined) return 'Choice';
  if (type === 'array') return items?.type === 'string' ? 'Texts' : 'Numbers';
  return KINDS[type ?? ''] ?? 'Text';
}

const KINDS: Partial<Record<string, SettingKind>> = { boolean: 'Flag', integer: 'Integer', number: 'Number' };

export function valueAt(object: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    object,
  );
}

/** A copy of the object with another value at the path; without it for undefined. */
export function withValueAt(
  object: Readonly<Record<string, unknown>>,
  [key = '', ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const { [key]: present, ...others } = object;
  if (rest.length > 0) {
    if (value === undefined && !isObject(present)) return { ...object };
    return { ...object, [key]: withValueAt(isObject(present) ? present : {}, rest, value) };
  }
  return value === undefined ? others : { ...object, [key]: value };
}
