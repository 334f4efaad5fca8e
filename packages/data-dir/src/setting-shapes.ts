import Type, { type TNumberOptions } from 'typebox';

// Settings of the operator's files: each has a default and a meaning, which is the rest of a sentence.

/** Changed in the file only: decides who may do what, who is let in, what the machine runs, or what is kept. */
export const IN_FILE = { readOnly: true } as const;
export const IN_FILE_AT_START = { readOnly: true, nextStart: true } as const;

export function text(meaning: string, fallback = '', more: Record<string, unknown> = {}) {
  return Type.String({ default: fallback, meaning, ...more });
}

/** `each`: constraints of each text. */
export function texts(
  meaning: string,
  fallback: string[] = [],
  more: Record<string, unknown> = {},
  each: Record<string, unknown> = {},
) {
  return Type.Array(Type.String(each), { default: fallback, meaning, ...more });
}

export function flag(meaning: string, fallback: boolean, more: Record<string, unknown> = {}) {
  return Type.Boolean({ default: fallback, meaning, ...more });
}

type Range = readonly [minimum: number, maximum?: number];

/** Both ends of the range are included. */
function ranged<Shape>(shape: (options: TNumberOptions) => Shape) {
  return (meaning: string, fallback: number, [minimum, maximum]: Range, more: Record<string, unknown> = {}) =>
    shape({ minimum, ...(maximum !== undefined && { maximum }), default: fallback, meaning, ...more });
}

export const number = ranged(Type.Number);
export const whole = ranged(Type.Integer);
