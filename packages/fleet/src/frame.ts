/** A message that cannot be read: damaged, of another program, or of a version that this one does not know. */
export class MessageError extends Error {
  override readonly name = 'MessageError';
}

/** The length of the head, in bytes, before it. */
const LENGTH_BYTES = 4;
const EMPTY = new Uint8Array(0);

/** Packs one message: length of the head (4 bytes, big-endian), the head as JSON, the body as it is. */
export function packFrame(head: object, body: Uint8Array = EMPTY): Uint8Array {
  const text = Buffer.from(JSON.stringify(head));
  const frame = Buffer.allocUnsafe(LENGTH_BYTES + text.byteLength + body.byteLength);
  frame.writeUInt32BE(text.byteLength, 0);
  text.copy(frame, LENGTH_BYTES);
  frame.set(body, LENGTH_BYTES + text.byteLength);
  return frame;
}

/** The head, unchecked, and the body, which shares the memory of the frame. Throws a MessageError. */
export function unpackFrame(frame: Uint8Array): { head: unknown; body: Uint8Array } {
  const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
  if (bytes.byteLength < LENGTH_BYTES) throw new MessageError('shorter than the length of a head');
  const end = LENGTH_BYTES + bytes.readUInt32BE(0);
  if (end > bytes.byteLength) throw new MessageError('the head is longer than the message');
  return { head: parseJson(bytes.toString('utf8', LENGTH_BYTES, end)), body: bytes.subarray(end) };
}

/** Throws a MessageError for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new MessageError('not JSON', { cause });
  }
}
