/** Why a name may pass for another one. The words are in `texts.faces.lookAlike`. */
export type LookAlike = 'hidden' | 'mixed' | 'styled';

/** Scripts whose letters look like Latin ones: a word has letters of one of them only, unless it pretends. */
const ALIKE = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u];

/** What cannot be seen, but for what joins an emoji or letters of scripts that need it. */
const HIDDEN =
  /[\p{Cc}\p{Bidi_Control}\u200b\u2060-\u2064\ufeff\u00ad\u115f\u1160\u3164\uffa0]|\u034f|[\u{e0000}-\u{e007f}]/u;

/** Letters and digits as anybody types them. */
const PLAIN = /[A-Za-z0-9]/;
const LETTER = /\p{L}|\p{N}/u;

/**
 * Why a name may pass for another one: by characters that cannot be seen, by letters of another script in a word, or by
 * letters of mathematics and the like that look as plain ones. A word that is wholly of another script is not known as a
 * look-alike: most are words of that language. Undefined for the others.
 */
export function lookAlike(name: string): LookAlike | undefined {
  if (HIDDEN.test(name)) return 'hidden';
  if (name.split(/[^\p{L}\p{M}\p{N}]+/u).some(mixesScripts)) return 'mixed';
  return Array.from(name).some(isStyled) ? 'styled' : undefined;
}

function mixesScripts(word: string): boolean {
  return ALIKE.filter((script) => script.test(word)).length > 1;
}

/** `𝐙` and `Ｚ` are; an accented letter, `²` beside a word and signs are not. */
function isStyled(character: string): boolean {
  if (PLAIN.test(character) || !LETTER.test(character) || /\p{No}/u.test(character)) return false;
  return /^[A-Za-z0-9]+$/.test(character.normalize('NFKC')) && !/\p{Lm}|\p{Lo}/u.test(character);
}
