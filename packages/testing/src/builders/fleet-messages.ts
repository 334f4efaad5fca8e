import { type AuditEntry, exampleEvent, type PalatineEvent } from '@palatine/contract';
import {
  batch as batchMessage,
  type RosterPlayer,
  type WorldKey,
  type WorldState,
} from '@palatine/fleet/messages';

/** When the rows of these builders begin, in ms since 1970. */
export const FLEET_START_MS = Date.UTC(2026, 6, 12);

export function aWorldKey(number: number): WorldKey {
  return number.toString(16).padStart(32, '0');
}

export function anEvent(id: number, overrides: Partial<PalatineEvent> = {}): PalatineEvent {
  const Time = new Date(FLEET_START_MS + id * 1000).toISOString();
  return { ...exampleEvent('player.joined'), Id: id, Time, ...overrides } as PalatineEvent;
}

export function anAuditEntry(id: number, overrides: Partial<AuditEntry> = {}): AuditEntry {
  return {
    Id: id,
    Time: new Date(FLEET_START_MS + id * 1000).toISOString(),
    Token: 'Admin',
    IP: '10.0.0.1',
    Route: 'POST /v1/pdapi/kick/:player_identifier',
    Target: 'steam_1',
    PlayerUid: '',
    PlayerUserId: '',
    PlayerName: '',
    Outcome: 'OK',
    Status: 200,
    Reason: '',
    Summary: '',
    Request: `r-${id}`,
    ...overrides,
  };
}

export function aRosterPlayer(number: number, overrides: Partial<RosterPlayer> = {}): RosterPlayer {
  return {
    uid: `${number.toString(16).toUpperCase().padStart(8, '0')}-00000000-00000000-00000000`,
    userId: `steam_7656119${String(number).padStart(10, '0')}`,
    name: `Player ${number}`,
    formerNames: [],
    platform: 'Steam',
    online: false,
    ...overrides,
  };
}

export function aWorldState(overrides: Partial<WorldState> = {}): WorldState {
  return {
    ...{ name: 'EU 1', instance: 'one', incarnation: 'one', version: '0.1.0', nowMs: FLEET_START_MS },
    ...{ attached: false, ready: true, players: 0, queue: 0, lag: { events: 0, audit: 0 } },
    ...{ lists: [], listsRead: 0, allow: ['*'], versions: { players: '', bans: '' }, ...overrides },
  };
}

export interface BatchOfRecords {
  inc?: string;
  records: readonly { Id: number }[];
  gaps?: { from: number; to: number }[];
}

export function aBatch({ inc = 'one', records, gaps }: BatchOfRecords): string {
  const from = gaps?.[0]?.from ?? records[0]?.Id ?? 0;
  const to = records.at(-1)?.Id ?? gaps?.at(-1)?.to ?? 0;
  return batchMessage.pack({ inc, from, to, records: [...records], ...(gaps !== undefined && { gaps }) });
}
