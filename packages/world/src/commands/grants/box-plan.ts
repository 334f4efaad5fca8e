import { ZERO_GUID } from '@palatine/contract';
import type { Character, CharacterBox, Player } from '../../state/model.ts';
import type { World } from '../../state/world.ts';

export type Place = NonNullable<Character['place']>;

/** Hands out the free slots of a player's team, then of the Palbox, each once. */
export class BoxPlan {
  readonly #free: Place[];

  constructor(world: World, { team, palbox }: Player) {
    this.#free = [...freePlaces(world, [team, palbox])];
  }

  get full(): boolean {
    return this.#free.length === 0;
  }

  /** Undefined when both are full. */
  take(): Place | undefined {
    return this.#free.shift();
  }
}

/** The zero GUID is an empty box. */
function* freePlaces(world: World, boxes: readonly CharacterBox[]): Generator<Place> {
  for (const { containerId, capacity } of boxes) {
    if (containerId === ZERO_GUID) continue;
    const inside = world.pick(world.characters, world.charactersByBox.keys(containerId));
    const usedSlots = new Set(inside.map(({ place }) => place?.slot));
    for (let slot = 0; slot < capacity; slot++) if (!usedSlots.has(slot)) yield { containerId, slot };
  }
}
