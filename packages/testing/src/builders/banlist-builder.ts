import type { Banlist, Issuer } from '@palatine/contract';

const Timestamp = { UTC: 1, Year: 1970, Month: 1, Day: 1, Hour: 0, Min: 0, Sec: 1, Msec: 0 };

/** The issuer of a ban: by default a player, by hand. */
export function anIssuer(overrides: Partial<Issuer> = {}): Issuer {
  return {
    Type: 'player',
    NameValue: 'steam_9',
    IP: '192.0.2.9',
    Reason: 'By hand',
    Timestamp,
    ...overrides,
  };
}

export function aBan<Id extends object>(id: Id) {
  return { Active: true, BannedBy: anIssuer(), ...id };
}

export function aBanlist(overrides: Partial<Banlist> = {}): Banlist {
  return { Version: 1, BannedMessage: 'Away', UserEntries: [], IPEntries: [], ...overrides };
}
