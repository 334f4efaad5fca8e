import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { IconShape } from '../kit/Icon.tsx';
import type { Texts } from '../texts/texts.ts';
import type { HitKind, PaletteHit } from './palette-hit.ts';

/** Groups of the key sheet and of menus, in their order. */
export type CommandGroup = keyof Texts['commands']['groups'];

/** Something a person can do. The palette, the keys, the key sheet and the menus read these and nothing else. */
export interface Command {
  /** The same over reloads: recent ones are remembered by it. */
  readonly id: string;
  /** "Go to players", "Kick…": with `…` where a dialog follows. */
  readonly text: string;
  readonly group: CommandGroup;
  /** Shortcuts: `g p` in sequence, `?`, `Mod+k` (Ctrl or Cmd), `ArrowDown`. The last registered wins. */
  readonly keys?: string | readonly string[];
  readonly icon?: IconShape;
  /** Other words that find it. */
  readonly words?: string;
  /** Why it cannot be done now; it is shown, and does nothing. */
  readonly blocked?: string;
  /** false: only a key and its line in the sheet, such as moving from row to row. */
  readonly listed?: boolean;
  /** Its keys work while one types, too. */
  readonly whileTyping?: boolean;
  /** A held key does it again and again. */
  readonly repeats?: boolean;
  /** What it is done to, where that is asked for in a second step: "kick zo" finds "Kick Zoe…". */
  readonly target?: {
    readonly kinds: readonly HitKind[];
    /** "Kick Zoe…" */
    text(name: string): string;
    run(hit: PaletteHit): void;
  };
  /** Does it. false: not now, the next command of these keys may. */
  run(): unknown;
}

const registered = signal<ReadonlyMap<symbol, readonly Command[]>>(new Map());

/** Every command that can be given now, in the order in which their owners first offered some. */
export const commands: ReadonlySignal<readonly Command[]> = computed(() =>
  [...registered.value.values()].flat(),
);

/** Offers commands in place of those that the owner offered before. */
export function offerCommands(owner: symbol, offered: readonly Command[]): void {
  registered.value = new Map(registered.peek()).set(owner, offered);
}

/** Takes the commands of an owner back. */
export function withdrawCommands(owner: symbol): void {
  const left = new Map(registered.peek());
  left.delete(owner);
  registered.value = left;
}

/** All keys of a command. */
export function keysOf({ keys = [] }: Pick<Command, 'keys'>): readonly string[] {
  return typeof keys === 'string' ? [keys] : keys;
}
