import { type DoctorFinding, getFleetFindings } from '@palatine/contract';
import type { SeenMark } from '@palatine/fleet';
import type { FastifyInstance } from 'fastify';
import { PALATINE_VERSION } from '../../data-folder/version.ts';
import type { Clock } from '../../game/clock.ts';
import { serialize } from '../../game/responses.ts';
import type { RequestPolicy } from '../../http/authorize.ts';
import { mountRead } from '../../http/mount.ts';
import type { FleetLists } from '../lists/fleet-lists.ts';
import type { WorldRoutes } from '../mount-worlds.ts';
import type { BrokerState } from '../open-broker.ts';
import type { Projection } from '../projection/projection.ts';
import type { ReadingState } from '../projection/stream-reader.ts';
import { inScope, type KnownWorld, listsBehind } from '../world-scope.ts';

/** What the findings on a fleet are made of. */
export interface FleetFacts {
  readonly nowMs: number;
  readonly broker: BrokerState;
  readonly streams: readonly Pick<ReadingState, 'stream' | 'behind' | 'caughtUp' | 'error'>[];
  /** Whether the gateway has read all shared lists since its first start. */
  readonly listsWhole: boolean;
  /** Up to where it has read them. */
  readonly listsSeen: SeenMark;
  readonly listCount: number;
  /** Those that the caller may see. */
  readonly worlds: readonly KnownWorld[];
  /** The version of this gateway. */
  readonly version: string;
}

/** Lists compare times of several clocks, and refuse those that are 5 minutes ahead. */
const CLOCK_MS = 60_000;
/** Rows that a world may keep to itself for a while, after a cut. */
const LAG_ROWS = 1000;
/** In this time a change of a list is at every world, and each has said so. */
const LIST_MS = 30_000;
/** Worlds that a finding names. */
const NAMED = 5;

/** What is well and what is wrong with a fleet, as one gateway sees it. */
export function fleetFindings(facts: FleetFacts): DoctorFinding[] {
  return [
    brokerFinding(facts),
    flushFinding(facts),
    ...streamFindings(facts),
    listsFinding(facts),
    ...worldFindings(facts),
    versionFinding(facts),
    clockFinding(facts),
    lagFinding(facts),
    listLagFinding(facts),
  ];
}

function brokerFinding({
  broker: { version = 'of an unknown version', connected, replicas },
}: FleetFacts): DoctorFinding {
  const Check = 'broker';
  if (!connected) {
    return {
      Check,
      Level: 'Fail',
      What: `nats-server ${version} cannot be reached`,
      Do: 'look whether it runs; worlds go on, and enforce what they have, but no gateway reaches them',
    };
  }
  const copies = replicas === 1 ? 'one copy' : 'three copies';
  return {
    Check,
    Level: 'Ok',
    What: `nats-server ${version} is connected and keeps ${copies} of each stream`,
  };
}

function flushFinding({ broker: { flushes } }: FleetFacts): DoctorFinding {
  const Check = 'flush';
  if (flushes === true) return { Check, Level: 'Ok', What: 'the broker flushes what it confirms' };
  return {
    Check,
    Level: 'Warn',
    What: 'somebody else runs the broker, and a broker does not say whether it flushes what it confirms',
    Do: 'have sync_interval: always in the jetstream part of its configuration: without it, a power loss takes two minutes',
  };
}

function streamFindings({ streams }: FleetFacts): DoctorFinding[] {
  return streams.map(({ stream, behind, caughtUp, error }): DoctorFinding => {
    const Check = `stream ${stream}`;
    if (error !== undefined) {
      const Do =
        'it is tried again every second; searches, audit and events are as old as what was read before';
      return { Check, Level: 'Fail', What: `is not being read: ${error}`, Do };
    }
    if (caughtUp)
      return { Check, Level: 'Ok', What: behind === 0 ? 'everything is read' : `${behind} messages behind` };
    return {
      Check,
      Level: 'Warn',
      What: `is read for the first time since the start, ${behind} messages behind`,
    };
  });
}

function listsFinding({ listsWhole, listCount }: FleetFacts): DoctorFinding {
  const Check = 'lists';
  if (!listsWhole) {
    return { Check, Level: 'Warn', What: 'the shared lists have not been read from the broker yet' };
  }
  return {
    Check,
    Level: 'Ok',
    What: listCount === 1 ? 'there is one shared list' : `there are ${listCount} shared lists`,
  };
}

function worldFindings({ worlds, nowMs }: FleetFacts): DoctorFinding[] {
  const Check = 'worlds';
  const online = worlds.filter(({ state }) => state === 'Online');
  const all = `${online.length} of ${worlds.length} ${worlds.length === 1 ? 'world is' : 'worlds are'} online`;
  const away = worlds
    .filter(({ state }) => state === 'Away')
    .map((world): DoctorFinding => {
      const Do = 'look there whether it runs and reaches the broker; it catches up by itself';
      return { Check, Level: 'Warn', What: `${nameOf(world)} is away ${since(world, nowMs)}`, Do };
    });
  const fenced = worlds
    .filter(({ state }) => state === 'Fenced')
    .map(
      (world): DoctorFinding => ({
        Check,
        Level: 'Fail',
        What: `two processes say they are ${nameOf(world)}; the second may change nothing`,
        Do: `stop the one that is a copy; palatine fleet take-over ${world.world} decides for the second`,
      }),
    );
  return [{ Check, Level: 'Ok', What: all }, ...fenced, ...away];
}

