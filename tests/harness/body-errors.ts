import type { ErrorCode } from '@palatine/contract';
import type { Call } from './checked-service.ts';

export type InvalidBody = [why: string, request: Call, code: ErrorCode];

/** Bodies that no route accepts, with the code of each. `missing` is null where the body is optional. */
export function bodyErrors(missing: ErrorCode | null, notAnObject: ErrorCode): InvalidBody[] {
  const none: InvalidBody[] =
    missing === null
      ? []
      : [
          ['no body', {}, missing],
          ['an empty body', { raw: '', headers: { 'content-type': 'application/json' } }, missing],
        ];
  const others: InvalidBody[] = [null, [], [{}], 'text', 5, true].map((body) => [
    `the body ${JSON.stringify(body)}`,
    { body },
    notAnObject,
  ]);
  const broken: InvalidBody[] = ['{', '{"Items":[}', 'Items=1', '{}{}'].map((raw) => [
    `the body ${raw}`,
    { raw },
    'INVALID_JSON',
  ]);
  return [...none, ...others, ...broken];
}

/** Invalid values for a positive int32. */
export const NO_AMOUNTS: readonly unknown[] = [0, -1, 1.5, 2147483648, 1e300, '1', null, true, [1], {}];

/** Identifiers that resolve to no player who can be granted to, for routes with a player in the path. */
export function unresolvable(demo: {
  newcomer: { uid: string; userId: string };
  offline: { uid: string; userId: string };
  loner: { name: string; userId: string };
}): [why: string, identifier: string][] {
  const { newcomer, offline, loner } = demo;
  return [
    ['an offline player, by UserId', offline.userId],
    ['an offline player, by PlayerUID', offline.uid],
    ['a player without a loaded character, by UserId', newcomer.userId],
    ['a player without a loaded character, by PlayerUID', newcomer.uid],
    ['a UserId nobody has', 'steam_1'],
    ['a UserId in another case', loner.userId.toUpperCase()],
    ['a PlayerUID nobody has', '12345678-00000000-00000000-00000000'],
    ['the zero GUID', '00000000-00000000-00000000-00000000'],
    ['a name', loner.name],
    ['no identifier at all', 'x y/z'],
    ['a name of JavaScript', '__proto__'],
  ];
}
