import type { Guid, RelicType } from '@palatine/contract';
import type { Camp, Character, ItemInstance } from '../state/model.ts';
import type { Names } from './names.ts';
import type { WorldRecords } from './world-records.ts';

/** Gains of a player, and the forgotten technologies. */
export interface PlayerChanges {
  readonly uid: Guid;
  readonly items: { readonly itemId: string; readonly count: number }[];
  /** Weapons, armours and eggs. */
  readonly instances: { readonly itemId: string; readonly instance: ItemInstance }[];
  readonly pals: Character[];
  readonly amounts: { readonly name: AmountName; readonly count: number }[];
  readonly relics: { readonly type: RelicType; readonly count: number }[];
  readonly learnt: string[];
  readonly forgotten: string[];
}
type AmountName = 'EXP' | 'TechnologyPoints' | 'AncientTechnologyPoints';

export interface NetChanges {
  readonly players: readonly PlayerChanges[];
  readonly deletedCamps: readonly Camp[];
  /** One sentence for each other change: losses, and changes without a command. */
  readonly others: readonly string[];
  readonly names: Names;
}

/** The input of every step that looks for net changes, and the results so far. */
export interface NetSearch {
  /** Without what went with the deleted camps. */
  readonly before: WorldRecords;
  readonly after: WorldRecords;
  readonly names: Names;
  readonly others: string[];
  of(uid: Guid): PlayerChanges;
}

/** End of sentences in `others`. */
export const NOT_AGAIN = 'which cannot be done again';
