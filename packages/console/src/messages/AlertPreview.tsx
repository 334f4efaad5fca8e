import type { JSX } from 'preact';
import { texts } from '../texts/texts.ts';

/** An alert about as players see it: over the middle of the screen, line by line. */
export function AlertPreview({ text }: { text: string }): JSX.Element {
  const words = texts.value.messages;
  return (
    <figure class="alert-preview">
      <figcaption class="faint">{words.preview}</figcaption>
      <p>{text === '' ? words.alertFrom : text}</p>
    </figure>
  );
}
