import type { Guid, UserId } from '@palatine/contract';
import { anyPlatform, isPlatform, MANY_ACCOUNTS, randomAddress, randomUserId } from '../demo/identities.ts';
import type { Account } from '../state/model.ts';
import { seededRandom } from '../state/random.ts';
import type { World } from '../state/world.ts';

// Saves hold neither UserIds nor addresses. A simulated imported world gets made-up ones. They derive from the uid
// alone, so they are the same after every start.

/** Fills in missing UserIds and addresses of accounts and sessions. True when any were missing. */
export function inventIdentities(world: World, seed: number): boolean {
  // In the order of uids: when two draw the same UserId, the same one draws again every time.
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
  let userId: UserId = randomUserId(random, platform);
  while (world.accountsByUserId.keys(userId).size > 0) userId = randomUserId(random, platform);
  return { ...account, userId };
}

/** The address a player always connects from. */
export function steadyAddress(world: World, seed: number, uid: Guid): string {
  return randomAddress(seededRandom(`${seed} address ${uid}`), {
    many: world.accounts.size >= MANY_ACCOUNTS,
  });
}

/** Removes the made-up UserIds and addresses of an import; true when there were any. */
export function forgetIdentities(world: World): boolean {
  if (world.info.origin !== 'save') return false;
  const anonymous = [...world.accounts.values()].filter(
    ({ userId, addresses }) => userId !== '' || addresses !== undefined,
  );
  for (const { addresses: _, ...account } of anonymous) world.accounts.put({ ...account, userId: '' });
  const identified = [...world.sessions.values()].filter(({ userId, ip }) => userId !== '' || ip !== '');
  for (const session of identified) world.sessions.put({ ...session, userId: '', ip: '' });
  return anonymous.length + identified.length > 0;
}
