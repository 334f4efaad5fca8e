import type { StreamEnd } from './calls.ts';

/** One history of a world: its rows have ids that count up, and are deleted oldest first. */
export interface WorldHistory {
  readonly incarnation: string;
  /** The last id that a row was given; 0 before the first. */
  readonly newest: number;
  /** ms since 1970; undefined for a row that is not kept. */
  atMs(id: number): number | undefined;
}

export interface ResumePoint {
  /** The row that the stream has last of this history; undefined when it has none. */
  readonly after: number | undefined;
  /** Whether the stream has rows under the name of this history that are none of its own. */
  readonly forked: boolean;
}

const FROM_OLDEST: ResumePoint = { after: undefined, forked: false };

/**
 * Decides where a stream goes on: after the row that it ends with, when that is a row of this history, else with the
 * oldest that is kept. A repeated row changes nothing for readers, who know rows by incarnation and id.
 */
export function resumeAfter(end: StreamEnd | undefined, world: WorldHistory): ResumePoint {
  if (end === undefined || end.incarnation !== world.incarnation) return FROM_OLDEST;
  if (end.to > world.newest || isOtherRow(end, world)) return { after: undefined, forked: true };
  return { after: end.to, forked: false };
}

/** A row that is not kept, or whose time the stream does not say, is taken for the same. */
function isOtherRow({ to, time }: StreamEnd, world: WorldHistory): boolean {
  const atMs = world.atMs(to);
  return atMs !== undefined && time !== undefined && new Date(atMs).toISOString() !== time;
}
