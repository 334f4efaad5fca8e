import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { IconShape } from '../kit/Button.tsx';
import type { Texts } from '../texts/texts.ts';

/** Kinds of things that the palette finds, beside pages and actions. */
export type HitKind = Exclude<keyof Texts['commands']['kinds'], 'page' | 'action' | 'recent'>;

export interface PaletteHit {
  readonly kind: HitKind;
  readonly id: string;
  /** As its owner wrote it: it may be hostile, and is shown as a name. */
  readonly name: string;
  /** A note that tells it from others of that name: a guild, a level, an id. */
  readonly note?: string;
  readonly icon?: IconShape;
  /** How well it fits, as `rankText` has it, for a source that looks at more than name and id, such as former names. */
  readonly score?: number;
  /** The text that Tab puts in its place, such as a whole name. */
  readonly fill?: string;
  /** The text that `score` is of; for any other one name and id count. Every text unless set. */
  readonly foundBy?: string;
  /** The effect of Enter. Left out for a hit that can only be the target of an action. */
  run?(): void;
}

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
  readonly whileTyping?: boolean;
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

/** Other words for commands by their id, as people type them: `reboot, shut down`. They come with the later texts. */
export const commandWords = signal<Readonly<Record<string, string>>>({});

/** The dialog of the frame that is open; `more`: every page, in a narrow window. */
export const frameDialog = signal<'keys' | 'preferences' | 'token' | 'more' | undefined>(undefined);
export const closeFrameDialog = () => (frameDialog.value = undefined);

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
  const shape = JSON.stringify(offered, (name, value: unknown) => (name === 'icon' ? undefined : value));
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
    () => () => (registered.value = new Map([...registered.peek()].filter(([key]) => key !== owner))),
    [owner],
  );
}

/** The subject of the page: actions of the palette mean it first. */
export type Subject = Pick<PaletteHit, 'kind' | 'id' | 'name'>;

export const subject = signal<Subject | undefined>(undefined);

export function useSubject(pageSubject: Subject | undefined): void {
  const { kind, id, name } = pageSubject ?? {};
  useEffect(() => {
    subject.value = pageSubject;
    return () => (subject.value = undefined);
  }, [kind, id, name]);
}
