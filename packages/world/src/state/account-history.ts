import type { Account, SeenAddress, Session } from './model.ts';

/** Most names and addresses that an account remembers. */
export const FORMER_NAMES = 20;
export const ADDRESSES = 20;

/** The account under a name; the one before, if it was another, becomes a former name. '' changes nothing. */
export function renamed(account: Account, name: string, atMs: number): Account {
  if (name === '' || name === account.name) return account;
  if (account.name === '') return { ...account, name };
  const former = (account.formerNames ?? []).filter((one) => one.name !== name && one.name !== account.name);
  const formerNames = [{ name: account.name, untilMs: atMs }, ...former].slice(0, FORMER_NAMES);
  return { ...account, name, formerNames };
}

/** The account once a session has ended: its time counts, and its address is remembered. */
export function afterSession(account: Account, { ip, connectedAtMs }: Session, atMs: number): Account {
  const playedMs = (account.playedMs ?? 0) + Math.max(0, atMs - connectedAtMs);
  const ended: Account = { ...account, lastOnlineAtMs: atMs, playedMs };
  return ip === '' ? ended : { ...ended, addresses: withAddress(account.addresses, ip, atMs) };
}

/** What a service has seen of an account itself, and no save holds. */
export function historyOf({
  playedMs,
  formerNames,
  addresses,
}: Account): Pick<Account, 'playedMs' | 'formerNames' | 'addresses'> {
  return {
    ...(playedMs !== undefined && { playedMs }),
    ...(formerNames !== undefined && { formerNames }),
    ...(addresses !== undefined && { addresses }),
  };
}

function withAddress(seen: readonly SeenAddress[] = [], ip: string, atMs: number): SeenAddress[] {
  return [{ ip, lastSeenAtMs: atMs }, ...seen.filter((one) => one.ip !== ip)].slice(0, ADDRESSES);
}
