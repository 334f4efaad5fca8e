import { texts } from '../texts/texts.ts';
import { visibleText } from './visible-text.ts';

/** Characters of a name in its title. */
const TITLE_CHARS = 300;

/**
 * A text that a player chose: as text, apart from the direction of the text around it, with what is invisible spelt
 * out. `text` may be empty: then `otherwise` says what stands there.
 */
export function Name({ text, otherwise }: { text: string; otherwise?: string }) {
  if (text === '') return <span class="faint">{otherwise ?? texts.value.faces.nameless}</span>;
  const shown = visibleText(text);
  return <bdi title={shown === text ? undefined : visibleText(text, TITLE_CHARS)}>{shown}</bdi>;
}
