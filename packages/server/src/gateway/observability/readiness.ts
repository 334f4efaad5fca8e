import type { Readiness } from '../../http/observability/health.ts';
import type { BrokerState } from '../broker-state.ts';
import type { ReadingState } from '../projection/stream-reader.ts';

/** A stream stands still for 8 s when its leader changes, which makes no gateway unfit. */
const UNREAD_MS = 30_000;

/** Whether a gateway can answer for its fleet: it reaches the broker, and reads what worlds say. `nowMs`: ms since 1970. */
export function gatewayReadiness(
  broker: Pick<BrokerState, 'connected'>,
  streams: readonly Pick<ReadingState, 'stream' | 'caughtUp' | 'readAt' | 'error'>[],
  nowMs: number,
): Readiness {
  const missing = streams.flatMap(({ stream, caughtUp, readAt, error = 'nothing comes' }) => {
    if (!caughtUp) return [`the stream ${stream} is still being read for the first time`];
    return readAt !== undefined && nowMs - readAt < UNREAD_MS
      ? []
      : [`the stream ${stream} is not being read: ${error}`];
  });
  const Missing = broker.connected ? missing : ['the broker cannot be reached', ...missing];
  return { Ready: Missing.length === 0, Missing };
}
