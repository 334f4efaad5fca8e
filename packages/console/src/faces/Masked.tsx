import { useSignal } from '@preact/signals';
import Eye from 'lucide/dist/esm/icons/eye.mjs';
import { Icon } from '../kit/Icon.tsx';
import { texts } from '../texts/texts.ts';
import { CopyId } from './CopyId.tsx';
import { Unknown } from './Unknown.tsx';
import './copy-id.css';

export interface MaskedProps {
  /** undefined: the token may not read it. '': nobody knows it. */
  text: string | undefined;
  /** What it is, for screen readers: "address of Zoe". */
  what: string;
}

/** A private fact, hidden until it is asked for: others may see the screen. */
export function Masked({ text, what }: MaskedProps) {
  const shown = useSignal(false);
  const words = texts.value.faces;
  if (text === undefined) return <Unknown why={words.private} />;
  if (text === '') return <Unknown />;
  if (shown.value) return <CopyId id={text} what={what} />;
  return (
    <span class="copy-id">
      <code aria-hidden="true">•••••</code>
      <button
        type="button"
        aria-label={words.show(what)}
        onClick={(event) => {
          event.stopPropagation();
          shown.value = true;
        }}
      >
        <Icon shape={Eye} size={14} />
      </button>
    </span>
  );
}
