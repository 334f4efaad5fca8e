import type { ReadonlySignal } from '@preact/signals';
import { isSingle, keyOf, keyReader } from './keys.ts';
import { chooseFirst, closePalette, paletteOpen, paletteText } from './palette.ts';
import { type Command, commands } from './registry.ts';

/** Parts of the page that have the keyboard for themselves. */
const MODAL = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

const TYPING =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable="true"]';

/** Controls that Enter and Space press. */
const PRESSED = 'a[href], button, summary, [role="button"], [role="tab"]';

/**
 * Gives the commands of the keys that are pressed. A widget that has used a key has prevented its default.
 * @param singleKeys whether letters alone are commands (WCAG 2.1.4)
 * @returns how to stop
 */
export function startKeys(singleKeys: ReadonlySignal<boolean>): () => void {
  const read = keyReader();
  function onKeyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing) return;
    if (isForPalette(event)) {
      if (event.key === 'Escape') closePalette();
      else if (event.key === 'Enter') chooseFirst();
      else paletteText.value += event.key;
      return event.preventDefault();
    }
    const key = keyOf(event);
    if (key === '' || (isSingle(key) && !singleKeys.value)) return;
    const meaning = read(key, allowed(event.target, key, event.repeat));
    if (meaning === undefined) return;
    if (meaning === 'first key') return event.preventDefault();
    for (const command of meaning.commands) {
      if (command.blocked !== undefined || command.run() === false) continue;
      return event.preventDefault();
    }
  }
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}

/** Whether a letter, Enter or Escape comes while the palette is opening and does not have the focus yet: it is not lost. */
function isForPalette({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (!paletteOpen.value || ctrlKey || metaKey || altKey) return false;
  if (key.length !== 1 && key !== 'Enter' && key !== 'Escape') return false;
  return !(target instanceof Element && target.closest(MODAL) !== null);
}

/** The commands whose keys count where the focus is. */
function allowed(target: EventTarget | null, key: string, repeat: boolean): readonly Command[] {
  const offered = repeat ? commands.value.filter(({ repeats }) => repeats) : commands.value;
  if (!(target instanceof Element)) return offered;
  if (target.closest(MODAL) !== null) return [];
  if ((key === 'Enter' || key === 'Space') && target.closest(PRESSED) !== null) return [];
  return target.closest(TYPING) === null ? offered : offered.filter(({ whileTyping }) => whileTyping);
}
