const headersByReply = new WeakMap<object, Headers>();

/** Remembers the headers of the response that a reply came in. */
export function keepHeaders<Reply extends object>(reply: Reply, headers: Headers | undefined): Reply {
  if (headers !== undefined) headersByReply.set(reply, headers);
  return reply;
}

/** The response headers of a reply (`Palatine-Delivery`); undefined for any other object. */
export function headersOf(reply: object): Headers | undefined {
  return headersByReply.get(reply);
}
