import { DELIVERY_HEADER, type RouteShape } from '@palatine/contract';

const NOTES = {
  Live: 'Beside a running game server: done by that server, at once.',
  Delivered: `Beside a running game server: waits for its next stop (\`${DELIVERY_HEADER}\`), and is in no read before.`,
  Impossible:
    'Beside a running game server: refused with `REQUEST_FAILED`; a server without a mod cannot do it.',
} as const;

/** What a route does beside a running game server; undefined for one that does what it always does. */
export function attachedNote({ attached, attachedOnly }: RouteShape): string | undefined {
  if (attachedOnly === true) return 'Serves beside a running game server only.';
  return attached && NOTES[attached];
}
