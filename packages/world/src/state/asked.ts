/** What a caller asks of a query beside the path. */
export interface Asked<Query> {
  /** The parameters of the route's query, read by its shape. Undefined for a route without a query. */
  readonly query: Query;
  /** The permissions of the caller with which the route says more (`saysMoreWith`). */
  readonly held: readonly string[];
}
