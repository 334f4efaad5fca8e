import { route } from './route.ts';
import { ANSWER_FORMS } from './service.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';

const Names = (description: string, maxLength: number) =>
  Type.Array(Type.String({ minLength: 1, maxLength }), { minItems: 1, maxItems: 256, description });

/** Permissions and worlds of a token. */
const GRANT = {
  Name: Type.String({ minLength: 1, maxLength: 128 }),
  Permissions: Names('Such as `REST.Items.*`', 256),
  Worlds: Names('Keys and tags of worlds; `*` for all, also those that join later', 128),
  AnswerForm: Type.Optional(Type.oneOf(ANSWER_FORMS)),
};

/** A token as the fleet keeps it. */
export const FLEET_TOKEN = {
  ...GRANT,
  Until: Type.Optional({
    ...Type.IsoTime,
    description: 'Left out for one that is valid until it is revoked',
  }),
  Revoked: Type.Boolean(),
  CreatedBy: Type.String(),
  CreatedAt: Type.IsoTime,
};

/** A token of a fleet; never its secret. */
export const FleetTokenEntry = Type.closedObject({
  Id: Type.text('Unique; reveals nothing about the secret'),
  ...FLEET_TOKEN,
  LastUsed: Type.Optional({ ...Type.IsoTime, description: 'At this gateway, since it started' }),
});
export type FleetTokenEntry = Type.Static<typeof FleetTokenEntry>;

/** The changeable fields of a token. */
const CHANGE = { Permissions: GRANT.Permissions, Worlds: GRANT.Worlds };

const GIVEN = { Name: 'Shop', Permissions: ['REST.Items.*'], Worlds: ['eu'] };
const MADE = { Revoked: false, CreatedBy: 'Admin', CreatedAt: '2026-07-13T18:15:02.113Z' };
const EXAMPLE = { Id: '9f86…', ...GIVEN, ...MADE };
const WRITES = { tag: 'Fleet', permission: 'Palatine.Fleet.Tokens.Write', concerns: 'SomeWorlds' } as const;

export const getFleetTokens = route('GET /v1/fleet/tokens', 'List fleet tokens', {
  tag: 'Fleet',
  permission: 'Palatine.Fleet.Tokens.Read',
  concerns: 'SomeWorlds',
  summary: 'The tokens of the fleet, with what each may do and where; never a secret',
  reply: Type.closedObject({ Tokens: Type.Array(FleetTokenEntry) }),
});

export const createFleetToken = route('POST /v1/fleet/tokens', 'Make fleet token', {
  ...WRITES,
  summary: 'Create a fleet token, valid at the gateway and at the worlds that it names',
  notes: notes.createFleetToken,
  replyExample: { Secret: 'gP0Z…', Token: EXAMPLE },
  body: Type.Object({ ...GRANT, Until: Type.time('When it expires: ISO 8601. Never unless given') }),
  bodyErrors: { missing: 'EMPTY_BODY', notAnObject: 'INVALID_REQUEST' },
  reply: Type.closedObject({
    Secret: Type.text('Empty when the request is repeated with its Idempotency-Key'),
    Token: FleetTokenEntry,
  }),
  auditTarget: ['Name'],
  examples: [{ body: { ...GIVEN, AnswerForm: 'Flat', Until: '2027-01-01T00:00:00Z' } }],
});

export const changeFleetToken = route('PUT /v1/fleet/tokens/:id', 'Change fleet token', {
  ...WRITES,
  summary: 'Change what a fleet token may do, where, and until when; its secret stays',
  notes: 'A token cannot grant what it lacks itself, nor change one that has more than it has, nor itself.',
  body: Type.Object({ ...CHANGE, Until: Type.time('When it expires: ISO 8601. Never unless given') }),
  bodyErrors: { missing: 'EMPTY_BODY', notAnObject: 'INVALID_REQUEST' },
  reply: Type.closedObject({ Token: FleetTokenEntry }),
  replyExample: { Token: { ...EXAMPLE, Permissions: ['REST.Items.Read'] } },
  errors: ['TOKEN_NOT_FOUND'],
  examples: [
    {
      params: { id: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
      body: { Permissions: ['REST.Items.Read'], Worlds: ['eu'], Until: '2027-01-01T00:00:00Z' },
    },
  ],
});

export const revokeFleetToken = route('DELETE /v1/fleet/tokens/:id', 'Revoke fleet token', {
  ...WRITES,
  summary: 'Revoke a token: the gateway and connected worlds reject it within a second and close its streams',
  notes: notes.revokeFleetToken,
  reply: Type.closedObject({ Token: FleetTokenEntry }),
  replyExample: { Token: { ...EXAMPLE, Revoked: true } },
  errors: ['TOKEN_NOT_FOUND'],
  examples: [{ params: { id: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' } }],
});
