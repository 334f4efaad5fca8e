import type { SaveDynamicItem } from '../format/save-types.ts';
import { type DynamicItemBody, unrolledEgg } from './dynamic-item-blob.ts';
import { SaveEditError } from './save-edit.ts';

export type Egg = Extract<SaveDynamicItem['body'], { kind: 'egg' }>;

/** The body of a new egg (save-writing 4 d). */
export function newEgg({ characterId, character }: Egg): DynamicItemBody {
  if (character !== null)
    throw new SaveEditError(`an egg of ${characterId} with a rolled Pal is not written yet`);
  return unrolledEgg(characterId);
}
