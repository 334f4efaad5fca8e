import type { Guid, MarkKind, Region, SeriesName } from '@palatine/contract';
import type { CachedResponse } from '../game/calls.ts';
import type { SessionFacts } from '../game/session-changes.ts';
import type { SeriesValues } from './series-store.ts';

/** A recorded entry. Times in ms since 1970: the history has no clock. */
export type HistoryEntry = {
  readonly atMs: number;
} /** The present world: data of another one is deleted. */ & (
  | { readonly kind: 'world'; readonly id: string }
  | { readonly kind: 'values'; readonly values: SeriesValues }
  | { readonly kind: 'mark'; readonly mark: MarkKind }
  /** Positions of everybody online: x, y and z of each, in cm. */
  | { readonly kind: 'places'; readonly uids: readonly Guid[]; readonly places: Int32Array }
  /** Open sessions when the service or its game begins. */
  | { readonly kind: 'online'; readonly sessions: readonly SessionFacts[] }
  | { readonly kind: 'session'; readonly session: SessionFacts }
);

interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Queries of the history; each response is the reply of a route as bytes. Times in ms since 1970. */
export interface HistoryQueries {
  series: TimeRange & { readonly names: readonly SeriesName[]; readonly points: number };
  trails: TimeRange & {
    /** Undefined for all. */
    readonly uids: readonly Guid[] | undefined;
    readonly stepSeconds: number;
    /** Number of the last player of the previous page. */
    readonly after: number;
  };
  heat: TimeRange & {
    /** Edge of a cell, in multiples of the smallest. */
    readonly factor: number;
    readonly region: Region | undefined;
  };
  sessions: TimeRange & {
    readonly uid: Guid;
    readonly limit: number;
    readonly before: number;
    readonly withAddress: boolean;
  };
}
export type HistoryQueryKind = keyof HistoryQueries;

export interface HistoryQuery<K extends HistoryQueryKind = HistoryQueryKind> {
  readonly kind: K;
  readonly nowMs: number;
  readonly input: HistoryQueries[K];
}

export type ToHistory =
  | { type: 'record'; number: number; entries: readonly HistoryEntry[] }
  | { type: 'ask'; id: number; query: HistoryQuery }
  | { type: 'stop' };

export type FromHistory =
  /** Entries up to this number are recorded, or were dropped: `problem` says why. */
  | { type: 'recorded'; number: number; problem: string }
  | { type: 'answer'; id: number; response: CachedResponse }
  | { type: 'failed'; id: number; problem: string }
  | { type: 'warning'; message: string }
  | { type: 'stopped' };

export interface HistoryData {
  file: string;
  /** ms since 1970, for the name of a file moved aside. */
  nowMs: number;
}
