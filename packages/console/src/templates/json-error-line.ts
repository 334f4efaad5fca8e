const SPACE = /[ \t\r\n]*/y;
const SCALAR =
  /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;

/** Deeper than any file of ours; the search ends there instead of running out of stack. */
const MOST_DEPTH = 200;

/** The line, from 1 on, at which a text stops to be JSON. Engines word their errors differently, and most name no place. */
export function jsonErrorLine(text: string): number {
  let at = 0;
  let depth = 0;
  const skip = () => {
    SPACE.lastIndex = at;
    SPACE.exec(text);
    at = SPACE.lastIndex;
  };
  const take = (character: string): boolean => {
    skip();
    if (text[at] !== character) return false;
    at += 1;
    return true;
  };
  const scalar = (): boolean => {
    skip();
    SCALAR.lastIndex = at;
    const [found] = SCALAR.exec(text) ?? [];
    at += found?.length ?? 0;
    return found !== undefined;
  };
  const list = (end: string, entry: () => boolean): boolean => {
    if (take(end)) return true;
    do if (!entry()) return false;
    while (take(','));
    return take(end);
  };
  const key = (): boolean => {
    skip();
    return text[at] === '"' && scalar() && take(':') && value();
  };
  const value = (): boolean => {
    if (depth === MOST_DEPTH) return false;
    depth += 1;
    const isValue = take('{') ? list('}', key) : take('[') ? list(']', value) : scalar();
    depth -= 1;
    return isValue;
  };
  value();
  skip();
  return text.slice(0, at).split('\n').length;
}
