import { backOffMs } from '@palatine/platform/clock';
import type { PollIntervals } from './link-status.ts';
import { isPaused, type Polled, type ServerFacts } from './server-facts.ts';

/** Polls more often than this would fill the log of the server, which writes a line for each. */
const LEAST_MS = 2000;
const FIRST_RETRY_MS = 5000;
const LONGEST_RETRY_MS = 60_000;
/** After a 401. The server logs each call without a right password. */
export const UNAUTHORIZED_MS = 30_000;
/** Of a paused server: each call wakes some images for nothing. */
const PAUSED_MS = 60_000;

/** Time between polls; undefined for none. Only /info is polled until the world is known to be ours. */
export function pollDelayMs(
  endpoint: Polled,
  facts: ServerFacts,
  intervals: PollIntervals,
): number | undefined {
  const alone = loneProbeMs(facts, intervals);
  if (alone !== undefined) return endpoint === 'info' ? alone : undefined;
  const failures = facts.failing[endpoint]?.count ?? 0;
  // A good /info is the quickest way to learn that the server is back.
  if (endpoint === 'info' && facts.silence !== undefined) return FIRST_RETRY_MS;
  const usual = Math.max(LEAST_MS, usualMs(endpoint, facts, intervals));
  if (failures === 0) return usual;
  return endpoint === 'settings'
    ? LONGEST_RETRY_MS
    : Math.max(usual, backOffMs(failures, FIRST_RETRY_MS, LONGEST_RETRY_MS));
}

/** The time between probes with /info alone; undefined while every endpoint is polled. */
function loneProbeMs(facts: ServerFacts, intervals: PollIntervals): number | undefined {
  const failures = facts.failing.info?.count ?? 0;
  if (facts.unauthorized) return UNAUTHORIZED_MS;
  if (facts.down) return backOffMs(failures + 1, FIRST_RETRY_MS, LONGEST_RETRY_MS);
  if (isPaused(facts)) return PAUSED_MS;
  if (facts.otherWorld) return Math.max(intervals.infoMs, FIRST_RETRY_MS);
  if (facts.verified) return undefined;
  const answers = facts.graceUntilMs === undefined && facts.silence === undefined;
  return answers ? backOffMs(failures, FIRST_RETRY_MS, LONGEST_RETRY_MS) : FIRST_RETRY_MS;
}

function usualMs(endpoint: Polled, facts: ServerFacts, intervals: PollIntervals): number {
  if (endpoint === 'players' && facts.players === 0) return intervals.playersWhenEmptyMs;
  return intervals[`${endpoint}Ms`];
}
