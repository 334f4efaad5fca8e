import type { Variants } from '../variants.ts';

export interface Answer {
  status: number;
  type: string;
  body: Buffer;
  outcome: string;
}

const TEXT = 'text/plain;charset=utf-8';
const JSON_TYPE = 'application/json';
const BYTE_ORDER_MARK = '\ufeff';

/** JSON as the game prints it. `asText` where 1.0.5 calls it text. */
export function jsonAnswer(variants: Variants, value: unknown, asText = false): Answer {
  const { contentType, indent, byteOrderMark, extraKeys } = variants;
  const isText = contentType === 'game' ? asText : contentType === 'text';
  const payload = extraKeys ? withExtraKeys(value) : value;
  const text = JSON.stringify(payload, null, indent === 'tabs' ? '\t' : undefined);
  const body = Buffer.from(byteOrderMark ? BYTE_ORDER_MARK + text : text);
  return { status: 200, type: isText ? TEXT : JSON_TYPE, body, outcome: 'OK' };
}

export function textAnswer(status: number, text: string, outcome = text): Answer {
  return { status, type: TEXT, body: Buffer.from(text), outcome };
}

/** The errors of the engine's own HTTP server, such as `route_handler_not_found`. */
export function engineError(status: number, code: string): Answer {
  const value = { errorCode: `errors.com.epicgames.httpserver.${code}`, errorMessage: '' };
  return { status, type: JSON_TYPE, body: Buffer.from(JSON.stringify(value)), outcome: code };
}

export function badRequest(): Answer {
  return textAnswer(400, 'Bad Request');
}

function withExtraKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withExtraKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withExtraKeys(inner)]);
  return Object.fromEntries([...entries, ['unknownKeyOfANewerBuild', { nested: [1, null, 'x'] }]]);
}
