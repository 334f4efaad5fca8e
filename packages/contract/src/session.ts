import Type, { type Static } from 'typebox';
import { CATALOGUE_LANGUAGES } from './catalogue-tables.ts';
import { ANY_TOKEN, route } from './route.ts';
import { ANSWER_FORMS } from './service.ts';
import { closedObject, oneOf, Text, Texts } from './shapes.ts';

/** Where a world comes from: made up, out of a save, or out of the save of a running game server. */
export const WORLD_KINDS = ['Demo', 'Import', 'Attached'] as const;
export type WorldKind = (typeof WORLD_KINDS)[number];

const Time = Type.String({ description: 'ISO 8601, UTC' });

export const getSession = route('GET /v1/palatine/session', {
  tag: 'Service',
  permission: ANY_TOKEN,
  title: 'Get session',
  summary: 'What the token of the call is called and may do, and which service and world answer it',
  notes:
    'The first question of a page for people: it offers what the permissions cover, and needs no permission itself. ' +
    'A permission that ends in `.*` covers all names below it, and `*` covers every one.',
  reply: closedObject({
    Token: closedObject({
      Name: Text,
      Permissions: Texts,
      AnswerForm: oneOf(ANSWER_FORMS),
    }),
    Service: closedObject({
      Version: Type.String({ description: 'Of Palatine; `GET /version` has that of the interface' }),
      StartedAt: Time,
      Simulated: Type.Boolean({
        description: 'Whether the service makes up what the players of its world do',
      }),
      Faults: Type.Boolean({ description: 'Whether faults can be injected, for tests of clients' }),
      PlayerResolution: oneOf(['Online', 'Known']),
    }),
    World: closedObject({
      Name: Text,
      Kind: oneOf(WORLD_KINDS),
      ImportedAt: Type.String({ description: 'When this world was read from its save, or made up' }),
      SavedAt: Type.Optional(
        Type.String({ description: 'When the game wrote the save; left out where it does not say' }),
      ),
      GameBuild: Type.Optional(Type.Integer({ description: 'Of the game that wrote the save' })),
    }),
    Limits: closedObject({
      MaxBodyBytes: Type.Integer({ minimum: 1 }),
      RequestsPerSecond: Type.Number({ description: 'Of a token; 0 for no limit' }),
    }),
    Languages: Type.Array(oneOf(CATALOGUE_LANGUAGES), {
      description: '`Language` of the catalogue',
    }),
  }),
});
export type Session = Static<typeof getSession.reply>;
