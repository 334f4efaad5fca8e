import type { Banlist, Issuer } from '@palatine/contract';
import type { Account } from '../state/model.ts';
import { timestampAt } from '../state/timestamp.ts';
import type { DemoContext } from './demo-context.ts';
import { madeUpUserId } from './identities.ts';

const DAY_MS = 86_400_000;

/** Users and addresses banned, and unbanned again. No online player is banned. */
export function makeBanlist(context: DemoContext, offline: readonly Account[]): Banlist {
  const { random, nowMs } = context;
  const stranger = madeUpUserId(random, 'Steam');
  const at = (daysAgo: number) => nowMs - daysAgo * DAY_MS - Math.floor(random() * DAY_MS);
  const userIdOf = (index: number, platform: 'Steam' | 'Xbox') =>
    offline[offline.length - 1 - index]?.userId ?? madeUpUserId(random, platform);

  const griefer = userIdOf(0, 'Steam');
  const returned = userIdOf(1, 'Xbox');
  const cheater = userIdOf(2, 'Xbox');
  return {
    Version: 1,
    BannedMessage: 'You are banned from this server.',
    UserEntries: [
      { UserId: griefer, Active: true, BannedBy: rest('Tore down a neighbour’s base', at(12)) },
      { UserId: cheater, Active: true, BannedBy: system('Impossible Pal stats', at(5)) },
      { UserId: stranger, Active: true, BannedBy: moderator('Advertising in chat', at(30)) },
      {
        UserId: returned,
        Active: false,
        BannedBy: moderator('Insults in guild chat', at(21)),
        UnbannedBy: rest('Appeal accepted', at(14)),
      },
    ],
    IPEntries: [
      { IP: '192.0.2.66', Active: true, BannedBy: rest('Second account of a banned user', at(11)) },
      {
        IP: '192.0.2.77',
        Active: false,
        BannedBy: rest('Too many failed logins', at(9)),
        UnbannedBy: moderator('A shared connection, not one person', at(8)),
      },
    ],
  };
}

const rest = issuer('rest', 'panel', '127.0.0.1');
const moderator = issuer('player', 'steam_76561198000000042', '203.0.113.42');
const system = issuer('system', 'system', '');

function issuer(Type: string, NameValue: string, IP: string): (reason: string, atMs: number) => Issuer {
  return (Reason, atMs) => ({ Type, NameValue, IP, Reason, Timestamp: timestampAt(atMs) });
}
