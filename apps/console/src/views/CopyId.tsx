import { useSignal } from '@preact/signals';
import { Check, Copy, Eye } from 'lucide';
import { useEffect } from 'preact/hooks';
import { Icon } from '../kit/Icon.tsx';
import { texts } from '../texts/texts.ts';
import { announce, announceFailure } from './announce.ts';
import './copy-id.css';
import { assign } from '../kit/assign.ts';
import { copyText } from './clipboard.ts';
import { Unknown } from './Values.tsx';

/** How long the mark of a copied id stays, in ms. */
const MARK_MS = 1500;

export interface CopyIdProps {
  id: string;
  /** The name of the id, for screen readers: "UserId of Zoe". */
  what: string;
  /** The text shown in its place, such as a shortened form; the whole id is in the title, and is copied. */
  label?: string;
}

export function CopyId({ id, what, label = id }: CopyIdProps) {
  const text = texts.value.views;
  const copied = useSignal(false);
  useEffect(() => {
    if (!copied.value) return undefined;
    const timer = setTimeout(() => assign(copied, false), MARK_MS);
    return () => clearTimeout(timer);
  }, [copied, copied.value]);

  async function copy(event: Event): Promise<void> {
    event.stopPropagation(); // a row that holds the id is not opened
    copied.value = await copyText(id);
    if (copied.value) announce(text.copied(what));
    else announceFailure(text.notCopied);
  }
  return (
    <span class="copy-id">
      <code title={label === id ? undefined : id}>{label}</code>
      <button type="button" aria-label={text.copy(what)} onClick={(event) => void copy(event)}>
        <Icon shape={copied.value ? Check : Copy} size={14} />
      </button>
    </span>
  );
}

export interface MaskedProps {
  /** undefined: the token may not read it. '': nobody knows it. */
  text: string | undefined;
  /** The name of the value, for screen readers: "address of Zoe". */
  what: string;
}

/** A private fact, hidden until it is asked for: others may see the screen. */
export function Masked({ text, what }: MaskedProps) {
  const isShown = useSignal(false);
  const words = texts.value.views;
  if (text === undefined) return <Unknown why={words.private} />;
  if (text === '') return <Unknown />;
  if (isShown.value) return <CopyId id={text} what={what} />;
  return (
    <span class="copy-id">
      <code aria-hidden="true">•••••</code>
      <button
        type="button"
        aria-label={words.show(what)}
        onClick={(event) => {
          event.stopPropagation();
          isShown.value = true;
        }}
      >
        <Icon shape={Eye} size={14} />
      </button>
    </span>
  );
}
