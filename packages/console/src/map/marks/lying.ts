import type { MapMarksReply, ObjectMark, SummonedMark } from '@palatine/contract';
import type { MarkLayerId } from '../layers.ts';
import type { Mark } from './mark.ts';

/** What the names of things are made of, in the language of the page. */
export interface LyingNames {
  pal(palId: string): string;
  item(itemId: string): string;
  object(objectId: string): string;
}

type Layers = Pick<MapMarksReply, 'Summoned' | 'Drops' | 'Supplies' | 'DeathChests' | 'Treasure' | 'Eggs'>;

/** What lies in the world and who was summoned, as marks. */
export function lyingMarks(layers: Layers, names: LyingNames): Mark[] {
  const things = (layer: MarkLayerId, marks: readonly ObjectMark[] = []) =>
    marks.map((mark) => thing(layer, mark, names));
  return [
    ...(layers.Summoned?.Marks ?? []).map((mark) => summoned(mark, names)),
    ...things('drops', layers.Drops?.Marks),
    ...things('chests', layers.Supplies?.Marks),
    ...things('chests', layers.DeathChests?.Marks),
    ...things('chests', layers.Treasure?.Marks),
    ...things('chests', layers.Eggs?.Marks),
  ];
}

function summoned({ Id, PalID, Nickname, Level, Place }: SummonedMark, { pal }: LyingNames): Mark {
  return {
    layer: 'summoned',
    id: Id,
    name: Nickname || pal(PalID),
    note: Nickname === '' ? '' : pal(PalID),
    level: Level,
    subject: PalID,
    ...placeOf(Place),
  };
}

function thing(layer: MarkLayerId, mark: ObjectMark, { item, object }: LyingNames): Mark {
  const { Id, ObjectId, Place, ItemID, Count, Stacks } = mark;
  const what = object(ObjectId);
  const held = ItemID === '' ? '' : `${Count} × ${item(ItemID)}${Stacks > 1 ? ` + ${Stacks - 1}` : ''}`;
  return {
    layer,
    id: Id,
    name: layer === 'drops' && held !== '' ? held : what,
    note: layer === 'drops' ? '' : held,
    subject: ItemID || ObjectId,
    ...placeOf(Place),
  };
}

function placeOf({ X, Y, Z }: { X: number; Y: number; Z: number }): { x: number; y: number; z: number } {
  return { x: X, y: Y, z: Z };
}
