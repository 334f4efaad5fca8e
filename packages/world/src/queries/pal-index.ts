import { PAL_PLACE_KINDS } from '@palatine/contract';
import type { GameContext } from '../state/game-context.ts';
import type { World } from '../state/world.ts';
import { PalColumns } from './pal-columns.ts';
import { ownerOfBox } from './pal-row.ts';
import { perWorld } from './query.ts';

const ELSEWHERE = PAL_PLACE_KINDS.indexOf('Elsewhere');

/** The index of a world's Pals. Created on first use, it follows the tables from then on. */
export const palIndexOf = perWorld((game: GameContext) => new PalIndex(game));

/** Every Pal and captured person of a world in columns, without players' own bodies. */
export class PalIndex {
  readonly columns: PalColumns;
  readonly #world: World;
  readonly #stale: Set<string>;
  /** By the number of the box: index in PAL_PLACE_KINDS, and its owner, a number of `players`. */
  #boxKind = new Uint8Array(0);
  #boxOwner = new Uint32Array(0);
  readonly #staleBoxes = new Set<string>();
  /** By the number of the player; undefined until needed. */
  readonly #ownerNames: (string | null | undefined)[] = [];
  /** Boxes below this number were read. */
  #boxesRead = 0;

  constructor(game: GameContext) {
    const { world } = game;
    this.#world = world;
    this.columns = new PalColumns(game);
    this.#stale = new Set(world.characters.keys());
    world.characters.follow({
      changed: (before, after) => {
        const id = (after ?? before)?.id;
        if (id !== undefined) this.#stale.add(id);
      },
    });
    world.accounts.follow({
      changed: (before, after) => {
        const player =
          before?.name === after?.name ? undefined : this.columns.players.find((after ?? before)?.uid ?? '');
        if (player !== undefined) this.#ownerNames[player] = undefined;
      },
    });
    this.#followBoxes(world);
  }

  /** The kind of each box by its number: index in PAL_PLACE_KINDS. */
  get boxKind(): Uint8Array {
    return this.#boxKind;
  }

  /** Owner of each team or Palbox, by its number: a number of `players`, 0 for other boxes. */
  get boxOwner(): Uint32Array {
    return this.#boxOwner;
  }

  /** The name of a player by their number, in lower case; null when there is none. */
  ownerName(player: number): string | null {
    const cached = this.#ownerNames[player];
    if (cached !== undefined) return cached;
    const name = this.#world.accounts.get(this.columns.players.at(player))?.name.toLowerCase() || null;
    this.#ownerNames[player] = name;
    return name;
  }

  /** Applies pending changes: the columns then match the world. */
  refresh(): void {
    for (const id of this.#stale) {
      const pal = this.#world.characters.get(id);
      if (pal === undefined || pal.playerUid !== null) this.columns.remove(id);
      else this.columns.put(pal);
    }
    this.#stale.clear();
    const { boxes } = this.columns;
    while (this.#boxesRead < boxes.size) this.#readBox(this.#boxesRead++);
    for (const box of this.#staleBoxes) {
      const number = boxes.find(box);
      if (number !== undefined) this.#readBox(number); // no Pal was ever in another
    }
    this.#staleBoxes.clear();
  }

  /** Follows the records that name boxes: a change may change the owner. */
  #followBoxes({ players, camps, mapObjects }: World): void {
    const follow = <Record extends object>(boxesOf: (record: Record) => readonly (string | undefined)[]) => ({
      changed: (before: Record | undefined, after: Record | undefined) => {
        const [was, is] = [before, after].map((record) => (record === undefined ? [] : boxesOf(record)));
        for (const box of [...(was ?? []), ...(is ?? [])]) if (box !== undefined) this.#staleBoxes.add(box);
      },
    });
    players.follow(follow(({ team, palbox }) => [team.containerId, palbox.containerId]));
    camps.follow(follow(({ workers }) => [workers.containerId]));
    mapObjects.follow(follow(({ booth }) => [booth?.containerId]));
  }

  #readBox(number: number): void {
    const { boxes, players } = this.columns;
    if (number >= this.#boxKind.length) {
      this.#boxKind = grown(this.#boxKind, Uint8Array);
      this.#boxOwner = grown(this.#boxOwner, Uint32Array);
    }
    const { kind, playerUid } = ownerOfBox(this.#world, boxes.at(number));
    this.#boxKind[number] = number === 0 ? ELSEWHERE : PAL_PLACE_KINDS.indexOf(kind);
    this.#boxOwner[number] = players.add(playerUid ?? '');
  }
}

function grown<A extends Uint8Array | Uint32Array>(column: A, Column: new (length: number) => A): A {
  const larger = new Column(Math.max(1024, column.length * 2));
  larger.set(column);
  return larger;
}
