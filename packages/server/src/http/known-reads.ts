import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { mayCall, type RouteShape } from '@palatine/contract';
import type { Token } from '../data-folder/tokens.ts';
import type { CachedResponse } from '../game/protocol.ts';
import { countAs, type RouteTraffic } from '../telemetry/traffic.ts';
import { bearer } from './authorize.ts';
import { carriesBody } from './read-body.ts';
import type { RequestPolicy } from './request-policy.ts';
import { type ResponseForm, responseForm } from './respond.ts';

/** A read that the router has found before. */
export interface KnownRead {
  route: RouteShape;
  /** The response for a token while it is in memory. */
  cached(token: Token): CachedResponse | undefined;
}

/** URLs that are remembered at most; when there are more, it begins anew. */
const MOST_URLS = 2000;
const MOST_URL_CHARS = 512;

/** The longest body that is sent as a text. */
const MOST_TEXT_BYTES = 15 * 1024;

/** Headers that change what is sent or how, of which the app knows all about. */
const FOR_THE_APP = ['origin', 'x-request-id', 'expect', 'upgrade'] as const;

export interface KnownReadsOptions {
  policy: Pick<RequestPolicy, 'tokens' | 'limit' | 'use'>;
  /** Headers that every response has. */
  headers(): readonly string[];
  /** Longest body that is sent at once. */
  mostBytes: number;
}

/**
 * Answers reads whose response is in memory, before the app sees them: its router, hooks and reply would cost more
 * than all checks. A URL is known once the app has answered it. Whatever is not as simple goes on to the app, which
 * checks the request from the beginning; tests/http/known-reads.test.ts holds that both answer alike.
 */
export class KnownReads {
  readonly #options: KnownReadsOptions;
  readonly #reads = new Map<string, KnownRead & { counts: RouteTraffic }>();
  #due: { response: ServerResponse; form: ResponseForm }[] = [];
  #closed = false;

  constructor(options: KnownReadsOptions) {
    this.#options = options;
  }

  /** From now on every request goes to the app, as when the service stops: the app says that the connection ends. */
  close(): void {
    this.#closed = true;
  }

  /** `counts`: of the route, when the response was counted. */
  remember(url: string | undefined, read: KnownRead, counts: RouteTraffic | undefined): void {
    if (this.#closed || url === undefined || counts === undefined) return;
    if (url.length > MOST_URL_CHARS || this.#reads.has(url)) return;
    if (this.#reads.size >= MOST_URLS) this.#reads.clear();
    this.#reads.set(url, { ...read, counts });
  }

  /** The listener that answers what it can, and hands the rest to the app. */
  before(app: RequestListener): RequestListener {
    return (request, response) => {
      if (!this.#answers(request, response)) app(request, response);
    };
  }

  /** False for what the app has to answer; nothing is counted then. */
  #answers(request: IncomingMessage, response: ServerResponse): boolean {
    const { headers, url = '' } = request;
    const read = this.#closed || request.method !== 'GET' ? undefined : this.#reads.get(url);
    if (read === undefined || headers.host === undefined || carriesBody(request)) return false;
    if (FOR_THE_APP.some((name) => headers[name] !== undefined)) return false;
    const { policy, mostBytes } = this.#options;
    const secret = bearer(headers.authorization);
    const token = secret === undefined ? undefined : policy.tokens.find(secret);
    if (token === undefined || !mayCall(token.permissions, read.route)) return false;
    const cached = read.cached(token);
    const form = cached && responseForm(headers, cached);
    if (form === undefined || (form.body?.byteLength ?? 0) > mostBytes) return false;
    if (!policy.limit.allows(token)) return false;
    policy.use.count(token);
    countAs(response, read.counts);
    if (this.#due.length === 0) setImmediate(() => this.#sendDue());
    this.#due.push({ response, form });
    return true;
  }

  /**
   * Sends the responses of a turn of the event loop one right after the other. With other work between them a caller
   * that reads them falls asleep each time, and to wake it costs more than the rest of the request (decision 0047).
   */
  #sendDue(): void {
    const due = this.#due;
    this.#due = [];
    for (const { response, form } of due) this.#send(response, form);
  }

  #send(response: ServerResponse, { status, headers, body }: ResponseForm): void {
    headers.push(...this.#options.headers());
    response.writeHead(status, headers);
    if (body === undefined || body.byteLength > MOST_TEXT_BYTES) response.end(body);
    else response.end(textOf(body), 'latin1');
  }
}

/**
 * The text whose Latin-1 encoding is these bytes. Node sends a text and the head before it in one write, which is a tenth
 * faster than two. It goes with the memory of the body.
 */
const texts = new WeakMap<ArrayBufferLike, string>();

function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  const known = texts.get(buffer);
  if (known !== undefined) return known;
  const text = Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
  texts.set(buffer, text); // a body of the cache fills its memory
  return text;
}
