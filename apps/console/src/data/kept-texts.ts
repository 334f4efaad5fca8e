import { signal } from '@preact/signals';

/** Where texts are kept, such as the browser's own storage. */
type TextStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Texts that stay in this browser under a name, the newest first; at most `most` of them, of at most `maxChars`. */
export function keptTexts(
  storage: TextStorage,
  { name, most, maxChars }: { name: string; most: number; maxChars: number },
) {
  const all = signal<readonly string[]>(read(storage, name).slice(0, most));
  const put = (texts: readonly string[]) => {
    all.value = texts;
    storage.setItem(name, JSON.stringify(texts));
  };
  return {
    all,
    /** Keeps a text; the newest stands first. @returns false where it is too long or empty. */
    keep(text: string): boolean {
      const kept = text.trim();
      if (kept === '' || kept.length > maxChars) return false;
      put([kept, ...all.value.filter((each) => each !== kept)].slice(0, most));
      return true;
    },
    drop: (text: string) => put(all.value.filter((each) => each !== text)),
  };
}

/** The messages that somebody keeps to say again. */
export function ownTexts(storage: TextStorage) {
  return keptTexts(storage, { name: 'palatine.texts', most: 30, maxChars: 1000 });
}

/** The reasons last given for an action. */
export function reasonsFor(storage: TextStorage, actionId: string) {
  return keptTexts(storage, { name: `palatine.reasons.${actionId}`, most: 5, maxChars: 200 });
}

function read(storage: TextStorage, name: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(storage.getItem(name) ?? '[]');
    return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
  } catch {
    return []; // another page of this origin may have written there
  }
}
