import { EXAMPLE_IDS } from './example-ids.ts';
import { LIMITS } from './limits.ts';
import { REQUIRED_BODY, route } from './route.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';

/** Each way of sending, with the permission it needs. */
export const SEND_PERMISSIONS = {
  PlayerChat: 'REST.Messages.Send.PlayerChat',
  PlayerGlobalChat: 'REST.Messages.Send.GlobalChat',
  PlayerGuildChat: 'REST.Messages.Send.GuildChat',
  PlayerLogNormal: 'REST.Messages.Send.Log.Normal',
  PlayerLogImportant: 'REST.Messages.Send.Log.Important',
  PlayerLogVeryImportant: 'REST.Messages.Send.Log.VeryImportant',
} as const;
export type SendType = keyof typeof SEND_PERMISSIONS;
export const SEND_TYPES = Object.keys(SEND_PERMISSIONS) as SendType[];

export const sendPlayerMessage = route('POST /v1/pdapi/SendPlayerMessage', 'Send message', {
  tag: 'Messages',
  permission: Object.values(SEND_PERMISSIONS),
  summary: 'Send a message to one or several players; the permission follows SendType',
  notes: notes.sendPlayerMessage,
  attached: 'Impossible',
  body: Type.Object({
    SendType: Type.oneOf(SEND_TYPES),
    Message: Type.MessageText,
    UserID: Type.Optional(Type.NonEmptyIdText),
    UserIDs: Type.Optional(
      Type.Array(Type.NonEmptyIdText, { minItems: 1, maxItems: LIMITS.listEntries, uniqueItems: true }),
    ),
    Sender: Type.Optional(Type.SenderText),
  }),
  bodyErrors: { missing: 'EMPTY_BODY', notAnObject: 'VALIDATION_FAILED' },
  reply: Type.closedObject({ Success: Type.Boolean(), SentCount: Type.Int32 }),
  errors: ['EMPTY_BODY', 'PLAYER_NOT_FOUND', 'SEND_MESSAGE_FAILED'],
  auditTarget: ['UserIDs', 'UserID'],
  examples: [
    {
      body: {
        SendType: 'PlayerLogImportant',
        Message: 'Your order has arrived',
        UserIDs: [EXAMPLE_IDS.player],
      },
    },
    { body: { SendType: 'PlayerChat', Message: 'Hello', UserID: EXAMPLE_IDS.player, Sender: 'Admin' } },
  ],
});

export const broadcast = route('POST /v1/pdapi/Broadcast', 'Broadcast', {
  tag: 'Messages',
  permission: 'REST.Messages.Broadcast',
  summary: 'Send a chat message to everyone online',
  notes: notes.broadcast,
  attached: 'Live',
  body: Type.Object({ Message: Type.MessageText, Sender: Type.Optional(Type.SenderText) }),
  bodyErrors: REQUIRED_BODY,
  reply: Type.closedObject({ Success: Type.Boolean() }),
  examples: [{ body: { Message: 'The server restarts in ten minutes', Sender: 'Admin' } }],
});

export const alert = route('POST /v1/pdapi/Alert', 'Alert', {
  tag: 'Messages',
  permission: 'REST.Messages.Alert',
  summary: "Show an alert on everyone's screen",
  notes: notes.alert,
  attached: 'Impossible',
  body: Type.Object({ Message: Type.MessageText }),
  bodyErrors: REQUIRED_BODY,
  reply: Type.closedObject({ Success: Type.Boolean() }),
  errors: ['BROADCAST_ALERT_FAILED'],
  examples: [{ body: { Message: 'Raid at the northern camp' } }],
});
