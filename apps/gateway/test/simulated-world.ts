import type { Msg, MsgHdrs, NatsConnection } from '@nats-io/transport-node';
import {
  answerHead,
  cancelCall,
  cancelReply,
  type RouteCall,
  routeCall,
  SUBJECTS,
  worldState,
} from '@palatine/fleet/messages';
import { aWorldState } from '@palatine/testing/fleet-messages';
import { natsAccount, natsClient } from '@palatine/testing/nats-server';
import { newWorldKey, startTestGateway } from '@palatine/testing/start-fleet';
import { until } from '@palatine/testing/until';

/** A message of an answer: its head, and bytes of its body. */
export interface AnswerPart {
  readonly headers?: MsgHdrs;
  readonly data?: string;
}

export interface WorldBehavior {
  /** Gets a call, and answers it or not; `respond` sends a part as it is. */
  onCall?(call: RouteCall, respond: (part: AnswerPart) => void): void;
  /** How a write ended, as the world says it; it does not answer without this. */
  onCancel?(attempt: string): { end: 'Never' | 'Unknown' } | { end: 'Applied'; status: number; body: string };
}

export const SIMULATED = 'simulated';

/** A world that behaves as a test wants, on a real broker: what a real one does only when it dies at the right moment. */
export async function simulatedWorld(
  connection: NatsConnection,
  world: string,
  { onCall, onCancel }: WorldBehavior,
): Promise<void> {
  const verbs: Record<string, (message: Msg) => void> = {
    welcome: (message) => void message.respond(),
    call: (message) =>
      onCall?.(routeCall.ofHeaders(message), ({ data, ...head }) => void message.respond(data, head)),
    cancel(message) {
      const { attempt, write } = cancelCall.unpack(message.string());
      if (write === undefined || onCancel === undefined) return;
      const outcome = onCancel(attempt);
      const answer = outcome.end === 'Applied' && { answer: { ...anAnswer, status: outcome.status } };
      const headers = cancelReply.asHeaders({ end: outcome.end, ...answer });
      message.respond(outcome.end === 'Applied' ? outcome.body : '', { headers });
    },
  };
  connection.subscribe(SUBJECTS.toWorld(world, SIMULATED, '*'), {
    callback: (_error, message) => verbs[message.subject.split('.').at(-1) ?? '']?.(message),
  });
  const state = worldState.pack(aWorldState({ instance: SIMULATED }));
  connection.publish(SUBJECTS.state(world), state);
  await connection.flush();
}

/** A gateway with such a world behind it. `call` calls a route of the world. */
export async function gatewayBefore(
  world: WorldBehavior,
  options: Parameters<typeof startTestGateway>[1] = {},
) {
  await using undo = new AsyncDisposableStack();
  const nats = await natsAccount();
  const gateway = undo.use(await startTestGateway(nats, options));
  const connection = await natsClient(nats);
  undo.defer(() => connection.close());
  const key = newWorldKey();
  await simulatedWorld(connection, key, world);
  await until('the world is there', () => gateway.worlds.get(key) !== undefined);
  const running = undo.move();
  return {
    call: (path: string, init?: RequestInit) => gateway.fetch(`/worlds/${key}/v1/pdapi/${path}`, init),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

const anAnswer = {
  status: 200,
  contentType: 'application/json; charset=utf-8',
  code: 'OK',
  more: false,
} as const;

/** A whole answer of a world. */
export function jsonAnswer(data: string, overrides: object = {}): AnswerPart {
  return { headers: answerHead.asHeaders({ ...anAnswer, ...overrides }), data };
}
