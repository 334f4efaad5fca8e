import type { Guid, UserId } from '@palatine/contract';
import { between, chance, hexWord, type Random, seededRandom } from '../catalogue/random.ts';
import type { Account } from '../state/model.ts';
import type { World } from '../state/world.ts';

/** Platforms by account name, with the prefix of their UserIds. */
const PLATFORMS = { Steam: 'steam', Xbox: 'gdk', PS5: 'ps5', Mac: 'mac' } as const;
export type Platform = keyof typeof PLATFORMS;

const isPlatform = (text: string): text is Platform => Object.hasOwn(PLATFORMS, text);

export function anyPlatform(random: Random): Platform {
  const roll = random();
  if (roll < 0.62) return 'Steam';
  if (roll < 0.82) return 'Xbox';
  return roll < 0.95 ? 'PS5' : 'Mac';
}

export function randomUserId(random: Random, platform: Platform): UserId {
  return `${PLATFORMS[platform]}_${accountId(random, platform)}`;
}

function accountId(random: Random, platform: Platform): string {
  if (platform === 'Steam') return `7656119${between(random, 8, 9)}${digits(random, 9)}`;
  if (platform === 'Xbox') return `2535${digits(random, 12)}`;
  if (platform === 'PS5') return `${between(random, 1, 8)}${digits(random, 18)}`;
  return `${hexWord(Math.floor(random() * 2 ** 32))}${hexWord(Math.floor(random() * 2 ** 32))}`.toLowerCase();
}

function digits(random: Random, count: number): string {
  let text = '';
  while (text.length < count) text += between(random, 0, 9);
  return text;
}

/** An address of the documentation ranges (not the ban list's 192.0.2.0/24), or 10.0.0.0/8 for many. */
export function randomAddress(random: Random, { many }: { many: boolean }): string {
  if (many) return `10.${between(random, 0, 255)}.${between(random, 0, 255)}.${between(random, 1, 254)}`;
  if (chance(random, 0.25)) {
    const group = () => between(random, 0x100, 0xffff).toString(16);
    return `2001:db8:${group()}:${group()}::${between(random, 1, 0xfff).toString(16)}`;
  }
  return `${chance(random, 0.5) ? '203.0.113' : '198.51.100'}.${between(random, 1, 254)}`;
}

/** From this number of accounts on, addresses come from the private range. */
export const MANY_ACCOUNTS = 200;

// Saves hold neither UserIds nor addresses. A simulated imported world gets made-up ones. They derive from the uid
// alone, so they are the same after every start.

/** Fills in missing UserIds and addresses of accounts and sessions. True when any were missing. */
export function inventIdentities(world: World): boolean {
  // In the order of uids: when two draw the same UserId, the same one draws again every time.
  const nameless = [...world.accounts.values()]
    .filter((account) => account.userId === '')
    .toSorted((a, b) => (a.uid < b.uid ? -1 : 1));
  for (const account of nameless) world.accounts.put(withUserId(world, account));

  const unknown = [...world.sessions.values()].filter(({ userId, ip }) => userId === '' || ip === '');
  for (const session of unknown) {
    const userId = session.userId || (world.accounts.get(session.uid)?.userId ?? '');
    world.sessions.put({ ...session, userId, ip: session.ip || steadyAddress(world, session.uid) });
  }
  return nameless.length + unknown.length > 0;
}

function withUserId(world: World, account: Account): Account {
  const random = seededRandom(`${world.info.seed} identity ${account.uid}`);
  const platform = isPlatform(account.platform) ? account.platform : anyPlatform(random);
  let userId: UserId = randomUserId(random, platform);
  while (world.accountsByUserId.keys(userId).size > 0) userId = randomUserId(random, platform);
  return { ...account, userId };
}

/** The address a player always connects from. */
export function steadyAddress({ info, accounts }: World, uid: Guid): string {
  const many = accounts.size >= MANY_ACCOUNTS;
  return randomAddress(seededRandom(`${info.seed} address ${uid}`), { many });
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
