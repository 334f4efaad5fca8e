/**
 * Finds, as the group `hidden`, every character that is not drawn or that changes how others are drawn: controls
 * (ESC, DEL and C1 among them), what Unicode calls default ignorable (bidirectional controls, zero-width characters,
 * the byte order mark, tags, variation selectors, fillers), line and paragraph separators, annotations, and halves of
 * surrogate pairs. An emoji is matched whole first, because it may hold a variation selector and joiners.
 */
const HIDDEN =
  /\p{ExtPict}(?:\p{EMod}|\uFE0F)?(?:\u200D\p{ExtPict}(?:\p{EMod}|\uFE0F)?)*|[0-9#*]\uFE0F\u20E3|(?<hidden>[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{DI}\uFFF9-\uFFFB])/gu;

const PLAIN_ASCII = /^[ -~]*$/;
const SHORT: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Text for display on one line: each hidden character is written as `\n`, `\r`, `\t` or `\u{202E}`, so that a name can
 * neither steer a terminal, nor forge a line, nor pass for another name. All other text is kept, right-to-left letters
 * and emoji too, and backslashes, so the escaping is not reversible. A joiner outside an emoji is shown, also where a
 * script would use it to shape letters.
 */
export function visibleText(text: string): string {
  if (PLAIN_ASCII.test(text)) return text;
  return text.replace(HIDDEN, (match: string, hidden: string | undefined) => {
    if (hidden === undefined) return match;
    return SHORT[hidden] ?? `\\u{${(hidden.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
  });
}

/** The JSON text with each hidden character escaped. Line feeds stay: they are between values only. */
export function visibleJson(json: string): string {
  if (PLAIN_ASCII.test(json)) return json;
  return json.replace(HIDDEN, (match: string, hidden: string | undefined) => {
    if (hidden === undefined || hidden === '\n') return match;
    return hidden.split('').map(unicodeEscape).join('');
  });
}

const unicodeEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** `12,900` for 12900. Intl would load its locale data for this, which takes 20 ms of every start. */
export const groupedDigits = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
