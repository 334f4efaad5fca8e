import type { Guid, UserId } from '@palatine/contract';
import { anyPlatform, isPlatform, MANY_ACCOUNTS, madeUpAddress, madeUpUserId } from '../demo/identities.ts';
import type { Account } from '../state/model.ts';
import { seededRandom } from '../state/random.ts';
import type { World } from '../state/world.ts';

// Saves hold neither UserIds nor addresses. While an imported world is simulated, everyone gets made-up ones, the same
// after every start: they follow from the uid alone.

/** Fills what is missing in accounts and sessions; true when anything was. */
export function inventIdentities(world: World, seed: number): boolean {
  // In the order of their uids: should two draw the same UserId, the same one draws again every time.
  const nameless = [...world.accounts.values()]
    .filter((account) => account.userId === '')
    .toSorted((one, other) => (one.uid < other.uid ? -1 : 1));
  for (const account of nameless) world.accounts.put(withUserId(world, seed, account));

  const unknown = [...world.sessions.values()].filter(({ userId, ip }) => userId === '' || ip === '');
  for (const session of unknown) {
    const userId = session.userId || (world.accounts.get(session.uid)?.userId ?? '');
    world.sessions.put({ ...session, userId, ip: session.ip || steadyAddress(world, seed, session.uid) });
  }
  return nameless.length + unknown.length > 0;
}

function withUserId(world: World, seed: number, account: Account): Account {
  const random = seededRandom(`${seed} identity ${account.uid}`);
  const platform = isPlatform(account.platform) ? account.platform : anyPlatform(random);
  let userId: UserId = madeUpUserId(random, platform);
  while (world.accountsByUserId.keys(userId).size > 0) userId = madeUpUserId(random, platform);
  return { ...account, userId };
}

/** Where a player connects from, every time. */
export function steadyAddress(world: World, seed: number, uid: Guid): string {
  return madeUpAddress(seededRandom(`${seed} address ${uid}`), {
    many: world.accounts.size >= MANY_ACCOUNTS,
  });
}

/**
 * Takes the made-up UserIds and addresses back, once an imported world is no longer simulated; true when there
 * were any. A save brings no UserIds along, so all that such a world holds are made up.
 */
export function forgetIdentities(world: World): boolean {
  if (world.info.origin !== 'save') return false;
  const named = [...world.accounts.values()].filter(({ userId }) => userId !== '');
  for (const account of named) world.accounts.put({ ...account, userId: '' });
  const known = [...world.sessions.values()].filter(({ userId, ip }) => userId !== '' || ip !== '');
  for (const session of known) world.sessions.put({ ...session, userId: '', ip: '' });
  return named.length + known.length > 0;
}
