import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { MessageError, packFrame, parseJson, unpackFrame } from './frame.ts';

/** The version of every message. A message of another one is refused: guessing at its meaning could cost belongings. */
const MESSAGE_VERSION = 1;

/** A message of an unknown version: of a newer world or gateway. */
export class UnknownVersionError extends MessageError {}

type Versioned<P extends TProperties> = Static<TObject<P>>;

/** A kind of message as a value: packs it, unpacks it and checks it. Fields it does not know are kept. */
export function message<P extends TProperties>(properties: P) {
  const schema = Type.Object(properties);
  let validator: Validator | undefined;

  function check(value: unknown): Versioned<P> {
    if (typeof value !== 'object' || value === null) throw new MessageError('no object');
    if ((value as { v?: unknown }).v !== MESSAGE_VERSION) {
      throw new UnknownVersionError(`of version ${String((value as { v?: unknown }).v)}`);
    }
    validator ??= Compile(schema) as unknown as Validator; // compiled where it is used
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
    /** With a body of bytes. */
    packWith: (value: Versioned<P>, body?: Uint8Array): Uint8Array =>
      packFrame({ v: MESSAGE_VERSION, ...value }, body),
    /** Throws a MessageError for what is not this message. */
    unpackWith(frame: Uint8Array): { head: Versioned<P>; body: Uint8Array } {
      const { head, body } = unpackFrame(frame);
      return { head: check(head), body };
    },
  };
}

/** The value of a kind of message. */
export type MessageOf<M extends { schema: TObject }> = Static<M['schema']>;
