import { ZERO_GUID } from '@palatine/contract';
import type { Character, CharacterBox, Player } from '../../state/model.ts';
import type { World } from '../../state/world.ts';

export type Place = NonNullable<Character['place']>;

/** Hands out the free slots of a player's team, then of the Palbox, each once. */
export class BoxPlan {
  readonly #free: Iterator<Place>;
  #next: Place | undefined;

  constructor(world: World, { team, palbox }: Player) {
    this.#free = freePlaces(world, [team, palbox]);
    this.#next = this.#advance();
  }

  get full(): boolean {
    return this.#next === undefined;
  }

  /** Undefined when both are full. */
  take(): Place | undefined {
    const taken = this.#next;
    this.#next = this.#advance();
    return taken;
  }

  #advance(): Place | undefined {
    const next = this.#free.next();
    return next.done === true ? undefined : next.value;
  }
}

/** The zero GUID is a box that holds nothing. */
function* freePlaces(world: World, boxes: readonly CharacterBox[]): Generator<Place, undefined> {
  for (const { containerId, capacity } of boxes) {
    if (containerId === ZERO_GUID) continue;
    const inside = world.pick(world.characters, world.charactersByBox.keys(containerId));
    const taken = new Set(inside.map(({ place }) => place?.slot));
    for (let slot = 0; slot < capacity; slot++) if (!taken.has(slot)) yield { containerId, slot };
  }
}
