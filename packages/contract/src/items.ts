import Type, { type Static } from 'typebox';
import { EXAMPLE_IDS } from './example-ids.ts';
import { LIMITS } from './limits.ts';
import { Amount, IdText } from './request-shapes.ts';
import { route } from './route.ts';
import { ALL_OR_NOTHING, idsFrom, NO_SUCH_PLAYER, SERVES_ONLINE_PLAYERS } from './route-texts.ts';
import { closedObject, GuidText, Int32, Text } from './shapes.ts';

/** The six containers that a player carries, in the order of the reply. */
export const INVENTORIES = ['Items', 'KeyItems', 'Weapons', 'Armor', 'Food', 'DropSlot'] as const;
export type InventoryName = (typeof INVENTORIES)[number];

export const ItemSlot = closedObject({ ItemID: Text, Count: Int32 });

export const Inventory = closedObject({
  Available: Type.Boolean(),
  ContainerID: Type.String({ description: 'Empty when unavailable' }),
  UsedSlots: Int32,
  MaxSlots: Int32,
  FreeSlots: Int32,
  Slots: Type.Record(Type.String(), ItemSlot),
});
export type Inventory = Static<typeof Inventory>;

export const getItems = route('GET /v1/pdapi/items/:player_identifier', {
  tag: 'Players',
  permission: 'REST.Items.Read',
  title: 'Get inventory',
  summary: "A player's inventory",
  notes: `${SERVES_ONLINE_PLAYERS}\n\nA container that the player lacks has \`Available\` false. \`Slots\` holds the occupied slots only, by their index from 0.`,
  game: true,
  reply: closedObject({
    Meta: closedObject({ PlayerUID: GuidText, Player: Text }),
    Inventory: closedObject({
      Items: Inventory,
      KeyItems: Inventory,
      Weapons: Inventory,
      Armor: Inventory,
      Food: Inventory,
      DropSlot: Inventory,
    }),
  }),
  meanings: NO_SUCH_PLAYER,
  examples: [{ params: { player_identifier: EXAMPLE_IDS.player } }],
});
export type ItemsReply = Static<typeof getItems.reply>;

export const giveItems = route('POST /v1/pdapi/give/items/:player_identifier', {
  tag: 'Grants',
  permission: 'REST.Items.Give',
  title: 'Give items',
  summary: 'Grant items',
  notes: `${SERVES_ONLINE_PLAYERS}\n\n${ALL_OR_NOTHING}\n\n${idsFrom('`ItemID`s')}\n\nKey items go to \`KeyItems\`, everything else to \`Items\`: stacks of the same item are filled first, then free slots, up to the stack size of the item. What has no room is refused. Eggs have a route of their own.`,
  game: true,
  attached: 'Delivered',
  body: Type.Object({
    Items: Type.Array(Type.Object({ ItemID: IdText, Count: Amount }), {
      minItems: 1,
      maxItems: LIMITS.listEntries,
    }),
  }),
  bodyErrors: { missing: 'INVALID_REQUEST', notAnObject: 'INVALID_REQUEST', invalidRequest: ['/Items'] },
  reply: closedObject({ Granted: closedObject({ Items: Int32 }) }),
  errors: ['INVALID_REQUEST', 'VALIDATION_FAILED', 'GRANT_FAILED'],
  meanings: NO_SUCH_PLAYER,
  onStorageFailure: 'GRANT_FAILED',
  examples: [
    {
      params: { player_identifier: EXAMPLE_IDS.player },
      body: { Items: [{ ItemID: 'PalSphere', Count: 20 }] },
    },
  ],
});
