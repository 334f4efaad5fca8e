import {
  ALL_ROUTES,
  covers,
  FLEET_ROUTES,
  getMetrics,
  permissionsOf,
  type RouteShape,
} from '@palatine/contract';
import { orElse } from '@palatine/platform/config-error';
import { isObject, parseJson } from '@palatine/platform/json';
import { EXAMPLE_SECRET, isPublishedSecret } from './published-secrets.ts';

export const EXAMPLE_TOKEN_FILE = 'TokenExample.json';

const ROUTES: readonly RouteShape[] = [
  ...Object.values<RouteShape>(ALL_ROUTES),
  ...Object.values<RouteShape>(FLEET_ROUTES),
  getMetrics,
];

/** All permissions of routes, required or optional, at a world or at a gateway. */
export const KNOWN_PERMISSIONS: readonly string[] = [...new Set(ROUTES.flatMap(permissionsOf))].sort();

/** Routes required them once; token files may still list them. */
const FORMER_PERMISSIONS = ['Palatine.Catalogue.Read'];

/** Shorter secrets may be guessed. */
const MIN_SECRET_CHARS = 16;
/** Further warnings of one kind are only counted. */
const LISTED = 5;

/** Warnings about a valid token, without its file name. `secret` is undefined for a hashed one. */
export function tokenWarnings(secret: string | undefined, permissions: readonly string[]): string[] {
  const unknown = permissions.flatMap((permission) => permissionWarning(permission) ?? []);
  return [
    ...(secret === undefined ? [] : secretWarnings(secret)),
    ...unknown.slice(0, LISTED),
    ...(unknown.length > LISTED ? [`${unknown.length - LISTED} more permissions are unknown`] : []),
  ];
}

function secretWarnings(secret: string): string[] {
  const isPublished = isPublishedSecret(secret);
  const known = isPublished
    ? ['its Token is a published example, or one that is easily guessed: replace it with a new secret']
    : [];
  if (!/^[!-~]+$/.test(secret)) {
    return [
      ...known,
      'no call can use it: a Token is sent in a header, so it may contain only ASCII letters, digits and signs, without blanks',
    ];
  }
  if (isPublished || secret.length >= MIN_SECRET_CHARS) return known;
  return [`its Token can be guessed: give it at least ${MIN_SECRET_CHARS} characters, not ${secret.length}`];
}

/** A warning if no route requires this permission; undefined otherwise. */
export function permissionWarning(permission: string): string | undefined {
  const known = [...KNOWN_PERMISSIONS, ...FORMER_PERMISSIONS];
  if (permission === '' || known.some((needed) => covers(permission, needed))) return undefined;
  const similar = KNOWN_PERMISSIONS.find((known) => known.toLowerCase() === permission.toLowerCase());
  const below = KNOWN_PERMISSIONS.some((known) => known.startsWith(`${permission}.`));
  const hint = similar ?? (below ? `${permission}.*` : undefined);
  return `no route requires ${permission}${hint === undefined ? '' : `; did you mean ${hint}?`}`;
}

export function isTokenFile(name: string): boolean {
  return name.endsWith('.json') && name !== EXAMPLE_TOKEN_FILE;
}

/** The file of a token that is valid only while a command runs: `cli-<process>-<random>.json`. */
export const TEMPORARY_TOKEN = /^cli-(\d+)-[0-9a-f]{24}\.json$/;

/** Names of files that are intentionally not token files: hidden, temporary, disabled, or documents. */
const SET_ASIDE = /^\.|~$|\.(writing|lock|tmp|swp|bak|old|orig|off|disabled|example|md)$/i;

/** Why a file is ignored; undefined for a token file, and an intentionally disabled one. */
export function ignoredNameWarning(name: string): string | undefined {
  if (isTokenFile(name) || name === EXAMPLE_TOKEN_FILE || SET_ASIDE.test(name)) return undefined;
  return 'ignored, because its name does not end in .json';
}

/** Whether a TokenExample.json is ours, unchanged: that of PalDefender has another secret. */
export function isExample(text: string): boolean {
  const value = orElse(undefined, () => parseJson(text));
  return isObject(value) && value.Token === EXAMPLE_SECRET && value.TokenSHA256 === undefined;
}
