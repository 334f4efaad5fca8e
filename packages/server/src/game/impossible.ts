import { Refusal, type RouteShape } from '@palatine/contract';
import type { AttachedRules, Write } from './calls.ts';

/** The refusal of a write that a game server without a mod cannot do. */
export function impossible({ title, tag, path }: RouteShape): Refusal {
  if (path === '/Alert') {
    return new Refusal(
      'REQUEST_FAILED',
      `${title}: the running game server has no interface for this, and nothing was sent; a Broadcast reaches everyone, and stands in for alerts where Server.json says "AlertAs": "Broadcast"`,
    );
  }
  const why =
    tag === 'Messages'
      ? 'the running game server has no interface for this, only for a Broadcast to everyone; nothing was sent'
      : 'the running game server has no interface for this, and it cannot be written into its save; nothing was changed';
  return new Refusal('REQUEST_FAILED', `${title}: ${why}`);
}

/** Whether a broadcast stands in for an alert. */
export function isStoodInFor({ input }: Write & { kind: 'command' }, { alertAs }: AttachedRules): boolean {
  return input.name === 'alert' && alertAs === 'Broadcast';
}
