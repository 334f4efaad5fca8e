import type { RelicType, SendType } from '@palatine/contract';

/** What is given beside items: totals of a player. */
export type ProgressName = 'EXP' | 'TechnologyPoints' | 'AncientTechnologyPoints' | RelicType;

/** What somebody has filled in. Each action shows some of it; null is a number that is not typed yet. */
export interface Draft {
  readonly items: readonly { readonly id: string; readonly count: number | null }[];
  readonly pals: readonly { readonly id: string; readonly level: number | null }[];
  readonly eggs: readonly EggDraft[];
  readonly templates: readonly string[];
  readonly progress: Readonly<Partial<Record<ProgressName, number | null>>>;
  readonly technologies: readonly string[];
  /** All technologies, in place of `technologies`. */
  readonly everything: boolean;
  readonly reason: string;
  /** Whether the address is banned with the player. */
  readonly withAddress: boolean;
  readonly message: string;
  readonly sender: string;
  readonly sendType: SendType;
  /** Of the Pal or the NPC that is summoned; `template` in place of a species. */
  readonly summoned: string;
  readonly template: string;
  readonly level: number | null;
  readonly uncapturable: boolean;
  readonly still: boolean;
  /** Of where something is summoned, in cm. */
  readonly height: number | null;
  readonly maintenance: 'Deliver' | 'Restart';
  /** null: as Server.json says. */
  readonly countdownSeconds: number | null;
}
export type FieldName = keyof Draft;

/** An egg holds a species with a level, or a template. */
export interface EggDraft {
  readonly egg: string;
  readonly pal: string;
  readonly template: string;
  readonly level: number | null;
}

/** A form in which nothing is filled in. */
export const EMPTY_DRAFT: Draft = {
  items: [],
  pals: [],
  eggs: [],
  templates: [],
  progress: {},
  technologies: [],
  everything: false,
  reason: '',
  withAddress: false,
  message: '',
  sender: '',
  sendType: 'PlayerChat',
  summoned: '',
  template: '',
  level: null,
  uncapturable: false,
  still: false,
  height: null,
  maintenance: 'Deliver',
  countdownSeconds: null,
};
