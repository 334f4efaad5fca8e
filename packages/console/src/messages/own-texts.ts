import { type ReadonlySignal, signal } from '@preact/signals';

/** Texts that are kept. */
const KEPT = 30;
/** Longer ones are not kept. */
const KEPT_CHARS = 1000;
const STORAGE = 'palatine.texts';

/** Where texts are kept, such as the browser's own storage. */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** Texts that somebody keeps to say again; they stay in this browser. */
export interface OwnTexts {
  readonly all: ReadonlySignal<readonly string[]>;
  /** Keeps a text; the newest stands first. @returns false where it is too long or empty. */
  keep(text: string): boolean;
  drop(text: string): void;
}

/** The texts of a storage. */
export function ownTexts(storage: TextStorage): OwnTexts {
  const all = signal(read(storage));
  const put = (texts: readonly string[]) => {
    all.value = texts;
    storage.setItem(STORAGE, JSON.stringify(texts));
  };
  return {
    all,
    keep(text) {
      const kept = text.trim();
      if (kept === '' || kept.length > KEPT_CHARS) return false;
      put([kept, ...all.value.filter((each) => each !== kept)].slice(0, KEPT));
      return true;
    },
    drop: (text) => put(all.value.filter((each) => each !== text)),
  };
}

function read(storage: TextStorage): readonly string[] {
  try {
    const value: unknown = JSON.parse(storage.getItem(STORAGE) ?? '[]');
    if (!Array.isArray(value)) return [];
    return value.filter((each): each is string => typeof each === 'string').slice(0, KEPT);
  } catch {
    return []; // another page of this origin may have written there
  }
}
