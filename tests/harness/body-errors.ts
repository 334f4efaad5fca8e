import type { ErrorCode } from '@palatine/contract';
import type { Call } from './checked-service.ts';

export type BodyFault = [why: string, ask: Call, code: ErrorCode];

/** Bodies no route takes, with what each is called where a body is needed; `missing` null where it is optional. */
export function bodyErrors(missing: ErrorCode | null, notAnObject: ErrorCode): BodyFault[] {
  const none: BodyFault[] =
    missing === null
      ? []
      : [
          ['no body', {}, missing],
          ['an empty body', { raw: '', headers: { 'content-type': 'application/json' } }, missing],
        ];
  const others: BodyFault[] = [null, [], [{}], 'text', 5, true].map((body) => [
    `the body ${JSON.stringify(body)}`,
    { body },
    notAnObject,
  ]);
  const broken: BodyFault[] = ['{', '{"Items":[}', 'Items=1', '{}{}'].map((raw) => [
    `the body ${raw}`,
    { raw },
    'INVALID_JSON',
  ]);
  return [...none, ...others, ...broken];
}

/** Of what is to be a positive integer of 32 bits. A text stands for JSON that JavaScript cannot say. */
export const NO_AMOUNTS: readonly unknown[] = [0, -1, 1.5, 2147483648, 1e300, '1', null, true, [1], {}];

/** For every route that a player is named in the path of, and a shared resolver finds them or not. */
export function unresolvable(demo: {
  newcomer: { uid: string; userId: string };
  offline: { uid: string; userId: string };
  loner: { name: string; userId: string };
}): [why: string, identifier: string][] {
  const { newcomer, offline, loner } = demo;
  return [
    ['somebody offline, by UserId', offline.userId],
    ['somebody offline, by PlayerUID', offline.uid],
    ['somebody without a loaded character, by UserId', newcomer.userId],
    ['somebody without a loaded character, by PlayerUID', newcomer.uid],
    ['a UserId nobody has', 'steam_1'],
    ['a UserId in another case', loner.userId.toUpperCase()],
    ['a PlayerUID nobody has', '12345678-00000000-00000000-00000000'],
    ['the zero GUID', '00000000-00000000-00000000-00000000'],
    ['a name', loner.name],
    ['no identifier at all', 'x y/z'],
    ['a name of JavaScript', '__proto__'],
  ];
}
