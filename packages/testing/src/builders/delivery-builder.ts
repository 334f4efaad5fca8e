import { ALL_ROUTES, pathOf } from '@palatine/contract';
import type { AttachedRules, CommandCall, Write } from '@palatine/engine/calls';
import { acceptDelivery } from '@palatine/engine/deliveries';
import type { CommandName } from '@palatine/world/commands';
import type { GameContext } from '@palatine/world/game-context';

// For tests: writes that reach the game beside a running game server.

type WriteInput = { params?: Record<string, string>; body?: unknown; target?: string };

export function aWrite(
  name: CommandName,
  { params = {}, body, target = '' }: WriteInput,
): Write & { kind: 'command' } {
  const { method } = ALL_ROUTES[name];
  const input: CommandCall = {
    name,
    params,
    body,
    issuer: { id: 'name:Shop', name: 'Shop', ip: '192.0.2.1', permissions: ['*'] },
    audit: {
      Token: 'Shop',
      IP: '192.0.2.1',
      Route: `${method} ${pathOf(ALL_ROUTES[name])}`,
      Target: target,
      Reason: '',
      request: 'request-1',
      requestId: '',
      idempotencyKey: '',
    },
    idempotency: undefined,
  };
  return { kind: 'command', input };
}

/** Accepts a write as a delivery. @returns the id of the delivery and the reply. */
export function accepted(
  game: GameContext,
  name: CommandName,
  input: WriteInput,
  rules: AttachedRules = { deliveries: 'Queue', alertAs: 'Refuse' },
): { id: string; reply: unknown } {
  const { reply, delivery } = game.world.transaction(() => acceptDelivery(game, aWrite(name, input), rules));
  return { id: delivery ?? '', reply };
}
