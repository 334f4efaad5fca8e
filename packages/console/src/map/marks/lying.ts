import type { MapMarksReply, ObjectMark, SummonedMark } from '@palatine/contract';
import { nameOf, palName } from '../../data/catalogue.ts';
import type { MarkLayerId } from '../layers.ts';
import { type Mark, placed } from './mark.ts';

type Layers = Pick<MapMarksReply, 'Summoned' | 'Drops' | 'Supplies' | 'DeathChests' | 'Treasure' | 'Eggs'>;

/** What lies in the world and who was summoned, as marks with their names in the language of the page. */
export function lyingMarks({ Summoned, Drops, ...chests }: Layers): Mark[] {
  const things = (layer: MarkLayerId, marks: readonly ObjectMark[] = []) =>
    marks.map((mark) => thing(layer, mark));
  return [
    ...(Summoned?.Marks ?? []).map(summoned),
    ...things('drops', Drops?.Marks),
    ...[chests.Supplies, chests.DeathChests, chests.Treasure, chests.Eggs].flatMap((layer) =>
      things('chests', layer?.Marks),
    ),
  ];
}

function summoned({ Id, PalID, Nickname, Level, Place }: SummonedMark): Mark {
  return {
    layer: 'summoned',
    id: Id,
    name: Nickname || palName(PalID),
    note: Nickname === '' ? '' : palName(PalID),
    level: Level,
    subject: PalID,
    ...placed(Place),
  };
}

function thing(layer: MarkLayerId, mark: ObjectMark): Mark {
  const { Id, ObjectId, ItemID, Count, Stacks } = mark;
  const what = nameOf('MapObjects', ObjectId);
  const more = Stacks > 1 ? ` + ${Stacks - 1}` : '';
  const held = ItemID === '' ? '' : `${Count} × ${nameOf('Items', ItemID)}${more}`;
  return {
    layer,
    id: Id,
    name: layer === 'drops' && held !== '' ? held : what,
    note: layer === 'drops' ? '' : held,
    subject: ItemID || ObjectId,
    ...placed(mark.Place),
  };
}
