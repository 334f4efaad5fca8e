import { EXAMPLE_IDS } from './example-ids.ts';
import { route } from './route.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';

/**
 * `Pending` waits for the next maintenance. `Delivering` is written to the save of a stopped server that has not
 * confirmed it yet. `Failed` can never be delivered: its player or base is gone.
 */
export const DELIVERY_STATES = ['Pending', 'Delivering', 'Delivered', 'Canceled', 'Failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The header of an answer to a write that waits for the next maintenance: `pending; id=<GUID>`. */
export const DELIVERY_HEADER = 'Palatine-Delivery';

export const Delivery = Type.closedObject({
  Id: Type.GuidText,
  State: Type.oneOf(DELIVERY_STATES),
  Route: Type.text('Method and path of the route that was called'),
  Target: Type.text('The player or base, as the caller named it'),
  PlayerUID: Type.text('Empty for a base'),
  PlayerName: Type.String(),
  Summary: Type.text('The grant or change, such as `10 × PalSphere`'),
  Issuer: Type.text('Name of the token'),
  AcceptedAt: Type.IsoTime,
  EndedAt: Type.optionalText('When it was delivered, canceled or failed; left out while it waits'),
  Attempts: Type.count('Maintenances that tried to deliver it'),
  Reason: Type.text('Why the last attempt did not deliver it; empty without one'),
});
export type Delivery = Type.Static<typeof Delivery>;

const delivery: Delivery = {
  Id: EXAMPLE_IDS.delivery,
  State: 'Pending',
  Route: 'POST /v1/pdapi/give/items/:player_identifier',
  Target: EXAMPLE_IDS.player,
  PlayerUID: 'D894F2B1-00000000-00000000-00000000',
  PlayerName: 'Gustav',
  Summary: '10 × PalSphere',
  Issuer: 'Shop',
  AcceptedAt: '2026-07-12T18:15:02.113Z',
  Attempts: 0,
  Reason: '',
};

export const getDeliveries = route('GET /v1/palatine/deliveries', 'List deliveries', {
  tag: 'Deliveries',
  permission: 'Palatine.Deliveries.Read',
  summary:
    'Deliveries that wait for the next maintenance of the game server, and the outcome of earlier ones; newest first',
  notes: notes.getDeliveries,
  game: true,
  query: Type.Object({
    State: Type.choice(DELIVERY_STATES, 'One of the states, in any case'),
    Player: Type.filter('PlayerUID or UserId of the player'),
    ...Type.PAGE,
  }),
  reply: Type.closedObject({
    Meta: Type.closedObject({ Pending: Type.Int32, Delivering: Type.Int32 }),
    Deliveries: Type.Array(Delivery),
    Next: Type.LIST_META.Next,
  }),
  examples: [{ query: { State: 'Pending', Limit: 3 } }],
});
export type DeliveriesPage = Type.Static<typeof getDeliveries.reply>;

const CHANGE = {
  tag: 'Deliveries',
  permission: 'Palatine.Deliveries.Change',
  game: true,
  attachedOnly: true,
  body: Type.Object({}),
  reply: Type.closedObject({ Delivery }),
  errors: ['DELIVERY_NOT_FOUND', 'DELIVERY_ENDED'],
  examples: [{ params: { id: EXAMPLE_IDS.delivery }, body: {} }],
} as const;

export const cancelDelivery = route('POST /v1/palatine/deliveries/:id/cancel', 'Cancel delivery', {
  ...CHANGE,
  summary: 'Cancel a delivery that waits',
  notes: 'One that is being delivered, or has ended, is refused with `DELIVERY_ENDED`.',
  replyExample: { Delivery: { ...delivery, State: 'Canceled', EndedAt: '2026-07-12T18:20:00.000Z' } },
});

export const retryDelivery = route('POST /v1/palatine/deliveries/:id/retry', 'Retry delivery', {
  ...CHANGE,
  summary: 'Let a delivery that failed, or that did not fit, be tried again with the next maintenance',
  notes: 'One that was delivered or canceled is refused with `DELIVERY_ENDED`.',
  replyExample: { Delivery: delivery },
});
