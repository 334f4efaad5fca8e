import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

/** A message that cannot be read: damaged, of another program, or of a version that this one does not know. */
export class MessageError extends Error {
  override readonly name = 'MessageError';
}

/** A message of an unknown version: of a newer world or gateway. */
export class UnknownVersionError extends MessageError {}

/** The version of every message. A message of another one is refused: guessing at its meaning could cost belongings. */
const MESSAGE_VERSION = 1;
/** The length of the head, in bytes, before it. */
const LENGTH_BYTES = 4;
const EMPTY = new Uint8Array(0);

type Versioned<P extends TProperties> = Static<TObject<P>>;

/** A kind of message as a value: packs it, unpacks it and checks it. Fields it does not know are kept, but in a closed one. */
export function message<P extends TProperties>(properties: P, closed?: 'closed') {
  const schema = Type.Object(properties);
  const checked = closed
    ? Type.Object({ v: Type.Integer(), ...properties }, { additionalProperties: false })
    : schema;
  let validator: Validator | undefined;

  function check(value: unknown): Versioned<P> {
    if (typeof value !== 'object' || value === null) throw new MessageError('no object');
    if ((value as { v?: unknown }).v !== MESSAGE_VERSION) {
      throw new UnknownVersionError(`of version ${String((value as { v?: unknown }).v)}`);
    }
    validator ??= Compile(checked) as unknown as Validator; // compiled where it is used
    if (validator.Check(value)) return value as Versioned<P>;
    const [first] = validator.Errors(value);
    throw new MessageError(`${first?.instancePath ?? ''} ${first?.message ?? 'is wrong'}`);
  }

  return {
    schema,
    /** As a JSON text. */
    pack: (value: Versioned<P>): string => JSON.stringify({ v: MESSAGE_VERSION, ...value }),
    /** Throws a MessageError for what is not this message. */
    unpack: (text: string): Versioned<P> => check(parseJson(text)),
    /** With a body of bytes: the length of the head (4 bytes, big-endian), the head as JSON, the body as it is. */
    packWith(value: Versioned<P>, body: Uint8Array = EMPTY): Uint8Array {
      const head = Buffer.from(JSON.stringify({ v: MESSAGE_VERSION, ...value }));
      const frame = Buffer.allocUnsafe(LENGTH_BYTES + head.byteLength + body.byteLength);
      frame.writeUInt32BE(head.byteLength, 0);
      head.copy(frame, LENGTH_BYTES);
      frame.set(body, LENGTH_BYTES + head.byteLength);
      return frame;
    },
    /** The body shares the memory of the frame. Throws a MessageError for what is not this message. */
    unpackWith(frame: Uint8Array): { head: Versioned<P>; body: Uint8Array } {
      const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
      if (bytes.byteLength < LENGTH_BYTES) throw new MessageError('shorter than the length of a head');
      const end = LENGTH_BYTES + bytes.readUInt32BE(0);
      if (end > bytes.byteLength) throw new MessageError('the head is longer than the message');
      const head = check(parseJson(bytes.toString('utf8', LENGTH_BYTES, end)));
      return { head, body: bytes.subarray(end) };
    },
  };
}

/** The value of a kind of message. */
export type MessageOf<M extends { schema: TObject }> = Static<M['schema']>;

/** Throws a MessageError for what is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new MessageError('not JSON', { cause });
  }
}
