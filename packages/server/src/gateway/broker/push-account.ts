import type { NatsConnection } from '@nats-io/transport-node';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { ConfigError } from '../../data-folder/config-error.ts';

const UPDATE = '$SYS.REQ.CLAIMS.UPDATE';
const ANSWER_MS = 5000;

const Answer = Compile(
  Type.Object({
    data: Type.Optional(Type.Object({ code: Type.Integer() })),
    error: Type.Optional(Type.Object({ description: Type.Optional(Type.String()) })),
  }),
);

/**
 * Gives an account to a running broker, which counts at once and without a restart: who is revoked in it loses its
 * connection. `system`: a connection of the system account. Throws a ConfigError when the broker refuses it.
 */
export async function pushAccount(system: NatsConnection, jwt: string): Promise<void> {
  const reply = await system.request(UPDATE, jwt, { timeout: ANSWER_MS });
  const answer: unknown = reply.json();
  if (Answer.Check(answer) && answer.data?.code === 200) return;
  const why = Answer.Check(answer) ? answer.error?.description : undefined;
  throw new ConfigError(`the broker refuses an account: ${why ?? 'its answer cannot be read'}`);
}
