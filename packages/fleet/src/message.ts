import { headers, type Msg, type MsgHdrs } from '@nats-io/transport-node';
import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

/** A message that cannot be read: damaged, of another program, or of a version that this one does not know. */
export class MessageError extends Error {
  override readonly name = 'MessageError';
}

/** The version of every message. A message of another one is refused: guessing at its meaning could cost belongings. */
const MESSAGE_VERSION = 1;
const HEADER = 'Palatine';

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
      throw new MessageError(`of version ${String((value as { v?: unknown }).v)}`);
    }
    validator ??= Compile(checked) as unknown as Validator; // compiled where it is used
    if (validator.Check(value)) return value as Versioned<P>;
    const [first] = validator.Errors(value);
    throw new MessageError(`${first?.instancePath ?? ''} ${first?.message ?? 'is wrong'}`);
  }

  const pack = (value: Versioned<P>): string => JSON.stringify({ v: MESSAGE_VERSION, ...value });
  const unpack = (text: string): Versioned<P> => check(parseJson(text));

  return {
    schema,
    /** As a JSON text. */
    pack,
    /** Throws a MessageError for what is not this message. */
    unpack,
    /** As a header, so that the bytes of a body go beside it as they are. */
    asHeaders(value: Versioned<P>): MsgHdrs {
      const made = headers();
      made.set(HEADER, pack(value));
      return made;
    },
    /** Throws a MessageError for what is not this message. */
    ofHeaders: ({ headers }: Pick<Msg, 'headers'>): Versioned<P> => unpack(headers?.get(HEADER) ?? ''),
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
