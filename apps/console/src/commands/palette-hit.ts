import { signal } from '@preact/signals';
import type { IconShape } from '../kit/Icon.tsx';
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
  /**
   * How well it fits, as `rankText` has it. Left out: by name and id. A source that looks at more (former names) sets it.
   */
  readonly score?: number;
  /** The text that `score` is of; for any other one name and id count. Every text unless set. */
  readonly foundBy?: string;
  /** The effect of Enter. Left out for a hit that can only be the target of an action. */
  run?(): void;
}

export interface PaletteSource {
  readonly id: string;
  readonly kinds: readonly HitKind[];
  /** ms to wait for more letters before it is asked; 0 for what is in memory. */
  readonly delayMs: number;
  /** The hits of a text, which is not empty. `kinds`: which of its kinds are wanted. It may reject. */
  find(
    text: string,
    options: { kinds: ReadonlySet<HitKind>; limit: number; signal: AbortSignal },
  ): readonly PaletteHit[] | Promise<readonly PaletteHit[]>;
}

export const sources = signal<readonly PaletteSource[]>([]);

/** Lets the palette find more. @returns how to take the source back. */
export function registerSource(source: PaletteSource): () => void {
  sources.value = [...sources.peek(), source];
  return () => {
    sources.value = sources.peek().filter((other) => other !== source);
  };
}
