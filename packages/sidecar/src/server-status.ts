import {
  type ControlKind,
  type DeliveriesPage,
  type Sentence,
  type ServerStatus,
  sentence,
} from '@palatine/contract';
import { withoutUndefined } from '@palatine/platform/json';
import type { RosterPlayer } from '@palatine/world/roster';
import type { MirrorStatus } from './mirror/mirror.ts';
import type { LinkStatus } from './rest/link-memory.ts';

interface KnownOfServer {
  readonly control: ControlKind;
  readonly link: LinkStatus;
  readonly save: MirrorStatus;
  readonly deliveries: DeliveriesPage['Meta'];
  readonly mode: 'Queue' | 'Refuse';
  readonly maintenance: ServerStatus['Maintenance'];
  readonly warnings: readonly Sentence[];
  readonly nowMs: number;
}

export function serverStatus(facts: KnownOfServer): ServerStatus {
  const { control, link, deliveries, mode, maintenance, warnings } = facts;
  const { state, reason, sinceMs, roster, info, metrics } = link;
  return {
    State: state,
    Reason: state === 'Online' ? '' : sentence(reason).Message,
    ...(state !== 'Online' && { ReasonCode: reason }),
    Since: isoTime(sinceMs),
    Control: { Kind: control },
    Info: withoutUndefined({ Version: info?.version, Name: info?.name, WorldGuid: info?.worldGuid }),
    Metrics: metrics ?? {},
    Roster: {
      State: roster.state,
      ...(roster.atMs !== undefined && { At: isoTime(roster.atMs) }),
      Players: roster.players.map(shownPlayer),
    },
    Save: saveOf(facts),
    Deliveries: { Mode: mode, ...deliveries },
    Maintenance: maintenance,
    Warnings: [...warnings],
  };
}

export function shownPlayer(player: RosterPlayer): ServerStatus['Roster']['Players'][number] {
  const { name, userId, uid, pingMs, level } = player;
  return {
    Name: name,
    UserId: userId,
    PlayerUID: uid ?? '',
    ...withoutUndefined({ PingMs: pingMs, Level: level }),
  };
}

function saveOf({ save, nowMs }: KnownOfServer): ServerStatus['Save'] {
  const { savedAtMs, readAtMs, source, problem } = save;
  if (savedAtMs === undefined) return { Problem: problem };
  return {
    SavedAt: isoTime(savedAtMs),
    AgeSeconds: Math.max(0, Math.floor((nowMs - savedAtMs) / 1000)),
    ...(readAtMs !== undefined && { ReadAt: isoTime(readAtMs) }),
    Source: source,
    Problem: problem,
  };
}

const isoTime = (ms: number) => new Date(ms).toISOString();
