import { createHash } from 'node:crypto';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BackupError } from './attempts.ts';

/** A transfer failed; another one may succeed. Its message holds no URL. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
}

/** What an object is. */
export interface Content {
  readonly bytes: number;
  /** In hex. */
  readonly sha256: string;
}

export interface TransferOptions {
  readonly signal: AbortSignal;
  /** Called with the length of every piece that is under way. */
  readonly onBytes?: (bytes: number) => void;
}

/** A connection on which nothing moves for so long is given up. */
const IDLE_MS = 60_000;
const ERROR_BYTES = 16 * 1024;

/**
 * PUTs a file to a presigned URL that is good for exactly this content. Rejects with a BackupError for bytes that are
 * not this content: the file has changed.
 */
export async function putObject(
  url: string,
  body: Readable,
  content: Content,
  { signal, onBytes = () => {} }: TransferOptions,
): Promise<void> {
  const headers = { 'content-length': content.bytes, 'x-amz-content-sha256': content.sha256 };
  const request = open(url, 'PUT', headers, signal);
  const answered = answerOf(request);
  let changed: BackupError | undefined;
  const sending = pipeline(body, exactly(content, onBytes), request).catch((error: unknown) => {
    if (error instanceof BackupError) changed = error;
  });
  try {
    const response = await answered;
    if (response.statusCode !== 200) throw await refusal(response);
    response.resume();
    await sending;
  } catch (error) {
    request.destroy(); // a storage that has refused may not read on
    await sending;
    throw changed ?? error;
  } finally {
    body.destroy();
  }
}

/** Lets through what is this content, and fails before the last piece of anything else. */
function exactly({ bytes, sha256 }: Content, onBytes: (bytes: number) => void): Transform {
  const hash = createHash('sha256');
  let sent = 0;
  const wrong = () => new BackupError('a file of the backup has changed since it was made');
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sent += chunk.byteLength;
      hash.update(chunk);
      onBytes(chunk.byteLength);
      if (sent > bytes) done(wrong());
      else done(sent === bytes && hash.copy().digest('hex') !== sha256 ? wrong() : null, chunk);
    },
    flush: (done) => done(sent === bytes ? null : wrong()),
  });
}

/** GETs an object from a presigned URL, from this byte on. `from`: where the stream really begins, which may be 0. */
export async function getObject(
  url: string,
  from: number,
  { signal }: TransferOptions,
): Promise<{ stream: IncomingMessage; from: number }> {
  const request = open(url, 'GET', from === 0 ? {} : { range: `bytes=${from}-` }, signal);
  const answered = answerOf(request);
  request.end();
  const stream = await answered;
  if (stream.statusCode === 200) return { stream, from: 0 };
  const range = stream.headers['content-range'] ?? '';
  if (stream.statusCode === 206 && range.startsWith(`bytes ${from}-`)) return { stream, from };
  throw await refusal(stream);
}

function open(
  url: string,
  method: 'GET' | 'PUT',
  headers: Record<string, string | number>,
  signal: AbortSignal,
): ClientRequest {
  // The error of a malformed URL would hold it.
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new BackupError('the gateway sent no URL');
  // Loaded when the first backup is transferred, and not at every start.
  const { request: send } = process.getBuiltinModule(url.startsWith('https:') ? 'node:https' : 'node:http');
  const request = send(url, { method, headers, signal, timeout: IDLE_MS });
  request.on('timeout', () => request.destroy(new TransferError('the storage stands still')));
  return request;
}

function answerOf(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('response', resolve);
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (error instanceof BackupError || error instanceof TransferError) reject(error);
      else reject(new TransferError(`the storage cannot be reached: ${error.code ?? error.name}`));
    });
  });
}

/** What a storage says of a request: its status and its code, and nothing else of its answer. */
async function refusal(response: IncomingMessage): Promise<TransferError> {
  let text = '';
  try {
    for await (const chunk of response) {
      text += String(chunk);
      if (text.length > ERROR_BYTES) break;
    }
  } catch {
    // The status says enough.
  }
  const code = /<Code>([A-Za-z0-9.]{1,64})<\/Code>/.exec(text)?.[1] ?? 'no code';
  return new TransferError(`the storage refused: ${response.statusCode} ${code}`);
}
