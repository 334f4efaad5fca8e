import type { Mark } from './mark.ts';

/** How a text is compared: without case, accents and width. */
function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Which marks a search lets through: those whose name, note or id holds every word of it. */
export function markFilter(find: string): (mark: Mark) => boolean {
  const words = plain(find).split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return ({ name, note, id }) => {
    const text = plain(`${name} ${note} ${id}`);
    return words.every((word) => text.includes(word));
  };
}
