/** Maximum of the characters of a name that are shown, as a reader counts them. */
export const SHOWN_CHARS = 64;

/** Code points of one character, at most: a letter may carry any number of marks. */
const MARKS = 8;

/** Characters without their own shape, or that turn the text around them: control, format, surrogate, line breaks. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/u;

/** Holds an emoji together, which is several code points with invisible ones among them. */
const EMOJI = /\p{Extended_Pictographic}/u;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A player's text, safe to show: hidden characters as `[U+202E]`, cut at `limit` characters. */
export function visibleText(text: string, limit = SHOWN_CHARS): string {
  let visible = '';
  let count = 0;
  for (const { segment } of segmenter.segment(text.slice(0, limit * MARKS * 4))) {
    count += 1;
    if (count > limit) return `${visible}…`;
    visible += visibleCharacter(segment);
  }
  return text.length > limit * MARKS * 4 ? `${visible}…` : visible;
}

function visibleCharacter(segment: string): string {
  if (segment.length === 1 && !INVISIBLE.test(segment)) return segment;
  const points = [...segment];
  const first = points.slice(0, MARKS).map((point) => {
    const joins = (point === '\u200d' || point === '\ufe0f') && EMOJI.test(segment);
    if (!INVISIBLE.test(point) || joins) return point;
    return `[U+${(point.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
  });
  return first.join('') + (points.length > MARKS ? '…' : '');
}

/** Why a name may pass for another one. The words are in `texts.views.lookAlike`. */
type LookAlike = 'hidden' | 'mixed' | 'styled';

/** Scripts whose letters look like Latin ones: a word has letters of one of them only, unless it pretends. */
const ALIKE = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u];

/** Invisible characters, except those that join an emoji or letters of scripts that need it. */
const HIDDEN =
  /[\p{Cc}\p{Bidi_Control}\u200b\u2060-\u2064\ufeff\u00ad\u115f\u1160\u3164\uffa0]|\u034f|[\u{e0000}-\u{e007f}]/u;

/** Letters and digits as anybody types them. */
const PLAIN = /[A-Za-z0-9]/;
const LETTER = /\p{L}|\p{N}/u;

/** Why a name may pass for another one. A word that is wholly of another script is not known as a look-alike. */
export function lookAlike(name: string): LookAlike | undefined {
  if (HIDDEN.test(name)) return 'hidden';
  if (name.split(/[^\p{L}\p{M}\p{N}]+/u).some(mixesScripts)) return 'mixed';
  return Array.from(name).some(isStyled) ? 'styled' : undefined;
}

const mixesScripts = (word: string): boolean => ALIKE.filter((script) => script.test(word)).length > 1;

/** `𝐙` and `Ｚ` are; an accented letter, `²` beside a word and signs are not. */
function isStyled(character: string): boolean {
  if (PLAIN.test(character) || !LETTER.test(character) || /\p{No}/u.test(character)) return false;
  return /^[A-Za-z0-9]+$/.test(character.normalize('NFKC')) && !/\p{Lm}|\p{Lo}/u.test(character);
}
