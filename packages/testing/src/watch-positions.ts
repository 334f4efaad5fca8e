import assert from 'node:assert/strict';
import { getPositions, type PositionsMessage, pathOf } from '@palatine/contract';
import type { TestService } from './start-service.ts';

export interface PositionWatcher extends AsyncDisposable {
  /** The next message; undefined once the service has ended the stream. */
  next(): Promise<PositionsMessage | undefined>;
}

/** Watches the positions with a token. */
export async function watchPositions(
  service: TestService,
  { query = {}, token = service.token }: { query?: Record<string, string>; token?: string } = {},
): Promise<PositionWatcher> {
  const stop = new AbortController();
  const response = await service.fetch(`${pathOf(getPositions)}?${new URLSearchParams(query)}`, {
    signal: stop.signal,
    authorization: `Bearer ${token}`,
  });
  assert.equal(response.status, 200);
  const messages = messagesIn(response);
  return {
    next: async () => (await messages.next()).value ?? undefined,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await messages.next().catch(() => {}); // the abort rejects a read under way
    },
  };
}

async function* messagesIn(response: Response): AsyncGenerator<PositionsMessage, undefined> {
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (text + chunk).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data !== undefined) yield JSON.parse(data) as PositionsMessage;
    }
  }
  return undefined;
}
