import type { ComponentType } from 'preact';
import type { Page } from './pages.ts';

type LoadPart = () => Promise<{ default: ComponentType }>;

/** What the frame surrounds in one place and not in another: the pages of a world, or those of a fleet. */
export interface FrameParts {
  /** Every page, in the order of the sidebar. */
  readonly pages: readonly Page[];
  /** Pages that stand in the bar of a narrow window itself; the others are under More. */
  readonly inBar: readonly Page['id'][];
  /** The foot of the sidebar. */
  readonly Foot: ComponentType;
  /** In the top bar, where the sidebar has no room for it. */
  readonly Live: ComponentType;
  /** What can open over every page. */
  readonly Overlays: ComponentType;
  /** Of one world behind a gateway: which it is and the way to others, and what stands there while it is away. */
  readonly ofFleet?: {
    readonly loadSwitch: LoadPart;
    readonly loadAway: LoadPart;
  };
  /** Starts what lives as long as the page. @returns how to stop each. */
  start(): readonly (() => void)[];
}

let shown: FrameParts | undefined;

/** Says what the page is, once, before anything is shown. */
export function setFrameParts(parts: FrameParts): void {
  shown = parts;
}

/** What the page is. */
export function frameParts(): FrameParts {
  if (shown === undefined) throw new Error('nobody has said what the page is');
  return shown;
}
