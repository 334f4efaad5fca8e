import type { FastifyInstance, InjectOptions } from 'fastify';

/** A request that comes from inside the process, as one over a connection would. */
export interface LocalRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The address of the client; '' when unknown. */
  readonly ip: string;
}

/** The response, of which the body may still be growing. */
export interface LocalResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: AsyncIterable<Uint8Array>;
  /** Nobody reads it any more. */
  cancel(): void;
}

export type AnswerLocally = (request: LocalRequest) => Promise<LocalResponse>;

/** Answers requests from inside the process with every check of one that comes over a connection. */
export function answerLocally(app: FastifyInstance): AnswerLocally {
  return async ({ method, path, headers, body, ip }) => {
    const response = await app.inject({
      method: method as NonNullable<InjectOptions['method']>, // the router refuses any other
      url: path,
      headers: { host: 'fleet', ...headers },
      ...(body.byteLength === 0 ? {} : { payload: Buffer.from(body) }),
      ...(ip === '' ? {} : { remoteAddress: ip }),
      payloadAsStream: true,
    });
    const stream = response.stream();
    return {
      status: response.statusCode,
      headers: headersOf(response.headers),
      body: stream,
      cancel: () => void stream.destroy(),
    };
  };
}

function headersOf(headers: Readonly<Record<string, number | string | string[] | undefined>>) {
  const texts: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) texts[name] = Array.isArray(value) ? value : String(value);
  }
  return texts;
}
