import {
  ALL_ROUTES,
  covers,
  FLEET_ROUTES,
  getMetrics,
  permissionsOf,
  type RouteShape,
} from '@palatine/contract';
import { isObject, parseJson } from '@palatine/platform/json';

export const EXAMPLE_TOKEN_FILE = 'TokenExample.json';

/** Stands in TokenExample.json in place of a secret. It cannot be sent, so a copy of the file opens nothing. */
export const EXAMPLE_SECRET =
  'put a long random text here, or TokenSHA256 with its SHA-256 in hex instead of Token';

/** The secret in the example of the README, which everybody knows. */
const README_SECRET = 'replace-this-with-a-long-random-text';

const ROUTES: readonly RouteShape[] = [
  ...Object.values<RouteShape>(ALL_ROUTES),
  ...Object.values<RouteShape>(FLEET_ROUTES),
  getMetrics,
];

/** Every permission that a route requires, or says more with, at a world or at a gateway. */
export const KNOWN_PERMISSIONS: readonly string[] = [...new Set(ROUTES.flatMap(permissionsOf))].sort();

/** A shorter secret may be found by trying. */
const MIN_SECRET_CHARS = 16;
/** More warnings of one kind are counted only. */
const LISTED = 5;

/** Warnings about a valid token, without its file name. `secret` is undefined for a hashed one. */
export function tokenWarnings(secret: string | undefined, permissions: readonly string[]): string[] {
  const unknown = permissions.flatMap((held) => permissionWarning(held) ?? []);
  return [
    ...(secret === undefined ? [] : secretWarnings(secret)),
    ...unknown.slice(0, LISTED),
    ...(unknown.length > LISTED ? [`${unknown.length - LISTED} more permissions are unknown`] : []),
  ];
}

function secretWarnings(secret: string): string[] {
  if (secret === EXAMPLE_SECRET || secret === README_SECRET) {
    return ['its Token is the text of the example: put a secret of its own there'];
  }
  if (!/^[!-~]+$/.test(secret)) {
    return [
      'no call can use it: a Token is sent in a header, so it has ASCII letters, digits and signs only, without blanks',
    ];
  }
  if (secret.length >= MIN_SECRET_CHARS) return [];
  return [`its Token can be guessed: give it at least ${MIN_SECRET_CHARS} characters, not ${secret.length}`];
}

/** A warning when no route requires this permission; undefined otherwise. */
export function permissionWarning(held: string): string | undefined {
  if (held === '' || KNOWN_PERMISSIONS.some((needed) => covers(held, needed))) return undefined;
  const meant = KNOWN_PERMISSIONS.find((known) => known.toLowerCase() === held.toLowerCase());
  const below = KNOWN_PERMISSIONS.some((known) => known.startsWith(`${held}.`));
  const hint = meant ?? (below ? `${held}.*` : undefined);
  return `no route asks for ${held}${hint === undefined ? '' : `; is ${hint} meant?`}`;
}

/** Whether a file of the folder counts as a token file, by its name. */
export function isTokenFile(name: string): boolean {
  return name.endsWith('.json') && name !== EXAMPLE_TOKEN_FILE;
}

/** The file of a token that counts only while a command runs: `cli-<process>-<random>.json`. */
export const TEMPORARY_TOKEN = /^cli-(\d+)-[0-9a-f]{24}\.json$/;

/** Names of files that are no token files on purpose: hidden, temporary, switched off, or documents. */
const SET_ASIDE = /^\.|~$|\.(writing|lock|tmp|swp|bak|old|orig|off|disabled|example|md)$/i;

/** Why a file is ignored; undefined for a token file, and for one that is set aside. */
export function ignoredNameWarning(name: string): string | undefined {
  if (isTokenFile(name) || name === EXAMPLE_TOKEN_FILE || SET_ASIDE.test(name)) return undefined;
  return 'ignored, because its name does not end in .json';
}

/** Why TokenExample.json is ignored, once somebody has edited it; undefined for the file as it was written. */
export function exampleWarning(text: string): string | undefined {
  if (isExample(text)) return undefined;
  return 'ignored, because it is the example: give the file another name to have its token count';
}

function isExample(text: string): boolean {
  try {
    const value = parseJson(text);
    return isObject(value) && value.Token === EXAMPLE_SECRET && value.TokenSHA256 === undefined;
  } catch {
    return false;
  }
}
