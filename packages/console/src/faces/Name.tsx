import { texts } from '../texts/texts.ts';
import { visibleText } from './visible-text.ts';

/** Characters of a name in its title. */
const TITLE_CHARS = 300;

/** A text of a player, isolated from the text around it. `otherwise` stands for an empty one. */
export function Name({ text, otherwise }: { text: string; otherwise?: string }) {
  if (text === '') return <span class="faint">{otherwise ?? texts.value.faces.nameless}</span>;
  const shown = visibleText(text);
  return <bdi title={shown === text ? undefined : visibleText(text, TITLE_CHARS)}>{shown}</bdi>;
}
