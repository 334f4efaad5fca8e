import type { MsgHdrs } from '@nats-io/transport-node';

/** The first header of every message that JetStream reads out of a stream. */
const STREAM_HEADER = 'Nats-Stream';

/**
 * Whether the broker has read this message out of a stream and sent it here. nats-server does not check reply subjects,
 * so a user can have a stored message sent to a subject on which that user may not publish: a message to a world, a
 * heartbeat or a batch with this header is forged, and must be refused.
 */
export function isSentByBroker(headers: MsgHdrs | undefined): boolean {
  return headers?.has(STREAM_HEADER) ?? false;
}

/** The same of a message that was just read by a direct get, which bears the header once anyway. */
export function wasSentByBroker(headers: MsgHdrs | undefined): boolean {
  return (headers?.values(STREAM_HEADER).length ?? 0) > 1;
}
