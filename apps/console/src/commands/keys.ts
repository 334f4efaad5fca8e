import type { ReadonlySignal } from '@preact/signals';
import { chooseFirst, closePalette, paletteOpen, paletteText } from './palette.ts';
import { type Command, commands, keysOf } from './registry.ts';

/** After the first key of two, the second has to come within this many ms. */
const SECOND_KEY_MS = 1500;

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** A key press as commands name it: `Mod+k`, `Shift+x`, `?`. '' for a modifier alone. */
export function keyOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string {
  if (['Control', 'Meta', 'Shift', 'Alt', 'AltGraph', 'Dead', 'Process', 'Unidentified'].includes(key))
    return '';
  const placed = /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase();
  const letter = placed !== undefined && !/^[\x20-\x7e]/.test(key) ? placed : key;
  const single = letter.length === 1;
  const isLetter = single && letter.toLowerCase() !== letter.toUpperCase();
  const shift = shiftKey && (!single || isLetter) ? 'Shift+' : ''; // `?` needs Shift on some keyboards only
  const name = letter === ' ' ? 'Space' : single ? letter.toLowerCase() : letter;
  return `${ctrlKey || metaKey ? 'Mod+' : ''}${altKey ? 'Alt+' : ''}${shift}${name}`;
}

/** Whether a press needs no modifier, so that it would otherwise type a letter. */
export function isSingle(key: string): boolean {
  return !/^(Mod|Alt)\+/.test(key) && !/^(Shift\+)?[A-Z]\w+$/.test(key);
}

/** The meaning of a press: commands to try in turn, the first of two keys, or nothing. */
export type Meaning = { readonly commands: readonly Command[] } | 'first key' | undefined;

/** Reads presses, and remembers the first of two keys. */
export function keyReader(now = Date.now): (key: string, commands: readonly Command[]) => Meaning {
  let first = '';
  let pressedAtMs = 0;
  return (key, commands) => {
    const waiting = first !== '' && now() - pressedAtMs <= SECOND_KEY_MS ? `${first} ` : '';
    first = '';
    for (const keys of waiting === '' ? [key] : [waiting + key, key]) {
      const matches = commands.filter((command) => keysOf(command).includes(keys)).reverse();
      if (matches.length > 0) return { commands: matches };
    }
    if (!commands.some((command) => keysOf(command).some((keys) => keys.startsWith(`${key} `))))
      return undefined;
    first = key;
    pressedAtMs = now();
    return 'first key';
  };
}

const SHOWN: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
};

/** Keys as they are shown: `Ctrl K`, `⌘ K`, `g p`. */
export function shownKeys(keys: string, mac = isMac()): string {
  return keys
    .split(' ')
    .map((press) => {
      const parts = press === '+' ? ['+'] : press.split(/\+(?=.)/);
      const withModifier = parts.length > 1;
      return parts
        .map((part) => {
          if (part === 'Mod') return mac ? '⌘' : 'Ctrl';
          return SHOWN[part] ?? (withModifier && part.length === 1 ? part.toUpperCase() : part);
        })
        .join(' ');
    })
    .join(' ');
}

const isMac = (): boolean => /Mac|iP(hone|ad|od)/.test(globalThis.navigator?.platform ?? '');

/** Parts of the page that have the keyboard for themselves. */
const MODAL = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

const TYPING =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable="true"]';

/** Controls that Enter and Space press. */
const PRESSED = 'a[href], button, summary, [role="button"], [role="tab"]';

/** Runs the commands of pressed keys. `singleKeys`: letters alone are commands (WCAG 2.1.4). @returns how to stop */
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

/** The commands whose keys apply where the focus is. */
function allowed(target: EventTarget | null, key: string, repeat: boolean): readonly Command[] {
  const offered = repeat ? commands.value.filter(({ repeats }) => repeats) : commands.value;
  if (!(target instanceof Element)) return offered;
  if (target.closest(MODAL) !== null) return [];
  if ((key === 'Enter' || key === 'Space') && target.closest(PRESSED) !== null) return [];
  return target.closest(TYPING) === null ? offered : offered.filter(({ whileTyping }) => whileTyping);
}
