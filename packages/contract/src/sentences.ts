import { SENTENCES } from './texts/sentences.ts';
import * as Type from './type.ts';

export { SENTENCES };

/** The code of a sentence of the service, such as `attention.disk`. */
export type SentenceCode = keyof typeof SENTENCES;
export type SentenceValue = string | number | readonly Sentence[];

/** A sentence of the service: English in `Message`, and the code and values by which a page words it in its language. */
export interface Sentence {
  /** Absent for a message that has no translation, such as one of the operating system. */
  readonly Code?: string;
  readonly Values?: Readonly<Record<string, SentenceValue>>;
  readonly Message: string;
}

const Code = Type.optionalText(
  'Names the sentence for programs and translations; left out for a mere message',
);
const Value = [Type.String(), Type.Number()] as const;
const Part = Type.closedObject({
  Code,
  Values: Type.Optional(Type.Record(Type.String(), Type.Union([...Value]))),
  Message: Type.String(),
});
/** Exported so that the API document names it once. */
export const SentenceValues = Type.Union([...Value, Type.Array(Part)]);

/** The fields of an object that is a sentence. `description`: of the English text. */
export const sentenceFields = (description: string) => ({
  Code,
  Values: Type.Optional(
    Type.Unsafe<NonNullable<Sentence['Values']>>(Type.Record(Type.String(), SentenceValues)),
  ),
  Message: Type.text(description),
});

export const sentenceShape = (description: string) =>
  Type.Unsafe<Sentence>(Type.closedObject(sentenceFields('In English'), description));

type SlotNames<Text> = Text extends `${string}{${infer Slot}}${infer Rest}`
  ? (Slot extends `${infer Name}:${string}` ? Name : Slot) | SlotNames<Rest>
  : never;
type ValuesOf<C extends SentenceCode> = [SlotNames<(typeof SENTENCES)[C]>] extends [never]
  ? []
  : [values: Readonly<Record<SlotNames<(typeof SENTENCES)[C]>, SentenceValue>>];

/** A sentence with its values, worded in English. */
export function sentence<C extends SentenceCode>(code: C, ...[values]: ValuesOf<C>): Sentence {
  const Message = filled(SENTENCES[code], values ?? {}, '; ', (part) => part.Message);
  return { Code: code, ...(values !== undefined && { Values: values }), Message };
}

export const isSentenceCode = (text: string): text is 'left.loggedOut' => Object.hasOwn(SENTENCES, text);

/** A mere message as a sentence; a sentence as it is. */
export const textSentence = (said: Sentence | string): Sentence =>
  typeof said === 'string' ? { Message: said } : said;

/** Several sentences as one; the only one as it is. */
export function sentences(parts: readonly Sentence[]): Sentence {
  const [first, ...more] = parts;
  return first !== undefined && more.length === 0 ? first : sentence('list', { parts });
}

/** A failure that a page words. */
export class SentenceError extends Error {
  readonly sentence: Sentence;

  constructor(said: Sentence, options?: ErrorOptions) {
    super(said.Message, options);
    this.sentence = said;
  }
}

/** The sentence of an error. */
export function sentenceOf(error: unknown): Sentence {
  return error instanceof SentenceError ? error.sentence : { Message: (error as Error).message };
}

const SLOTS = /\{(\w+)(?::([^|{}]*)\|([^{}]*))?\}/g;

/**
 * A template with its values: `{name}`, or `{name:one|many}` for a word that depends on a number. `between` separates the
 * sentences of a list, each worded by `wording`.
 */
export function filled(
  template: string,
  values: NonNullable<Sentence['Values']>,
  between: string,
  wording: (part: Sentence) => string,
): string {
  return template.replace(SLOTS, (_, name: string, one: string, many?: string) => {
    const value = values[name] ?? '';
    if (many !== undefined) return value === 1 ? one : many;
    if (typeof value === 'object') return value.map(wording).join(between);
    return String(value);
  });
}
