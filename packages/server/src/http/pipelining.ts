import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Requests that may wait on a connection for the answers to those before them. */
const MAX_WAITING = 64;

interface Pipeline {
  /** The response that is produced, or the last that was. */
  current: ServerResponse;
  waiting: { request: IncomingMessage; response: ServerResponse }[];
  /** Whether too many waited: those beyond are not begun, and the connection closes after the last that is. */
  cut: boolean;
}

export interface PipelineOptions {
  /** Begins a request. */
  listener: RequestListener;
  onCut(): void;
  /** How long the caller may take to read its answers once its pipeline is cut, in ms. */
  cutMs: number;
}

/**
 * Begins the requests of a connection one after another, each when the answer before it has been handed to the
 * operating system. So a caller that sends requests and reads no answers holds one answer in memory, not all.
 */
export class Pipelines {
  readonly #options: PipelineOptions;
  readonly #pipelines = new WeakMap<Duplex, Pipeline>();

  constructor(options: PipelineOptions) {
    this.#options = options;
  }

  /** Takes a request whose head has arrived. */
  receive(request: IncomingMessage, response: ServerResponse): void {
    const pipeline = this.#pipelines.get(request.socket);
    if (pipeline === undefined) {
      this.#pipelines.set(request.socket, { current: response, waiting: [], cut: false });
      this.#options.listener(request, response);
      return;
    }
    const { waiting } = pipeline;
    if (pipeline.cut) return;
    if (waiting.length === 0 && pipeline.current.writableFinished) {
      pipeline.current = response;
      this.#options.listener(request, response);
      return;
    }
    if (waiting.length >= MAX_WAITING) return this.#cut(request.socket, pipeline);
    if (waiting.length === 0) pipeline.current.once('close', () => this.#next(pipeline));
    waiting.push({ request, response });
  }

  /** Whether a connection is about to close because too many requests waited on it. */
  isCut(socket: Duplex): boolean {
    return this.#pipelines.get(socket)?.cut ?? false;
  }

  /** The response to the last request on a connection, also while it waits. */
  last(socket: Duplex): ServerResponse | undefined {
    const pipeline = this.#pipelines.get(socket);
    return pipeline?.waiting.at(-1)?.response ?? pipeline?.current;
  }

  #next(pipeline: Pipeline): void {
    const { waiting } = pipeline;
    const next = waiting.shift();
    if (next === undefined) return;
    if (next.request.socket.destroyed) {
      waiting.length = 0;
      return;
    }
    pipeline.current = next.response;
    if (waiting.length > 0) next.response.once('close', () => this.#next(pipeline));
    this.#options.listener(next.request, next.response);
  }

  #cut(socket: IncomingMessage['socket'], pipeline: Pipeline): void {
    pipeline.cut = true;
    this.#options.onCut();
    const last = pipeline.waiting.at(-1); // MAX_WAITING of them wait
    if (last !== undefined) last.response.shouldKeepAlive = false;
    // Once this chunk is parsed, drop what arrives: a caller that still sends would not read its answers.
    process.nextTick(() => socket.removeAllListeners('data').on('data', () => {}));
    const limit = setTimeout(() => socket.destroy(), this.#options.cutMs);
    socket.once('close', () => clearTimeout(limit));
  }
}
