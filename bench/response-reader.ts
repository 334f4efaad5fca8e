const HEAD_END = Buffer.from('\r\n\r\n');
const OK = Buffer.from('HTTP/1.1 200 ');
const LENGTH = Buffer.from('content-length: ');
const MAX_HEAD_BYTES = 16 * 1024;
const ZERO = 0x30;
const CR = 0x0d;
const NOTHING = Buffer.alloc(0);

/**
 * Counts the complete responses in the bytes of a connection. Each must be a 200 of the right length.
 * Creates no object per response: it remembers the position of Content-Length from the previous one.
 */
export class ResponseReader {
  /** The exact length of the next body; undefined when it may vary. */
  bodyBytes: number | undefined;
  /** Body bytes that have not arrived yet. */
  #remaining = 0;
  /** The first part of a head that arrived in two parts. */
  #held = NOTHING;
  #lengthAt = 0;

  constructor(bodyBytes?: number) {
    this.bodyBytes = bodyBytes;
  }

  /** Reads the first `end` bytes. @returns how many responses ended in them. Throws on a wrong response. */
  take(chunk: Buffer, end: number): number {
    if (this.#held.length > 0) return this.#takeHeld(chunk, end);
    let responses = 0;
    let at = 0;
    while (at < end) {
      if (this.#remaining === 0) {
        const headEnd = chunk.indexOf(HEAD_END, at);
        if (headEnd === -1 || headEnd + HEAD_END.length > end) {
          this.#hold(chunk.subarray(at, end));
          return responses;
        }
        this.#remaining = this.#readHead(chunk, at, headEnd);
        at = headEnd + HEAD_END.length;
      }
      const part = Math.min(this.#remaining, end - at);
      this.#remaining -= part;
      at += part;
      if (this.#remaining === 0) responses++;
    }
    return responses;
  }

  #takeHeld(chunk: Buffer, end: number): number {
    const whole = Buffer.concat([this.#held, chunk.subarray(0, end)]);
    this.#held = NOTHING;
    return this.take(whole, whole.length);
  }

  #hold(bytes: Buffer): void {
    if (bytes.length > MAX_HEAD_BYTES) throw new Error('the head of a response does not end');
    this.#held = Buffer.from(bytes);
  }

  /** @returns the length of the body. */
  #readHead(chunk: Buffer, at: number, headEnd: number): number {
    if (!standsAt(chunk, at, OK)) {
      throw new Error(`not a 200: ${textOf(chunk, at, headEnd).split('\r\n', 1)[0]}`);
    }
    if (this.#lengthAt === 0 || !standsAt(chunk, at + this.#lengthAt, LENGTH)) {
      this.#lengthAt = findLength(textOf(chunk, at, headEnd));
    }
    let length = 0;
    for (let digit = at + this.#lengthAt + LENGTH.length; chunk[digit] !== CR; digit++) {
      length = length * 10 + (chunk[digit] as number) - ZERO;
    }
    if (!(length > 0)) throw new Error(`a response of ${length} bytes`);
    if (this.bodyBytes !== undefined && length !== this.bodyBytes) {
      throw new Error(`a response of ${length} bytes instead of ${this.bodyBytes}`);
    }
    return length;
  }
}

function standsAt(chunk: Buffer, at: number, bytes: Buffer): boolean {
  for (let offset = 0; offset < bytes.length; offset++) {
    if (chunk[at + offset] !== bytes[offset]) return false;
  }
  return true;
}

function textOf(chunk: Buffer, from: number, to: number): string {
  return chunk.toString('latin1', from, to);
}

function findLength(head: string): number {
  const at = head.indexOf(LENGTH.toString()); // lower case: Node writes header names as they were set, and Fastify sets them in lower case
  if (at === -1) throw new Error(`a response without content-length:\n${head}`);
  return at;
}