function since({ lastSeenMs }: KnownWorld, nowMs: number): string {
  if (lastSeenMs === undefined) return 'and was not seen since this gateway started';
  return `for ${Math.round((nowMs - lastSeenMs) / 1000)} seconds`;
}

function versionFinding({ worlds, version }: FleetFacts): DoctorFinding {
  const Check = 'versions';
  const others = worlds.filter(({ heartbeat }) => heartbeat !== undefined && heartbeat.version !== version);
  if (others.length === 0) return { Check, Level: 'Ok', What: `gateway and worlds run Palatine ${version}` };
  const named = listed(others, (world) => `${nameOf(world)} (${world.heartbeat?.version})`);
  return {
    Check,
    Level: 'Warn',
    What: `this gateway runs Palatine ${version}, and other versions run at ${named}`,
    Do: 'have the same everywhere: a route that one of them does not know is not found there',
  };
}

function clockFinding({ worlds }: FleetFacts): DoctorFinding {
  const Check = 'clocks';
  const known = worlds.filter(({ clockAheadMs }) => clockAheadMs !== undefined);
  const wrong = known.filter(({ clockAheadMs = 0 }) => Math.abs(clockAheadMs) > CLOCK_MS);
  if (wrong.length > 0) {
    const named = listed(
      wrong,
      (world) => `${nameOf(world)} (${Math.round((world.clockAheadMs ?? 0) / 1000)} s)`,
    );
    const Do = 'set the clocks (NTP): bans that end, and changes of lists, are compared by them';
    return { Check, Level: 'Warn', What: `the clocks differ from that of this gateway at ${named}`, Do };
  }
  const unknown = worlds.length - known.length;
  const rest = unknown === 0 ? '' : `; of ${unknown} it is not known`;
  return {
    Check,
    Level: 'Ok',
    What: `${known.length} worlds have the time of this gateway, within a minute${rest}`,
  };
}

function lagFinding({ worlds }: FleetFacts): DoctorFinding {
  const Check = 'outboxes';
  const rows = ({ heartbeat }: KnownWorld) => (heartbeat?.lag.events ?? 0) + (heartbeat?.lag.audit ?? 0);
  const behind = worlds.filter((world) => world.state === 'Online' && rows(world) > LAG_ROWS);
  if (behind.length === 0) {
    return {
      Check,
      Level: 'Ok',
      What: 'the streams have the events and the audit of the worlds that are there',
    };
  }
  return {
    Check,
    Level: 'Warn',
    What: `rows wait to be sent at ${listed(behind, (world) => `${nameOf(world)} (${rows(world)})`)}`,
    Do: 'that is so after a cut, and goes by itself; if it grows, look at the disk of the broker and at the log of the world',
  };
}

function listLagFinding({ worlds, listsSeen: { sequence, timeMs }, nowMs }: FleetFacts): DoctorFinding {
  const Check = 'lists of worlds';
  const changes = (world: KnownWorld) => listsBehind(world, sequence) ?? 0;
  const isOld = nowMs - timeMs > LIST_MS;
  const behind = worlds.filter((world) => isOld && world.state === 'Online' && changes(world) > 0);
  if (behind.length === 0) {
    return { Check, Level: 'Ok', What: 'the worlds that are there have read the shared lists' };
  }
  return {
    Check,
    Level: 'Warn',
    What: `changes of shared lists are not read at ${listed(behind, (world) => `${nameOf(world)} (${changes(world)})`)}`,
    Do: 'look at the log of the world; it compares its lists with the broker every 10 minutes and after each reconnect',
  };
}

function nameOf({ name, world }: KnownWorld): string {
  return name === '' ? world : `${name} (${world})`;
}

function listed(worlds: readonly KnownWorld[], show: (world: KnownWorld) => string): string {
  const more = worlds.length - NAMED;
  const named = worlds.slice(0, NAMED).map(show).join(', ');
  return more > 0 ? `${named} and ${more} more` : named;
}

interface FindingSources extends Pick<WorldRoutes, 'directory' | 'scopeOf'> {
  broker: BrokerState;
  lists: FleetLists;
  projection: Projection;
  clock: Clock;
}

/** Mounts what a gateway finds of its fleet. */
export function mountFleetFindings(
  app: FastifyInstance,
  policy: RequestPolicy,
  { broker, directory, scopeOf, lists, projection, clock }: FindingSources,
): void {
  mountRead(app, policy, getFleetFindings, ({ token }) => {
    const nowMs = clock.now();
    const Findings = fleetFindings({
      nowMs,
      broker,
      streams: projection.state().streams,
      listsWhole: lists.whole,
      listsSeen: lists.seen,
      listCount: lists.lists().length,
      worlds: inScope(scopeOf(token), directory.all()),
      version: PALATINE_VERSION,
    });
    return serialize({ Findings, CheckedAt: new Date(nowMs).toISOString() });
  });
}
