import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Resource } from '../data/resource.ts';

/** What a list route answers. */
export interface ListReply<Row> {
  readonly Total: number;
  readonly Matching: number;
  readonly Rows: readonly Row[];
  readonly Next?: string | undefined;
}

/** A window of a list: the rows after a cursor. */
export interface WindowQuery {
  readonly Limit: number;
  readonly Cursor?: string;
}

/** What is known of a list. */
export interface ListState<Row, Reply extends ListReply<Row> = ListReply<Row>> {
  /** The first rows of the list, without gaps. */
  readonly rows: readonly Row[];
  /** How many rows the filters let through. */
  readonly matching: number;
  /** How many there are. */
  readonly total: number;
  /** The answer of the first window: what a route says beyond its rows. */
  readonly first: Reply;
}

/** A list of the service that is read window by window, from its beginning. */
export interface Rows<Row, Reply extends ListReply<Row> = ListReply<Row>>
  extends Resource<ListState<Row, Reply>> {
  /** Reads on until row `index` is there, or the list ends. Infinity reads all of it. */
  want(index: number): Promise<void>;
  /** While true, rows that are read anew stay where they are, and `changes` counts what would move. */
  readonly hold: Signal<boolean>;
  /** How many rows would come, go or move; 0 when the order shown is that of the service. */
  readonly changes: ReadonlySignal<number>;
  /** Shows the order of the service. */
  applyChanges(): void;
}
