import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';

/** 55 kB of moves become 22 kB in a millisecond, in Node's thread pool. */
const OPTIONS = { level: 3, finishFlush: constants.Z_FULL_FLUSH };
/** A message that is shorter is compressed at once. */
const SHORT_BYTES = 512;

const deflateLater = promisify(deflateRaw);

/**
 * A message of a stream, with its compressed form. That form ends with a full flush and refers to nothing before it, so
 * that it is part of a gzip stream wherever it stands: it is made once for all watchers, and no watcher needs a
 * compressor of their own.
 */
export class StreamMessage {
  readonly bytes: Buffer;
  #deflated: Promise<Buffer> | Buffer | undefined;

  constructor(text: string) {
    this.bytes = Buffer.from(text);
  }

  /** Makes the compressed form. */
  async compress(): Promise<void> {
    if (this.bytes.length < SHORT_BYTES) return;
    this.#deflated ??= deflateLater(this.bytes, OPTIONS);
    this.#deflated = await this.#deflated;
  }

  get deflated(): Buffer {
    return Buffer.isBuffer(this.#deflated) ? this.#deflated : deflateRawSync(this.bytes, OPTIONS);
  }
}

/** No name, no time, unknown system: RFC 1952. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty block of deflate, the last one. */
const LAST_BLOCK = Buffer.from([3, 0]);

/** The gzip stream of one watcher: a head, compressed messages, and an end with the checksum of all. */
export class StreamGzip {
  #checksum = 0;
  #length = 0;
  #begun = false;

  frame(message: StreamMessage): Buffer {
    this.#checksum = crc32(message.bytes, this.#checksum);
    this.#length += message.bytes.length;
    const parts = this.#begun ? [message.deflated] : [HEADER, message.deflated];
    this.#begun = true;
    return Buffer.concat(parts);
  }

  end(): Buffer {
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(this.#checksum >>> 0, 0);
    trailer.writeUInt32LE(this.#length % 2 ** 32, 4);
    return Buffer.concat([...(this.#begun ? [] : [HEADER]), LAST_BLOCK, trailer]);
  }
}
