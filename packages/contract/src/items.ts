import { LIMITS } from './limits.ts';
import { route } from './route.ts';
import { GRANT } from './route-texts.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';

/** The six containers that a player carries, in the order of the reply. */
export const INVENTORIES = ['Items', 'KeyItems', 'Weapons', 'Armor', 'Food', 'DropSlot'] as const;
export type InventoryName = (typeof INVENTORIES)[number];

export const ItemSlot = Type.closedObject({ ItemID: Type.String(), Count: Type.Int32 });

export const Inventory = Type.closedObject({
  Available: Type.Boolean(),
  ContainerID: Type.text('Empty when unavailable'),
  ...Type.eachOf(['UsedSlots', 'MaxSlots', 'FreeSlots'], Type.Int32),
  Slots: Type.Record(Type.String(), ItemSlot),
});
export type Inventory = Type.Static<typeof Inventory>;

export const getItems = route('GET /v1/pdapi/items/:player_identifier', 'Get inventory', {
  tag: 'Players',
  permission: 'REST.Items.Read',
  summary: "A player's inventory",
  notes: notes.getItems,
  reply: Type.closedObject({
    Meta: Type.closedObject({ PlayerUID: Type.GuidText, Player: Type.String() }),
    Inventory: Type.closedObject(Type.eachOf(INVENTORIES, Inventory)),
  }),
  meanings: notes.NO_SUCH_PLAYER,
});
export type ItemsReply = Type.Static<typeof getItems.reply>;

export const giveItems = route('POST /v1/pdapi/give/items/:player_identifier', 'Give items', {
  ...GRANT,
  permission: 'REST.Items.Give',
  summary: 'Grant items',
  notes: notes.giveItems,
  body: Type.Object({
    Items: Type.entries(Type.Object({ ItemID: Type.IdText, Count: Type.Amount }), LIMITS.listEntries),
  }),
  bodyErrors: { ...GRANT.bodyErrors, invalidRequest: ['/Items'] },
  reply: Type.closedObject({ Granted: Type.closedObject({ Items: Type.Int32 }) }),
  errors: ['INVALID_REQUEST', 'GRANT_FAILED'],
  onStorageFailure: 'GRANT_FAILED',
  examples: [{ body: { Items: [{ ItemID: 'PalSphere', Count: 20 }] } }],
});

/** `Drop`: a dropped item. `Other`: a treasure box, a workbench, a death chest: see its `ObjectId`. */
export const HOLDER_KINDS = ['Player', 'Storage', 'GuildChest', 'Drop', 'Other'] as const;
export type HolderKind = (typeof HOLDER_KINDS)[number];

/** A container that holds an item. What does not apply is left out. */
export const ItemHolder = Type.closedObject({
  Kind: Type.oneOf(HOLDER_KINDS),
  ContainerId: Type.GuidText,
  ...Type.eachOf(['Count', 'Stacks'], Type.Int32),
  Uid: Type.optionalText('PlayerUID of its carrier'),
  PlayerName: Type.Optional(Type.String()),
  Inventory: Type.Optional(Type.oneOf(INVENTORIES)),
  GuildId: Type.optionalText('The guild of the chest, or of the base'),
  GuildName: Type.Optional(Type.String()),
  HeadName: Type.optionalText('Head of that guild'),
  CampId: Type.Optional(Type.String()),
  ObjectId: Type.optionalText('Kind of the object that holds it'),
  Place: Type.Optional(Type.Place),
});
export type ItemHolder = Type.Static<typeof ItemHolder>;

export const getItemHolders = route('GET /v1/palatine/items/:item_id/holders', 'Find an item', {
  tag: 'World',
  permission: 'Palatine.Items.Read',
  summary: 'Every container of the world that holds an item, the fullest first',
  notes: notes.getItemHolders,
  game: true,
  query: Type.Object(Type.PAGE),
  reply: Type.closedObject({
    ItemID: Type.text('As the catalogue spells it'),
    Total: Type.count('Units in the whole world'),
    Stacks: Type.count('Slots that hold it'),
    Matching: Type.count('Containers that hold it'),
    Holders: Type.Array(ItemHolder),
    Next: Type.LIST_META.Next,
  }),
});
