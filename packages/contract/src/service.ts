import { CATALOGUE_LANGUAGES } from './catalogue-tables.ts';
import { EXAMPLE_IDS } from './example-ids.ts';
import { LIMITS } from './limits.ts';
import { ROLE_NAMES, ROLES } from './roles.ts';
import { ANY_TOKEN, REQUIRED_BODY, route } from './route.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';

export const ANSWER_FORMS = ['Flat', 'Wrapped'] as const;
/** Newer clients of PalDefender read `Wrapped` (docs/api.md#the-paldefender-interface). */
export type AnswerForm = (typeof ANSWER_FORMS)[number];

export const Version = Type.closedObject({
  ...Type.eachOf(['major', 'minor', 'patch', 'build'], Type.Int32),
  ...Type.eachOf(['version_str', 'version_str_long'], Type.String()),
});
export type Version = Type.Static<typeof Version>;

/** The names of the fields in the wrapped form. */
const WRAPPED_NAMES = {
  major: 'Major',
  minor: 'Minor',
  patch: 'Patch',
  build: 'Build',
  version_str: 'Version',
  version_str_long: 'VersionLong',
} as const satisfies Record<keyof Version, string>;
const FIELDS = Object.keys(WRAPPED_NAMES) as (keyof Version)[];

export const getVersion = route('GET /v1/pdapi/version', 'Get version', {
  game: false,
  tag: 'Service',
  permission: 'REST.Version.Read',
  summary: 'The version of the service; answers while the service is reachable and the token works',
  notes: notes.getVersion,
  reply: Version,
  wrapped: {
    wrap: (version: Version) => ({
      Version: {
        ...Object.fromEntries(FIELDS.map((field) => [WRAPPED_NAMES[field], version[field]])),
        Beta: false,
      },
    }),
    unwrap: (response) => {
      if (!('Version' in response)) return undefined;
      const wrapped = response.Version as Record<string, unknown>; // what `wrap` above gave
      return Object.fromEntries(FIELDS.map((field) => [field, wrapped[WRAPPED_NAMES[field]]]));
    },
    reply: Type.closedObject({
      Version: Type.closedObject({
        ...Type.eachOf(['Major', 'Minor', 'Patch', 'Build'], Type.Int32),
        ...Type.eachOf(['Version', 'VersionLong'], Type.String()),
        Beta: Type.Boolean(),
      }),
    }),
  },
});

export const reloadConfig = route('POST /v1/pdapi/ReloadConfig', 'Reload config', {
  tag: 'Service',
  permission: 'REST.Reload.Config',
  summary: 'Read the operator files again',
  notes: notes.reloadConfig,
  excludedErrors: ['REQUEST_TIMEOUT'], // a late reload is `Success` false
  body: Type.Object({}),
  reply: Type.closedObject({ Success: Type.Boolean() }),
});

/** Origin of a world: a demo, an imported save, or the save of a running game server. */
export const WORLD_KINDS = ['Demo', 'Import', 'Attached'] as const;

export const getSession = route('GET /v1/palatine/session', 'Get session', {
  tag: 'Service',
  permission: ANY_TOKEN,
  summary: 'Name and permissions of the token of the call, and the service and world that answer it',
  notes: notes.getSession,
  reply: Type.closedObject({
    Token: Type.closedObject({
      Name: Type.String(),
      Permissions: Type.Texts,
      AnswerForm: Type.oneOf(ANSWER_FORMS),
    }),
    Service: Type.closedObject({
      Version: Type.text('Version of Palatine; `GET /version` has that of the interface'),
      StartedAt: Type.IsoTime,
      Simulated: Type.boolean('Whether the service simulates the players of its world'),
      Faults: Type.boolean('Whether faults can be injected, for tests of clients'),
      PlayerResolution: Type.oneOf(['Online', 'Known']),
    }),
    World: Type.closedObject({
      Name: Type.String(),
      Kind: Type.oneOf(WORLD_KINDS),
      ImportedAt: Type.text('When this world was read from its save, or generated'),
      SavedAt: Type.optionalText('When the game wrote the save; left out where it does not say'),
      GameBuild: Type.optionalInteger('Build of the game that wrote the save'),
    }),
    Limits: Type.closedObject({
      MaxBodyBytes: Type.Integer({ minimum: 1 }),
      RequestsPerSecond: Type.number('Per token; 0 for no limit'),
    }),
    Languages: Type.list(Type.oneOf(CATALOGUE_LANGUAGES), '`Language` of the catalogue'),
  }),
});
export type Session = Type.Static<typeof getSession.reply>;

export const TokenEntry = Type.closedObject({
  File: Type.text('In `RESTAPI/Tokens`'),
  Name: Type.text('Empty where the file is invalid'),
  Permissions: Type.Texts,
  AnswerForm: Type.Optional(Type.oneOf(ANSWER_FORMS)),
  Hashed: Type.boolean('Whether the file holds a hash instead of the secret'),
  Expires: Type.Optional({ ...Type.IsoTime, description: 'When it expires or has expired' }),
  LastUsed: Type.optionalText('Left out when not since the service started'),
  RequestsToday: Type.Int32,
  Fault: Type.optionalText('Why the file is ignored'),
  Warnings: Type.list(Type.String(), 'Warnings about a valid file'),
});
export type TokenEntry = Type.Static<typeof TokenEntry>;

