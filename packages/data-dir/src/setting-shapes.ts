import { Type } from '@palatine/contract/schema-builders';
import type { TNumberOptions } from 'typebox';

// Settings of the operator's files, each with its default. What it means is in the texts of the contract.

/** Changed in the file only: decides who may do what, who is let in, what the machine runs, or what is kept. */
export const IN_FILE = { readOnly: true } as const;
export const IN_FILE_AT_START = { readOnly: true, nextStart: true } as const;

export function text(fallback = '', more: Record<string, unknown> = {}) {
  return Type.String({ default: fallback, ...more });
}

/** `element`: constraints of each text. */
export function texts(
  fallback: string[] = [],
  more: Record<string, unknown> = {},
  element: Record<string, unknown> = {},
) {
  return Type.Array(Type.String(element), { default: fallback, ...more });
}

export function flag(fallback: boolean, more: Record<string, unknown> = {}) {
  return Type.Boolean({ default: fallback, ...more });
}

type Range = readonly [minimum: number, maximum?: number];

/** Both ends of the range are included. */
function ranged<Shape>(shape: (options: TNumberOptions) => Shape) {
  return (fallback: number, [minimum, maximum]: Range, more: Record<string, unknown> = {}) =>
    shape({ minimum, ...(maximum !== undefined && { maximum }), default: fallback, ...more });
}

export const number = ranged(Type.Number);
export const whole = ranged(Type.Integer);

/** Limits of what a request may set: a token must not delete everything that could undo its actions. */
export const KEPT_DAYS = { requestMinimum: 7, zeroIsForEver: true } as const;
export const KEPT_BACKUPS = { requestMinimum: 3 } as const;
