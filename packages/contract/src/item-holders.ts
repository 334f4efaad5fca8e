import Type, { type Static } from 'typebox';
import { INVENTORIES } from './items.ts';
import { PAGE, Place } from './lists.ts';
import { route } from './route.ts';
import { closedObject, GuidText, Int32, oneOf, Text } from './shapes.ts';

/** `Drop` lies about. `Other` is a treasure box, a workbench, a death chest: see its `ObjectId`. */
export const HOLDER_KINDS = ['Player', 'Storage', 'GuildChest', 'Drop', 'Other'] as const;
export type HolderKind = (typeof HOLDER_KINDS)[number];

/** A container that holds an item. What does not apply is left out. */
export const ItemHolder = closedObject({
  Kind: oneOf(HOLDER_KINDS),
  ContainerId: GuidText,
  Count: Int32,
  Stacks: Int32,
  Uid: Type.Optional(Type.String({ description: 'PlayerUID of who carries it' })),
  PlayerName: Type.Optional(Text),
  Inventory: Type.Optional(oneOf(INVENTORIES)),
  GuildId: Type.Optional(Type.String({ description: 'The guild of the chest, or of the base' })),
  GuildName: Type.Optional(Text),
  HeadName: Type.Optional(Type.String({ description: 'Head of that guild' })),
  CampId: Type.Optional(Text),
  ObjectId: Type.Optional(Type.String({ description: 'What kind of object holds it' })),
  Place: Type.Optional(Place),
});
export type ItemHolder = Static<typeof ItemHolder>;

export const getItemHolders = route('GET /v1/palatine/items/:item_id/holders', {
  tag: 'World',
  permission: 'Palatine.Items.Read',
  title: 'Find an item',
  summary: 'Every container of the world that holds an item, the fullest first',
  notes:
    'Players, storages of bases, guild chests, what lies about, and the rest: treasure boxes, workbenches, death ' +
    'chests. The id counts in any case; of an id that nobody holds there is nothing. What a player carries whose ' +
    'file was missing at the import is not known.',
  game: true,
  query: Type.Object(PAGE),
  reply: closedObject({
    ItemID: Type.String({ description: 'As the catalogue spells it' }),
    Total: Type.Integer({ minimum: 0, description: 'Units in the whole world' }),
    Stacks: Type.Integer({ minimum: 0, description: 'Slots that hold it' }),
    Matching: Type.Integer({ minimum: 0, description: 'Containers that hold it' }),
    Holders: Type.Array(ItemHolder),
    Next: Type.Optional(Type.String({ description: 'Cursor of the next page, left out on the last one' })),
  }),
  errors: ['VALIDATION_FAILED'],
  examples: [{ params: { item_id: 'PalSphere' }, query: { Limit: 3 } }],
});
export type ItemHoldersPage = Static<typeof getItemHolders.reply>;
