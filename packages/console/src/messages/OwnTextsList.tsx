import Trash from 'lucide/dist/esm/icons/trash.mjs';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { announce } from '../faces/announce.ts';
import { visibleText } from '../faces/visible-text.ts';
import { Button } from '../kit/Button.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { texts } from '../texts/texts.ts';
import type { Composer } from './composer.ts';
import { ownTexts } from './own-texts.ts';

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
