import { test } from 'node:test';
import type { ErrorCode } from '@palatine/contract';
import type { CheckedService } from './checked-service.ts';
import { of } from './worlds.ts';

export const NO_AMOUNTS: readonly unknown[] = [0, -1, 1.5, 2147483648, 1e300, '1', null, true, [1], {}];

/** Identifiers that resolve to no player who can be granted to, for routes with a player in the path. */
export function unresolvable({ newcomer, offline, loner }: Unresolvable): string[] {
  return [
    offline.userId,
    offline.uid,
    newcomer.userId, // whose character is not loaded
    newcomer.uid,
    'steam_1', // nobody's
    loner.userId.toUpperCase(),
    '12345678-00000000-00000000-00000000', // nobody's
    '00000000-00000000-00000000-00000000',
    loner.name,
    'x y/z', // no identifier at all
    '__proto__',
  ];
}

type Unresolvable = Record<'newcomer' | 'offline' | 'loner', { uid: string; userId: string; name: string }>;

type GrantRoute = 'giveItems' | 'givePals' | 'givePalEggs' | 'givePalTemplates' | 'giveProgression';

export interface GrantRefusals {
  body: object;
  values?: [why: string, body: unknown, at: string][];
  /** A grant that fails at its last step. */
  failure: ErrorCode;
}

/** Tests that a grant route gives nothing where a body, a value or a player is wrong, or the grant itself fails. */
export function testGrantRefusals(
  service: CheckedService,
  demo: Unresolvable,
  name: GrantRoute,
  { body, values = [], failure }: GrantRefusals,
): void {
  const { userId } = demo.loner;
  for (const [why, wrong, at] of values) {
    test(`${why}: VALIDATION_FAILED, also for an unknown player, and nothing is given`, async () => {
      for (const identifier of [userId, 'steam_nobody']) {
        await service.isRefused(name, { ...of(identifier), body: wrong }, 'VALIDATION_FAILED', at);
      }
    });
  }
  test('a player who cannot be resolved is REQUEST_FAILED, and nobody is given anything', async () => {
    for (const identifier of unresolvable(demo)) {
      await service.isRefused(name, { ...of(identifier), body }, 'REQUEST_FAILED');
    }
  });

  test(`a grant that fails at the last step is ${failure}, and nothing is given`, async () => {
    await service.control({ FailNext: ['grant'] });
    await service.isRefused(name, { ...of(userId), body }, failure);
    await service.succeeds(name, { ...of(userId), body });
  });
}
