import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { assign } from '../kit/assign.ts';
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
  readonly words?: string;
  /** Why it cannot be done now; it is shown, and does nothing. */
  readonly blocked?: string;
  /** false: only a key and its line in the sheet, such as moving from row to row. */
  readonly listed?: boolean;
  /** Its keys work while one types, too. */
  readonly whileTyping?: boolean;
  /** A held key does it again and again. */
  readonly repeats?: boolean;
  /** The target, where it is chosen in a second step: "kick zo" finds "Kick Zoe…". */
  readonly target?: {
    readonly kinds: readonly HitKind[];
    text(name: string): string;
    run(hit: PaletteHit): void;
  };
  /** Does it. false: not now, the next command of these keys may. */
  run(): unknown;
}

export const keySheetOpen = signal(false);

const registered = signal<ReadonlyMap<symbol, readonly Command[]>>(new Map());

/** Every command that can be given now, in the order in which their owners first offered some. */
export const commands: ReadonlySignal<readonly Command[]> = computed(() =>
  [...registered.value.values()].flat(),
);

export function keysOf({ keys = [] }: Pick<Command, 'keys'>): readonly string[] {
  return typeof keys === 'string' ? [keys] : keys;
}

/** Offers commands while the component is mounted, always with the values of its last render. */
export function useCommands(offered: readonly Command[]): void {
  const owner = useMemo(() => Symbol('owner of commands'), []);
  const last = useRef(offered);
  last.current = offered;
  const shape = JSON.stringify(offered.map(({ icon: _, run: __, ...rest }) => rest));
  useEffect(() => {
    const current = last.current.map(
      (command, at): Command => ({
        ...command,
        run: () => last.current[at]?.run(),
        ...(command.target && {
          target: { ...command.target, run: (hit) => last.current[at]?.target?.run(hit) },
        }),
      }),
    );
    registered.value = new Map(registered.peek()).set(owner, current);
  }, [owner, shape]);
  useEffect(
    () => () => {
      registered.value = new Map([...registered.peek()].filter(([other]) => other !== owner));
    },
    [owner],
  );
}

/** The subject of the page: actions of the palette mean it first. */
export interface Subject {
  readonly kind: HitKind;
  readonly id: string;
  readonly name: string;
}

const current = signal<Subject | undefined>(undefined);

/** The subject of the page; undefined for a page about many things. */
export const subject: ReadonlySignal<Subject | undefined> = current;

/** Says what the page is about, for the life of the component. */
export function useSubject(of: Subject | undefined): void {
  const { kind, id, name } = of ?? {};
  useEffect(() => {
    current.value = of;
    return () => assign(current, undefined);
  }, [kind, id, name]);
}
