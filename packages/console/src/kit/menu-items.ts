import type { IconShape } from './Icon.tsx';

/** Something a menu does or leads to. */
export interface MenuAction {
  readonly id: string;
  readonly text: string;
  readonly icon?: IconShape;
  /** The keys that do the same, as shown: `g p`, `Ctrl K`. */
  readonly keys?: string;
  /** Shown in the colour of danger. */
  readonly danger?: boolean;
  /** Why it cannot be done now; shown, and the entry does nothing. */
  readonly blocked?: string;
  /** Has a mark: on or off. */
  readonly checked?: boolean;
  /** An address of the console in place of `run`. */
  readonly href?: string;
  readonly run?: () => void;
}

/** One choice of several; the menu stays open. */
export interface MenuChoice {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly choose: (value: string) => void;
}

/** Entries of a menu in groups, with a line between two groups. */
export interface MenuGroup {
  readonly id: string;
  readonly label?: string;
  readonly items: readonly (MenuAction | MenuChoice)[];
}
