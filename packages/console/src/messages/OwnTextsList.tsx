import { type ReadonlySignal, signal } from '@preact/signals';
import Trash from 'lucide/dist/esm/icons/trash.mjs';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { announce } from '../faces/announce.ts';
import { visibleText } from '../faces/visible-text.ts';
import { Button } from '../kit/Button.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { texts } from '../texts/texts.ts';
import type { Composer } from './composer.ts';

/** Characters of a text in its label. */
const LABEL = 60;

/** Texts that are kept in this browser, to be said again. */
export function OwnTextsList({ composer }: { composer: Composer }): JSX.Element {
  const text = texts.value.messages;
  const own = useMemo(() => ownTexts(localStorage), []);
  const { message } = composer.draft.value;
  return (
    <section class="own-texts" aria-label={text.own}>
      <header>
        <h3>{text.own}</h3>
        <Button
          kind="bare"
          disabled={message.trim() === ''}
          onClick={() => {
            if (own.keep(message)) announce(text.kept);
          }}
        >
          {text.keep}
        </Button>
      </header>
      <ul>
        {own.all.value.map((each) => (
          <li key={each}>
            <button
              type="button"
              class="own-text"
              aria-label={text.use(visibleText(each, LABEL))}
              onClick={() => {
                composer.draft.value = { ...composer.draft.value, message: each };
              }}
            >
              {each}
            </button>
            <IconButton
              icon={Trash}
              label={text.drop(visibleText(each, LABEL))}
              onClick={() => own.drop(each)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Texts that are kept. */
const KEPT = 30;
/** Longer ones are not kept. */
const KEPT_CHARS = 1000;
const STORAGE = 'palatine.texts';

/** Where texts are kept, such as the browser's own storage. */
interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** Texts that somebody keeps to say again; they stay in this browser. */
interface OwnTexts {
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
