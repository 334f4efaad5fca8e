const headersByReply = new WeakMap<object, Headers>();

/** Remembers the headers of the response that a reply came in. */
export function keepHeaders<Reply extends object>(reply: Reply, headers: Headers | undefined): Reply {
  if (headers !== undefined) headersByReply.set(reply, headers);
  return reply;
}

/**
 * The headers of the response that a reply came in, such as `Palatine-Delivery` of a write that waits for the next stop
 * of a game server; undefined for an object that is no reply of this client.
 */
export function headersOf(reply: object): Headers | undefined {
  return headersByReply.get(reply);
}
