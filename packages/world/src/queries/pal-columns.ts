import { PAL_CONDITIONS, PHYSICAL_HEALTHS, searchKey } from '@palatine/contract';
import { finite } from '../catalogue/map-coordinates.ts';
import type { GameContext } from '../state/game-context.ts';
import { impossibilities } from '../state/impossible-pal.ts';
import type { Character } from '../state/model.ts';
import { type Species, speciesOf } from '../state/pal-species.ts';
import { int32 } from '../state/wire-format.ts';
import { conditionOf, ivSum } from './pal-row.ts';

export const SHINY = 1;
export const ALPHA = 2;
export const IMPOSSIBLE = 4;

/** Passives that a row holds in columns; what has more, which the game never gives, keeps the rest beside them. */
export const PASSIVE_COLUMNS = 4;

/** Spare rows beyond the initial ones. */
const SPARE_ROWS = 1024;

/** A typed array for each property, with a place for each row. */
function columnsOf(rows: number) {
  return {
    level: new Int32Array(rows),
    ivSum: new Int32Array(rows),
    /** Minimum of the IVs that the game shows. */
    ivLeast: new Int32Array(rows),
    rank: new Int32Array(rows),
    hp: new Float64Array(rows),
    /** Index in PAL_CONDITIONS and PHYSICAL_HEALTHS. */
    condition: new Uint8Array(rows),
    health: new Uint8Array(rows),
    flags: new Uint8Array(rows),
    /** Numbers of `species`, `nicknames`, `boxes`, and of the catcher in `players`. */
    speciesNumber: new Uint32Array(rows),
    nickname: new Uint32Array(rows),
    box: new Uint32Array(rows),
    caughtBy: new Uint32Array(rows),
    /** PASSIVE_COLUMNS numbers of `passives` for each row, 0 for none. */
    passive: new Uint32Array(rows * PASSIVE_COLUMNS),
    /** The beginning of the id as a number: it orders like the id. */
    tie: new Float64Array(rows),
  };
}

/** Columns of Pals for search: 220,000 rows in milliseconds, unlike records across the memory. */
export class PalColumns {
  readonly species = new NumberedTexts();
  readonly nicknames = new NumberedTexts();
  readonly passives = new NumberedTexts();
  readonly boxes = new NumberedTexts();
  readonly players = new NumberedTexts();

  /** The record of each row; undefined for a row that is free. */
  readonly pals: (Character | undefined)[] = [];
  values: ReturnType<typeof columnsOf>;
  /** The passives of a row beyond those of its columns. */
  readonly morePassives = new Map<number, readonly number[]>();

  readonly #game: Pick<GameContext, 'catalogue'>;
  readonly #rows = new Map<string, number>();
  readonly #free: number[] = [];
  /** The rows that hold a Pal; undefined until needed. */
  #list: Uint32Array | undefined;
  readonly #species: Species[] = [];

  constructor(game: Pick<GameContext, 'catalogue' | 'world'>) {
    this.#game = game;
    this.values = columnsOf(game.world.characters.size + SPARE_ROWS);
  }

  get size(): number {
    return this.#rows.size;
  }

  /** The rows that hold a Pal; not to be changed. */
  rows(): Uint32Array {
    if (this.#list === undefined) {
      this.#list = new Uint32Array(this.#rows.size);
      let count = 0;
      for (const row of this.#rows.values()) this.#list[count++] = row;
    }
    return this.#list;
  }

  /** The species of a number of `species`. */
  speciesAt(number: number): Species {
    this.#species[number] ??= speciesOf(this.#game.catalogue, this.species.at(number));
    return this.#species[number];
  }

  put(pal: Character): void {
    const row = this.#rows.get(pal.id) ?? this.#newRow(pal.id);
    this.pals[row] = pal;
    this.#fill(row, pal);
  }

  remove(id: string): void {
    const row = this.#rows.get(id);
    if (row === undefined) return;
    this.#rows.delete(id);
    this.#list = undefined;
    this.#free.push(row);
    this.pals[row] = undefined;
    this.morePassives.delete(row);
  }

  #newRow(id: string): number {
    const row = this.#free.pop() ?? this.pals.length;
    if (row >= this.values.tie.length) this.#grow();
    this.#rows.set(id, row);
    this.#list = undefined;
    this.values.tie[row] = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) || 0;
    return row;
  }

  #fill(row: number, pal: Character): void {
    const { values } = this;
    const { health, attackShot, defense } = pal.ivs;
    const number = this.species.add(pal.species);
    const species = this.speciesAt(number);
    values.speciesNumber[row] = number;
    values.level[row] = int32(pal.level);
    values.ivSum[row] = ivSum(pal);
    values.ivLeast[row] = int32(Math.min(health, attackShot, defense));
    values.rank[row] = int32(pal.partnerSkillLevel);
    values.hp[row] = finite(pal.hp);
    values.condition[row] = PAL_CONDITIONS.indexOf(conditionOf(pal));
    values.health[row] = Math.max(0, (PHYSICAL_HEALTHS as readonly string[]).indexOf(pal.physicalHealth));
    const alpha = species.kind === 'pal' && species.pal.alpha;
    const impossible = impossibilities(this.#game, species, pal).length > 0;
    values.flags[row] = (pal.shiny ? SHINY : 0) | (alpha ? ALPHA : 0) | (impossible ? IMPOSSIBLE : 0);
    values.nickname[row] = this.nicknames.add(searchKey(pal.nickname));
    values.box[row] = this.boxes.add(pal.place?.containerId ?? '');
    values.caughtBy[row] = this.players.add(pal.ownerUid ?? '');
    const passives = pal.passives.map((id) => this.passives.add(id));
    for (let at = 0; at < PASSIVE_COLUMNS; at++)
      values.passive[row * PASSIVE_COLUMNS + at] = passives[at] ?? 0;
    if (passives.length > PASSIVE_COLUMNS) this.morePassives.set(row, passives.slice(PASSIVE_COLUMNS));
    else this.morePassives.delete(row);
  }

  #grow(): void {
    const larger = columnsOf(2 * this.values.tie.length);
    for (const name of Object.keys(larger) as (keyof typeof larger)[]) larger[name].set(this.values[name]);
    this.values = larger;
  }
}

/** Texts by numbers, so that columns can hold numbers. The number 0 is ''. */
class NumberedTexts {
  readonly #numbers = new Map<string, number>([['', 0]]);
  readonly #texts: string[] = [''];

  get size(): number {
    return this.#texts.length;
  }

  /** The number of a text, a new one when it has none yet. */
  add(text: string): number {
    const cached = this.#numbers.get(text);
    if (cached !== undefined) return cached;
    const number = this.#texts.length;
    this.#numbers.set(text, number);
    this.#texts.push(text);
    return number;
  }

  /** The number of a text; undefined for one that was never added. */
  find(text: string): number | undefined {
    return this.#numbers.get(text);
  }

  at(number: number): string {
    return this.#texts[number] ?? '';
  }

  /** The texts by their numbers. */
  all(): readonly string[] {
    return this.#texts;
  }

  /** 1 for each number whose text passes, 0 for the others. */
  marks(passes: (text: string) => boolean): Uint8Array {
    return Uint8Array.from(this.#texts, (text) => (passes(text) ? 1 : 0));
  }
}
