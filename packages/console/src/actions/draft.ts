import type { RelicType, SendType } from '@palatine/contract';

/** What is given beside items: totals of a player. */
export type ProgressName = 'EXP' | 'TechnologyPoints' | 'AncientTechnologyPoints' | RelicType;

/** A number as it is filled in: null while it is not typed yet. */
type Figure = number | null;

/** An egg holds a species with a level, or a template. */
export interface EggDraft {
  readonly egg: string;
  readonly pal: string;
  readonly template: string;
  readonly level: Figure;
}

/** A form in which nothing is filled in. Each action shows some of it. */
export const EMPTY_DRAFT = {
  items: [] as readonly { readonly id: string; readonly count: Figure }[],
  pals: [] as readonly { readonly id: string; readonly level: Figure }[],
  eggs: [] as readonly EggDraft[],
  templates: [] as readonly string[],
  progress: {} as Readonly<Partial<Record<ProgressName, Figure>>>,
  technologies: [] as readonly string[],
  /** All technologies, in place of `technologies`. */
  everything: false,
  reason: '',
  /** Whether the address is banned with the player. */
  withAddress: false,
  message: '',
  sender: '',
  sendType: 'PlayerChat' as SendType,
  /** Of the Pal or the NPC that is summoned; `template` in place of a species. */
  summoned: '',
  template: '',
  level: null as Figure,
  uncapturable: false,
  still: false,
  /** Of where something is summoned, in cm. */
  height: null as Figure,
  maintenance: 'Deliver' as 'Deliver' | 'Restart',
  /** null: as Server.json says. */
  countdownSeconds: null as Figure,
};

/** What somebody has filled in. */
export type Draft = Readonly<typeof EMPTY_DRAFT>;
export type FieldName = keyof Draft;
