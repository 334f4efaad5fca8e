import { LIMITS } from './limits.ts';
import { route } from './route.ts';
import { GRANT } from './route-texts.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';

export const getTechnologies = route('GET /v1/pdapi/techs/:player_identifier', 'Get technologies', {
  tag: 'Technologies',
  permission: 'REST.Techs.Read',
  summary: 'The technologies a player has unlocked',
  notes: notes.SERVES_ONLINE_PLAYERS,
  reply: Type.closedObject({
    Meta: Type.closedObject({
      PlayerUID: Type.GuidText,
      Player: Type.String(),
      ...Type.eachOf(['UnlockedCount', 'LockedCount', 'TotalCount'], Type.Int32),
    }),
    Techs: Type.closedObject({ Unlocked: Type.Texts }),
  }),
  meanings: notes.NO_SUCH_PLAYER,
});

/** One ID, `All`, or an array of IDs that does not hold `All`. */
const TechnologyChoice = Type.Object({
  Technology: Type.Union([Type.IdText, Type.entries(Type.IdText, LIMITS.technologyEntries)]),
});

const CHANGE = {
  ...GRANT,
  tag: 'Technologies',
  body: TechnologyChoice,
  bodyErrors: { ...GRANT.bodyErrors, invalidRequest: ['/Technology'] },
} as const;

export const learnTechnologies = route('POST /v1/pdapi/learntech/:player_identifier', 'Learn technologies', {
  ...CHANGE,
  permission: 'REST.Techs.Learn',
  summary: 'Unlock technologies',
  notes: notes.learnTechnologies,
  reply: Type.closedObject({ UnlockedCount: Type.Int32, Unlocked: Type.Texts, Skipped: Type.Texts }),
  examples: [{ body: { Technology: ['PalBox', 'Workbench'] } }, { body: { Technology: 'All' } }],
});

export const forgetTechnologies = route(
  'POST /v1/pdapi/forgettech/:player_identifier',
  'Forget technologies',
  {
    ...CHANGE,
    permission: 'REST.Techs.Forget',
    summary: 'Forget technologies',
    notes: notes.forgetTechnologies,
    reply: Type.closedObject({
      ForgottenCount: Type.Int32,
      Forgotten: Type.Union([Type.Texts, Type.Literal('All')]),
      Skipped: Type.Texts,
    }),
    examples: [{ body: { Technology: 'PalBox' } }, { body: { Technology: ['Workbench'] } }],
  },
);
