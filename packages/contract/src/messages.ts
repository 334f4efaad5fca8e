import { EXAMPLE_IDS } from './example-ids.ts';
import { LIMITS } from './limits.ts';
import { REQUIRED_BODY, route } from './route.ts';
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
  notes:
    'Each player named has to be online, whatever `playerResolution` says, or nobody receives ' +
    'anything. Exactly one of `UserID` and `UserIDs` is given. `SendType` decides where the screen ' +
    'shows the message, not who receives it, and which permission the token needs.',
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
  notes:
    'Everybody who is online reads it in the chat; with nobody online it succeeds as well. Beside a running game server it ' +
    'is an announcement of that server, one for each line, at most ten, with the sender before the text.',
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
  notes:
    'The message may hold line breaks. With nobody online it succeeds as well. A running game server has no alerts: beside ' +
    'one it is refused, or sent as a broadcast where Server.json says `"AlertAs": "Broadcast"`.',
  attached: 'Impossible',
  body: Type.Object({ Message: Type.MessageText }),
  bodyErrors: REQUIRED_BODY,
  reply: Type.closedObject({ Success: Type.Boolean() }),
  errors: ['BROADCAST_ALERT_FAILED'],
  examples: [{ body: { Message: 'Raid at the northern camp' } }],
});
