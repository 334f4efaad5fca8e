import type { RouteShape } from '@palatine/contract';
import { unwrap } from './answer-form.ts';
import { UnansweredError } from './errors.ts';
import { newKey } from './new-key.ts';
import { readAnswer } from './read-answer.ts';
import type { ResponseCache } from './response-cache.ts';
import { isOutage, isUndone, type RetryOptions, withRetries } from './retry.ts';
import { type Connection, type Outgoing, send } from './send.ts';

export interface Question {
  route: RouteShape;
  target: string;
  /** JSON. */
  body: string | undefined;
  idempotencyKey?: string | false;
  signal?: AbortSignal;
  retry: RetryOptions | false;
}

/** Asks a route until it is answered or there is no point in asking again. */
export async function ask(
  connection: Connection,
  memory: ResponseCache | undefined,
  question: Question,
): Promise<object> {
  const { route, target, body, signal, retry } = question;
  const reads = route.method === 'GET';
  const key = reads || question.idempotencyKey === false ? undefined : (question.idempotencyKey ?? newKey());
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (key !== undefined) headers['idempotency-key'] = key;
  const outgoing = { method: route.method, target, headers, body };

  /** What may have been done must not be done again; with a key it is not. */
  const repeatable = reads || key !== undefined;
  let lost: unknown;
  const mayPass = (error: unknown) => {
    if (!isOutage(error)) return isUndone(error);
    lost = error;
    return repeatable;
  };
  try {
    const answer = await withRetries(retry === false ? { attempts: 1 } : retry, signal, mayPass, () =>
      reads && memory
        ? askWithMemory(connection, memory, outgoing, signal)
        : askAnew(connection, outgoing, signal),
    );
    return unwrap(route, answer);
  } catch (error) {
    // That the last attempt did nothing says nothing of one before it whose answer was lost.
    const told = lost !== undefined && isUndone(error) ? lost : error;
    if (told instanceof UnansweredError) told.idempotencyKey = key;
    throw told;
  }
}

async function askAnew(connection: Connection, outgoing: Outgoing, signal: AbortSignal | undefined) {
  return readAnswer(await send(connection, outgoing, signal));
}

/** Names the answer that is known already, and reads that again when the service says that it still holds. */
async function askWithMemory(
  connection: Connection,
  memory: ResponseCache,
  outgoing: Outgoing,
  signal: AbortSignal | undefined,
): Promise<object> {
  const { target, headers } = outgoing;
  const known = memory.get(target);
  const asked = known ? { ...outgoing, headers: { ...headers, 'if-none-match': known.etag } } : outgoing;
  const received = await send(connection, asked, signal);
  // Kept as text and read anew each time, so that callers may change what they are given.
  if (received.status === 304 && known) return JSON.parse(known.text) as object;
  const answer = readAnswer(received);
  const etag = received.headers.get('etag');
  if (etag !== null) memory.set(target, { etag, text: received.text });
  return answer;
}