export const getTokens = route('GET /v1/palatine/tokens', 'List tokens', {
  tag: 'Service',
  permission: 'Palatine.Tokens.Read',
  summary: 'The token files with what each may do and when it was used; never a secret',
  notes: '`RequestsToday` counts since midnight UTC, or since the service started.',
  reply: Type.closedObject({
    Tokens: Type.Array(TokenEntry),
    Ignored: Type.list(Type.String(), 'Why files of the folder are ignored'),
  }),
});

/** The role or permissions of a token, and its end. */
const GRANT = {
  Role: Type.Optional(Type.oneOf(ROLE_NAMES)),
  Permissions: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
      minItems: 1,
      maxItems: 256,
      description: 'Such as `REST.Items.*`; instead of `Role`',
    }),
  ),
  Expires: Type.time('When it expires: ISO 8601. Never unless given'),
};
const WRITES_TOKENS = {
  tag: 'Service',
  permission: 'Palatine.Tokens.Write',
  auditTarget: ['Name'],
} as const;

const THEO = {
  File: 'Theo.json',
  Name: 'Theo',
  Permissions: [...ROLES.Viewer],
  Hashed: true,
  Expires: '2099-01-01T00:00:00.000Z',
  RequestsToday: 0,
  Warnings: [],
};

export const createToken = route('POST /v1/palatine/tokens', 'Make token', {
  ...WRITES_TOKENS,
  summary: 'Create a token; its file keeps only a hash of the secret',
  notes: notes.createToken,
  body: Type.Object({ Name: Type.String({ minLength: 1, maxLength: 128 }), ...GRANT }),
  bodyErrors: REQUIRED_BODY,
  reply: Type.closedObject({
    Secret: Type.text('Empty when the request is repeated with its Idempotency-Key'),
    Token: TokenEntry,
  }),
  replyExample: { Secret: 'gP0Z…', Token: THEO },
  examples: [
    { body: { Name: 'Theo', Role: 'Viewer', Expires: '2099-01-01T00:00:00Z' } },
    { body: { Name: 'Stats', Permissions: ['REST.Items.*'] } },
  ],
});

export const changeToken = route('PUT /v1/palatine/tokens/:token', 'Change token', {
  ...WRITES_TOKENS,
  summary: 'Change what a token may do, and until when; its secret stays',
  notes: notes.LIMITS_OF_TOKENS,
  body: Type.Object(GRANT),
  bodyErrors: REQUIRED_BODY,
  reply: Type.closedObject({ Token: TokenEntry }),
  replyExample: { Token: THEO },
  errors: ['TOKEN_NOT_FOUND'],
  examples: [
    { params: { token: 'Theo' }, body: { Role: 'Viewer', Expires: '2099-01-01T00:00:00Z' } },
    { params: { token: 'Stats' }, body: { Permissions: ['REST.Items.Read'] } },
  ],
});

export const revokeToken = route('DELETE /v1/palatine/tokens/:token', 'Revoke token', {
  ...WRITES_TOKENS,
  summary: 'Remove a token file: the service refuses the token at once, and ends its streams',
  notes: notes.LIMITS_OF_TOKENS,
  reply: Type.closedObject({ File: Type.String() }),
  replyExample: { File: 'Stats.json' },
  errors: ['TOKEN_NOT_FOUND'],
  examples: [{ params: { token: 'Stats' } }],
});

/** Work that `FailNext` makes fail once, so that a client can meet every code of the catalogue. */
export const FAILING_WORK = ['grant', 'alert', 'message', 'summon', 'deletebase'] as const;
export type FailingWork = (typeof FAILING_WORK)[number];

export const controlSimulation = route('POST /v1/palatine/simulation', 'Inject faults', {
  tag: 'Service',
  permission: 'Palatine.Simulation.Control',
  summary: 'Inject faults, for tests of clients; only on a server started with --faults',
  notes: notes.controlSimulation,
  game: true,
  body: Type.Object({
    LogIn: Type.Optional(Type.idText('PlayerUID or UserId of a known player')),
    LogOut: Type.Optional(Type.idText('PlayerUID or UserId of somebody online')),
    LoadCharacter: Type.Optional(
      Type.Object(
        { Player: Type.IdText, Loaded: Type.Boolean() },
        { description: 'Whether a character is treated as loaded' },
      ),
    ),
    ForgetAccount: Type.Optional(Type.idText('PlayerUID of somebody online whose account record goes')),
    FreezeMs: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 60_000,
        description: 'Freezes the game for this time in ms, as a stalled disk would: requests time out',
      }),
    ),
    PlayerManagerAvailable: Type.flag('false: routes of players answer that the manager is missing'),
    BaseCampManagerAvailable: Type.flag('false: Delete base answers `BASE_CAMP_MANAGER_UNAVAILABLE`'),
    FailNext: Type.Optional(
      Type.Array(Type.oneOf(FAILING_WORK), {
        maxItems: LIMITS.listEntries,
        description: 'Each named kind of work fails once, the next time it is valid',
      }),
    ),
  }),
  bodyErrors: REQUIRED_BODY,
  reply: Type.closedObject({ Success: Type.Boolean() }),
  errors: ['PLAYER_NOT_FOUND'],
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
