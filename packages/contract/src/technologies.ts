import Type, { type Static } from 'typebox';
import { EXAMPLE_IDS } from './example-ids.ts';
import { LIMITS } from './limits.ts';
import { IdText } from './request-shapes.ts';
import { route } from './route.ts';
import { ALL_OR_NOTHING, idsFrom, NO_SUCH_PLAYER, SERVES_ONLINE_PLAYERS } from './route-texts.ts';
import { closedObject, GuidText, Int32, Text, Texts } from './shapes.ts';

export const getTechnologies = route('GET /v1/pdapi/techs/:player_identifier', {
  tag: 'Technologies',
  permission: 'REST.Techs.Read',
  title: 'Get technologies',
  summary: 'The technologies a player has unlocked',
  notes: SERVES_ONLINE_PLAYERS,
  game: true,
  reply: closedObject({
    Meta: closedObject({
      PlayerUID: GuidText,
      Player: Text,
      UnlockedCount: Int32,
      LockedCount: Int32,
      TotalCount: Int32,
    }),
    Techs: closedObject({ Unlocked: Texts }),
  }),
  meanings: NO_SUCH_PLAYER,
  examples: [{ params: { player_identifier: EXAMPLE_IDS.player } }],
});
export type TechnologiesReply = Static<typeof getTechnologies.reply>;

/** One ID, `All`, or an array of IDs that does not hold `All`. */
const TechnologyChoice = Type.Object({
  Technology: Type.Union([IdText, Type.Array(IdText, { minItems: 1, maxItems: LIMITS.technologyEntries })]),
});

const technologyErrors = {
  missing: 'INVALID_REQUEST',
  notAnObject: 'INVALID_REQUEST',
  invalidRequest: ['/Technology'],
} as const;

export const learnTechnologies = route('POST /v1/pdapi/learntech/:player_identifier', {
  tag: 'Technologies',
  permission: 'REST.Techs.Learn',
  title: 'Learn technologies',
  summary: 'Unlock technologies',
  notes: `${SERVES_ONLINE_PLAYERS}\n\n${ALL_OR_NOTHING}\n\n${idsFrom('Technologies')}\n\nLevel, cost and prerequisites do not count. Those in \`bannedTechnologies\` of Config.json are refused when named and left out of \`All\`. \`Skipped\` are those that the player knew already.`,
  game: true,
  attached: 'Delivered',
  body: TechnologyChoice,
  bodyErrors: technologyErrors,
  reply: closedObject({ UnlockedCount: Int32, Unlocked: Texts, Skipped: Texts }),
  errors: ['INVALID_REQUEST', 'VALIDATION_FAILED'],
  meanings: NO_SUCH_PLAYER,
  examples: [
    { params: { player_identifier: EXAMPLE_IDS.player }, body: { Technology: ['PalBox', 'Workbench'] } },
    { params: { player_identifier: EXAMPLE_IDS.player }, body: { Technology: 'All' } },
  ],
});

export const forgetTechnologies = route('POST /v1/pdapi/forgettech/:player_identifier', {
  tag: 'Technologies',
  permission: 'REST.Techs.Forget',
  title: 'Forget technologies',
  summary: 'Forget technologies',
  notes: `${SERVES_ONLINE_PLAYERS}\n\n${ALL_OR_NOTHING}\n\n${idsFrom('Technologies')}\n\nSpent technology points do not come back. \`Skipped\` are those that the player did not know.`,
  game: true,
  attached: 'Delivered',
  body: TechnologyChoice,
  bodyErrors: technologyErrors,
  reply: closedObject({
    ForgottenCount: Int32,
    Forgotten: Type.Union([Texts, Type.Literal('All')]),
    Skipped: Texts,
  }),
  errors: ['INVALID_REQUEST', 'VALIDATION_FAILED'],
  meanings: NO_SUCH_PLAYER,
  examples: [
    { params: { player_identifier: EXAMPLE_IDS.player }, body: { Technology: 'PalBox' } },
    { params: { player_identifier: EXAMPLE_IDS.player }, body: { Technology: ['Workbench'] } },
  ],
});
