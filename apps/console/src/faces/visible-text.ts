/** Most characters (as a reader counts them) of a name that are shown. */
export const SHOWN_CHARS = 64;

/** Code points of one character, at most: a letter may carry any number of marks. */
const MARKS = 8;

/** What has no shape of its own or turns the text around it: control, format, surrogate, line breaks. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/u;

/** Holds an emoji together, which is several code points with invisible ones among them. */
const EMOJI = /\p{Extended_Pictographic}/u;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A player's text, safe to show: hidden characters as `[U+202E]`, cut at `limit` characters. */
export function visibleText(text: string, limit = SHOWN_CHARS): string {
  let shown = '';
  let count = 0;
  for (const { segment } of segmenter.segment(text.slice(0, limit * MARKS * 4))) {
    count += 1;
    if (count > limit) return `${shown}…`;
    shown += visibleCharacter(segment);
  }
  return text.length > limit * MARKS * 4 ? `${shown}…` : shown;
}

function visibleCharacter(segment: string): string {
  if (segment.length === 1 && !INVISIBLE.test(segment)) return segment;
  const points = [...segment];
  const kept = points.slice(0, MARKS).map((point) => {
    const joins = (point === '\u200d' || point === '\ufe0f') && EMOJI.test(segment);
    return INVISIBLE.test(point) && !joins ? spelt(point) : point;
  });
  return kept.join('') + (points.length > MARKS ? '…' : '');
}

function spelt(point: string): string {
  return `[U+${(point.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}
