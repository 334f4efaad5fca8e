import Type, { type Static } from 'typebox';
import { PalatineEvent } from './events.ts';
import { EXAMPLE_IDS } from './example-ids.ts';
import { LIMITS } from './limits.ts';
import { FilterText, IdText } from './request-shapes.ts';
import { route } from './route.ts';
import { closedObject, Int32, oneOf, Text } from './shapes.ts';

/** Base path of our own routes, outside that of the service document. */
export const OWN_PATH = '/v1/palatine';

export const AuditEntry = closedObject({
  Id: Type.Integer(),
  Time: Type.String({ description: 'ISO 8601, UTC' }),
  Token: Type.String({ description: 'Name of the token' }),
  IP: Type.String({ description: 'Address of the caller' }),
  Route: Type.String({ description: 'Method and path of the route' }),
  Target: Type.String({ description: 'The player, address or base camp' }),
  Outcome: Type.String({ description: 'OK, or the error code' }),
  Status: Int32,
  Reason: Text,
});
export type AuditEntry = Static<typeof AuditEntry>;

export const getAudit = route({
  method: 'GET',
  tag: 'Service',
  base: OWN_PATH,
  path: '/audit',
  permission: 'Palatine.Audit.Read',
  summary: 'Every write, allowed or refused, newest first',
  game: true,
  query: Type.Object({
    Token: Type.Optional(FilterText),
    Route: Type.Optional(FilterText),
    Target: Type.Optional(FilterText),
    Outcome: Type.Optional(FilterText),
    IP: Type.Optional(FilterText),
    Limit: Type.Optional(
      Type.String({ maxLength: LIMITS.filterChars, description: '1 to 500; 100 unless given' }),
    ),
    Cursor: Type.Optional(
      Type.String({ maxLength: LIMITS.filterChars, description: 'Next of the page before' }),
    ),
  }),
  reply: closedObject({
    Entries: Type.Array(AuditEntry),
    Next: Type.Optional(
      Type.String({
        description:
          'Cursor of the next page, left out on the last one. With several filters a page may hold fewer entries ' +
          'than `Limit`, or none, and still have a `Next`: the service looks at a bounded number of entries for it.',
      }),
    ),
  }),
  errors: ['VALIDATION_FAILED'],
  examples: [{ query: { Limit: '3' } }],
});
export type AuditPage = Static<typeof getAudit.reply>;

export const getEvents = route({
  method: 'GET',
  tag: 'Service',
  base: OWN_PATH,
  path: '/events',
  permission: 'Palatine.Events.Read',
  summary: 'The events of the world as server-sent events; Last-Event-ID resumes',
  game: true,
  stream: true,
  reply: PalatineEvent,
  errors: [],
  examples: [{}],
});

/** Work that `FailNext` makes fail once, so that a client can meet every code of the catalogue. */
export const FAILING_WORK = ['grant', 'alert', 'message', 'summon', 'deletebase'] as const;
export type FailingWork = (typeof FAILING_WORK)[number];

const identifier = (description: string) => Type.String({ maxLength: LIMITS.idChars, description });

export const controlSimulation = route({
  method: 'POST',
  tag: 'Service',
  base: OWN_PATH,
  path: '/simulation',
  permission: 'Palatine.Simulation.Control',
  summary: 'Inject faults, for tests of clients; only on a server started with --faults',
  game: true,
  body: Type.Object({
    LogIn: Type.Optional(identifier('PlayerUID or UserId of a known player')),
    LogOut: Type.Optional(identifier('PlayerUID or UserId of somebody online')),
    LoadCharacter: Type.Optional(
      Type.Object(
        { Player: IdText, Loaded: Type.Boolean() },
        { description: 'Whether a character counts as loaded' },
      ),
    ),
    ForgetAccount: Type.Optional(identifier('PlayerUID of somebody online whose account record goes')),
    FreezeMs: Type.Optional(Type.Integer({ minimum: 1, maximum: 60_000 })),
    PlayerManagerAvailable: Type.Optional(Type.Boolean()),
    BaseCampManagerAvailable: Type.Optional(Type.Boolean()),
    FailNext: Type.Optional(Type.Array(oneOf(FAILING_WORK), { maxItems: LIMITS.listEntries })),
  }),
  bodyErrors: { missing: 'VALIDATION_FAILED', notAnObject: 'VALIDATION_FAILED' },
  reply: closedObject({ Success: Type.Boolean() }),
  errors: ['VALIDATION_FAILED', 'PLAYER_NOT_FOUND'],
  examples: [
    { body: { LogIn: EXAMPLE_IDS.otherPlayer } },
    {
      body: {
        LoadCharacter: { Player: EXAMPLE_IDS.player, Loaded: true },
        FreezeMs: 1,
        PlayerManagerAvailable: true,
        BaseCampManagerAvailable: true,
        FailNext: ['alert'],
      },
    },
    { body: { ForgetAccount: EXAMPLE_IDS.otherPlayer } },
    { body: { LogOut: EXAMPLE_IDS.player } },
  ],
});

/** Our own routes, beyond those of the service document. */
export const OWN_ROUTES = { getAudit, getEvents, controlSimulation } as const;
