import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { getEvents, pathOf } from '@palatine/contract';
import type { TestService } from './start-service.ts';
import { until } from './until.ts';

export class Watcher {
  readonly request: ClientRequest;
  readonly ids: number[] = [];
  /** Undefined until the head of the answer has arrived. */
  status: number | undefined;
  #response: IncomingMessage | undefined;
  /** Set once the connection is closed, by either side. */
  closed = false;
  #rest = '';

  constructor({ url, token }: TestService, lastEventId?: number) {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
    };
    this.request = request(`${url}${pathOf(getEvents)}`, { headers, agent: false });
    this.request.on('error', () => {}); // a reset is also a close
    this.request.on('close', () => {
      this.closed = true;
    });
    this.request.on('response', (response) => {
      this.status = response.statusCode;
      response.on('error', () => {});
      this.#response = response.pause();
    });
    this.request.end();
  }

  async answered(): Promise<this> {
    await until('the watcher is answered', () => this.status !== undefined || this.closed);
    return this;
  }

  async read(count: number): Promise<readonly number[]> {
    await this.answered();
    const response = this.#response;
    const take = (chunk: Buffer) => this.#take(chunk.toString('latin1')); // only ids are looked at
    response?.on('data', take).resume();
    await until(`${count} events are read`, () => this.ids.length >= count || this.closed);
    response?.pause().off('data', take);
    return this.ids;
  }

  /** Resets the connection, as a client that crashes. */
  reset(): void {
    this.request.socket?.resetAndDestroy();
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    let id = '';
    for (const line of lines) {
      if (line.startsWith('id: ')) id = line.slice(4);
      if (line.startsWith('data: ')) this.ids.push(Number(id));
    }
    if (id !== '') this.#rest = `id: ${id}\n${this.#rest}`;
  }
}
