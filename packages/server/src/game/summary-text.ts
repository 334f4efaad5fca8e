/** Longest summary of a write in the audit, in characters. */
export const MAX_SUMMARY = 512;
/** Longest id or name in a summary: a request that was refused may hold one of any length. */
const MAX_ID = 64;
/** What ` and 1000 more` takes at most. */
const ROOM_FOR_REST = 20;

/** Parts separated by commas, as many as a summary has room for, and how many more there are. */
export function listed(parts: readonly string[]): string {
  let text = '';
  for (const [at, part] of parts.entries()) {
    const longer = at === 0 ? part : `${text}, ${part}`;
    if (longer.length > MAX_SUMMARY - ROOM_FOR_REST && at > 0) {
      return `${cutText(text, MAX_SUMMARY - ROOM_FOR_REST)} and ${parts.length - at} more`;
    }
    text = longer;
  }
  return cutText(text);
}

/** Equal parts once, with their number: `3 × PinkCat level 10`. In the order of their first. */
export function counted(parts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  return [...counts].map(([part, count]) => (count === 1 ? part : `${count} × ${part}`));
}

/** An id or a name of a request. */
export function idText(id: string): string {
  return cutText(id, MAX_ID);
}

/** A text of at most so many characters, with an ellipsis where it was cut; no character is cut in two. */
export function cutText(text: string, maxChars = MAX_SUMMARY): string {
  if (text.length <= maxChars) return text;
  const last = text.charCodeAt(maxChars - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return `${text.slice(0, isHalf ? maxChars - 1 : maxChars)}…`;
}
