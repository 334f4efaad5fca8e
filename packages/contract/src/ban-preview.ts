import Type, { type Static } from 'typebox';
import { EXAMPLE_IDS } from './example-ids.ts';
import { NamedPlayer, Place } from './lists.ts';
import { PLAYER_BAN_KINDS, PLAYERS_READ_PRIVATE, SAYS_PRIVATE, UNKNOWN_PLAYER } from './player-search.ts';
import { route } from './route.ts';
import { closedObject, GuidText, Int32, oneOf, Text } from './shapes.ts';

const PRIVATE = `, and without \`${PLAYERS_READ_PRIVATE}\``;

export const getBanPreview = route('GET /v1/palatine/players/:uid/ban-preview', {
  tag: 'Punishments',
  permission: 'REST.Punishments.Ban',
  saysMoreWith: SAYS_PRIVATE,
  title: 'Preview ban',
  summary: 'What banning a player would bring about; changes nothing',
  notes: 'Anybody whom the world knows, online or not, by PlayerUID or UserId.',
  game: true,
  reply: closedObject({
    Player: NamedPlayer,
    Online: Type.Boolean(),
    UserIdKnown: Type.Boolean({
      description: 'Whether the ban can name a UserId; without one the PlayerUID is banned until it is known',
    }),
    UserId: Type.Optional(Type.String({ description: `Left out when unknown${PRIVATE}` })),
    AddressKnown: Type.Boolean({
      description: 'Whether the address can be banned with the player, who has to be online for that',
    }),
    Address: Type.Optional(Type.String({ description: `Left out when unknown${PRIVATE}` })),
    Banned: Type.Optional(
      closedObject({ By: oneOf(PLAYER_BAN_KINDS), Reason: Text }, 'The ban that is in force already'),
    ),
    SameAddress: Type.Array(closedObject({ ...NamedPlayer.properties, Online: Type.Boolean() }), {
      description: 'Others who play, or have played, from an address of the player',
    }),
    Guild: Type.Optional(
      closedObject({
        Id: GuidText,
        Name: Text,
        HeadName: Text,
        Members: Int32,
        NotBanned: Type.Integer({ description: 'Members who are not banned, this one left out' }),
      }),
    ),
    CampsLeft: Type.Array(closedObject({ Id: GuidText, Place }), {
      description: 'Bases of the guild, when none of its other members may play either',
    }),
  }),
  errors: ['PLAYER_NOT_FOUND'],
  meanings: UNKNOWN_PLAYER,
  examples: [{ params: { uid: EXAMPLE_IDS.player } }],
});
export type BanPreview = Static<typeof getBanPreview.reply>;
